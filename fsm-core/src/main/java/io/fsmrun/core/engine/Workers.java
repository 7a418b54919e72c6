package io.fsmrun.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/** Runs numbered tasks on a fixed number of threads, in ascending order of their start. */
public final class Workers {

  private Workers() {}

  /**
   * Runs all tasks. The calling thread works too. The first failure stops the others at their next
   * task.
   *
   * @param threads number of threads, from 1
   * @param tasks number of tasks
   * @param task runs one, given its number from 0; called by any of the threads
   * @throws InterruptedException if the calling thread is interrupted; running tasks end first
   */
  public static void run(int threads, long tasks, LongConsumer task) throws InterruptedException {
    AtomicLong next = new AtomicLong();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable worker =
        () -> {
          try {
            while (failure.get() == null) {
              long number = next.getAndIncrement();
              if (number >= tasks) {
                return;
              }
              if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("interrupted between tasks");
              }
              task.accept(number);
            }
          } catch (Throwable t) {
            failure.compareAndSet(null, t);
          }
        };
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, tasks); i++) {
      helpers.add(Thread.ofPlatform().name("fsmrun-worker-" + i).daemon().start(worker));
    }
    worker.run();
    boolean interrupted = false;
    for (Thread helper : helpers) {
      while (helper.isAlive()) {
        try {
          helper.join();
        } catch (InterruptedException e) {
          failure.compareAndSet(null, e);
          interrupted = true;
        }
      }
    }
    rethrow(interrupted ? new InterruptedException("interrupted") : failure.get());
  }

  private static void rethrow(Throwable failure) throws InterruptedException {
    if (failure instanceof InterruptedException interrupted) {
      Thread.interrupted();
      throw interrupted;
    }
    if (failure instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
