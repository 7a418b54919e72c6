package io.fsmrun.gpu.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Work in shares: all of it once, at once, and what happens when some of it fails. */
final class HostThreadsTest {

  @Test
  void everyThingIsDoneOnceInConsecutiveShares() {
    try (HostThreads threads = new HostThreads(4, 10)) {
      for (int things : new int[] {0, 1, 9, 10, 19, 20, 39, 40, 41, 1000}) {
        int[] doneBy = new int[things];
        threads.inParallel(
            things,
            threads.sharesOf(things),
            (share, from, to) -> {
              for (int i = from; i < to; i++) {
                doneBy[i] += share + 1;
              }
            });
        assertThat(doneBy).isSorted();
        assertThat(Arrays.stream(doneBy).distinct().count())
            .isEqualTo(things == 0 ? 0 : Math.clamp(things / 10, 1, 4));
      }
    }
  }

  /** Each share waits until all have begun, so that it never ends if one thread does them all. */
  @Test
  void sharesRunAtOnce() {
    try (HostThreads threads = new HostThreads(3, 1)) {
      CountDownLatch begun = new CountDownLatch(3);
      AtomicInteger met = new AtomicInteger();
      threads.inParallel(
          3,
          (from, to) -> {
            begun.countDown();
            met.addAndGet(await(begun) ? 1 : 0);
          });
      assertThat(met).hasValue(3);
    }
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatTheFirstShareThrowsIsThrownWhenAllHaveEnded() {
    try (HostThreads threads = new HostThreads(4, 1)) {
      AtomicInteger ended = new AtomicInteger();
      RuntimeException[] failures = new RuntimeException[4];
      Arrays.setAll(failures, i -> new IllegalStateException("share " + i));
      assertThatThrownBy(
              () ->
                  threads.inParallel(
                      4,
                      4,
                      (share, from, to) -> {
                        ended.incrementAndGet();
                        if (share == 1 || share == 3) {
                          throw failures[share];
                        }
                      }))
          .isSameAs(failures[1]);
      assertThat(ended).hasValue(4);
    }
  }

  @Test
  void anInterruptStaysAndAllIsDone() {
    try (HostThreads threads = new HostThreads(4, 1)) {
      AtomicInteger done = new AtomicInteger();
      Thread.currentThread().interrupt();
      threads.inParallel(100, (from, to) -> done.addAndGet(to - from));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(done).hasValue(100);
    }
  }

  /** What is started ahead shares its own work with the same threads, even if there is one. */
  @Test
  void workAheadIsShared() {
    for (int count = 1; count <= 3; count++) {
      try (HostThreads threads = new HostThreads(count, 1)) {
        var names = ConcurrentHashMap.<Thread>newKeySet();
        var ahead =
            threads.ahead(
                () -> {
                  threads.inParallel(9, (from, to) -> names.add(Thread.currentThread()));
                  return "done";
                });
        assertThat(ahead.join()).isEqualTo("done");
        assertThat(names).isNotEmpty().doesNotContain(Thread.currentThread());
      }
    }
  }

  @Test
  void countsAreChecked() {
    assertThatThrownBy(() -> new HostThreads(0)).hasMessage("0 threads for 512 things each");
    assertThatThrownBy(() -> new HostThreads(1, 0)).hasMessage("1 threads for 0 things each");
  }
}
