package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SpinningQueueTest {

  private final SpinningQueue queue = new SpinningQueue();
  private final Runnable task = Thread.currentThread();

  @Test
  void whatIsThereIsTakenAtOnce() throws InterruptedException {
    queue.add(task);
    assertThat(queue.take()).isSameAs(task);
  }

  @Test
  void whatComesLaterIsWaitedFor() throws Exception {
    for (int millis : new int[] {0, 20}) {
      CompletableFuture<Runnable> taken = new CompletableFuture<>();
      Thread taker =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      taken.complete(queue.take());
                    } catch (InterruptedException e) {
                      taken.completeExceptionally(e);
                    }
                  });
      Thread.sleep(millis);
      queue.add(task);
      assertThat(taken.get(30, TimeUnit.SECONDS)).isSameAs(task);
      taker.join();
    }
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(queue::take).isInstanceOf(InterruptedException.class);
  }
}
