package io.fsmrun.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks on threads: each once, failures and interruptions reach the caller. */
@Timeout(20)
class WorkersTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 200})
  void everyTaskRunsOnce(int threads) throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(100);
    Workers.run(threads, 100, task -> runs.incrementAndGet((int) task));
    for (int task = 0; task < 100; task++) {
      assertThat(runs.get(task)).as("task %d", task).isEqualTo(1);
    }
  }

  @Test
  void oneThreadTakesTasksInOrder() throws Exception {
    AtomicLong last = new AtomicLong(-1);
    Workers.run(1, 50, task -> assertThat(last.getAndSet(task)).isEqualTo(task - 1));
    assertThat(last).hasValue(49);
  }

  @Test
  void noTasksAreNoWork() throws Exception {
    Workers.run(
        3,
        0,
        task -> {
          throw new AssertionError("task " + task);
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aFailureReachesTheCallerAndStopsTheOthers(int threads) {
    AtomicLong started = new AtomicLong();
    IllegalStateException failure = new IllegalStateException("task 3");
    assertThatThrownBy(
            () ->
                Workers.run(
                    threads,
                    1_000_000_000L,
                    task -> {
                      started.incrementAndGet();
                      if (task == 3) {
                        throw failure;
                      }
                    }))
        .isSameAs(failure);
    assertThat(started.get()).isLessThan(1_000_000_000L);
  }

  @Test
  void anErrorReachesTheCaller() {
    AssertionError error = new AssertionError("an error");
    assertThatThrownBy(
            () ->
                Workers.run(
                    2,
                    10,
                    task -> {
                      throw error;
                    }))
        .isSameAs(error);
  }

  @Test
  void anInterruptedCallerStopsBetweenTasks() {
    AtomicLong runs = new AtomicLong();
    assertThatThrownBy(
            () ->
                Workers.run(
                    1,
                    10,
                    task -> {
                      runs.incrementAndGet();
                      Thread.currentThread().interrupt();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(runs).hasValue(1);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aCallerInterruptedWhileItWaitsLetsRunningTasksEnd() {
    Thread caller = Thread.currentThread();
    CountDownLatch helperRuns = new CountDownLatch(1);
    AtomicBoolean helperEnded = new AtomicBoolean();
    assertThatThrownBy(
            () ->
                Workers.run(
                    2,
                    2,
                    task -> {
                      if (Thread.currentThread().equals(caller)) {
                        await(helperRuns);
                        return;
                      }
                      helperRuns.countDown();
                      pause(100);
                      caller.interrupt();
                      pause(100);
                      helperEnded.set(true);
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(helperEnded).isTrue();
    assertThat(Thread.interrupted()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 3000})
  void waitingThreadsRunEveryTaskOnceAndLeave(int threads) throws Exception {
    AtomicIntegerArray runs = new AtomicIntegerArray(100);
    AtomicLong left = new AtomicLong();
    Workers.runWaiting(
        threads, 100, task -> runs.incrementAndGet((int) task), left::incrementAndGet);
    for (int task = 0; task < 100; task++) {
      assertThat(runs.get(task)).as("task %d", task).isEqualTo(1);
    }
    assertThat(left).hasValue(threads);
  }

  /** All tasks wait for each other, which fewer threads than tasks could not do. */
  @Test
  void waitingThreadsWaitAtTheSameTime() throws Exception {
    CountDownLatch all = new CountDownLatch(500);
    Workers.runWaiting(
        500,
        500,
        task -> {
          all.countDown();
          await(all);
        },
        () -> {});
    assertThat(all.getCount()).isZero();
  }

  @Test
  void aFailureInterruptsThreadsThatWait() {
    AtomicLong left = new AtomicLong();
    IllegalStateException failure = new IllegalStateException("task 3");
    assertThatThrownBy(
            () ->
                Workers.runWaiting(
                    10, 10, task -> waitOrFail(task, failure), left::getAndIncrement))
        .isSameAs(failure);
    assertThat(left).hasValue(10);
  }

  private static void waitOrFail(long task, RuntimeException failure) {
    if (task == 3) {
      throw failure;
    }
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted");
    }
  }

  @Test
  void anInterruptedCallerInterruptsThreadsThatWait() {
    Thread caller = Thread.currentThread();
    AtomicLong left = new AtomicLong();
    assertThatThrownBy(
            () ->
                Workers.runWaiting(
                    5,
                    1000,
                    task -> {
                      caller.interrupt();
                      waitOrFail(0, null);
                    },
                    left::getAndIncrement))
        .isInstanceOf(InterruptedException.class);
    assertThat(left).hasValue(5);
    assertThat(Thread.interrupted()).isFalse();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void pause(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
