package io.fsmrun.core.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
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
    run(threads, tasks, task, () -> {});
  }

  /**
   * Runs all tasks, as above. Tasks of other threads can be told to end early, which do not see
   * that the calling thread was interrupted.
   *
   * @param threads number of threads, from 1
   * @param tasks number of tasks
   * @param task runs one, given its number from 0; called by any of the threads
   * @param interrupted called by the calling thread where it is interrupted while it waits
   * @throws InterruptedException if the calling thread is interrupted; running tasks end first
   */
  public static void run(int threads, long tasks, LongConsumer task, Runnable interrupted)
      throws InterruptedException {
    AtomicLong next = new AtomicLong();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Runnable worker = () -> takeTasks(next, tasks, task, failure);
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i < Math.min(threads, tasks); i++) {
      helpers.add(Thread.ofPlatform().name("fsmrun-worker-" + i).daemon().start(worker));
    }
    worker.run();
    boolean wasInterrupted = false;
    for (Thread helper : helpers) {
      while (helper.isAlive()) {
        try {
          helper.join();
        } catch (InterruptedException e) {
          failure.compareAndSet(null, e);
          wasInterrupted = true;
          interrupted.run();
        }
      }
    }
    rethrow(wasInterrupted ? new InterruptedException("interrupted") : failure.get());
  }

  /**
   * Runs all tasks on virtual threads, for tasks that wait most of the time; the calling thread
   * waits too. The first failure, and an interruption of the calling thread, interrupts all that
   * run.
   *
   * @param threads number of threads, from 1
   * @param tasks number of tasks
   * @param task runs one, given its number from 0; called by any of the threads
   * @param leaving called by each thread when it takes no more tasks, and for each that could not
   *     be started
   * @throws InterruptedException if the calling thread is interrupted; running tasks end first
   */
  public static void runWaiting(int threads, long tasks, LongConsumer task, Runnable leaving)
      throws InterruptedException {
    AtomicLong next = new AtomicLong();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger running = new AtomicInteger(threads);
    // Has a permit when all threads have ended or one has failed.
    Semaphore over = new Semaphore(0);
    Runnable worker =
        () -> {
          takeTasks(next, tasks, task, failure);
          leaving.run();
          if (running.decrementAndGet() == 0 || failure.get() != null) {
            over.release();
          }
        };
    List<Thread> helpers = new ArrayList<>(threads);
    try {
      for (int i = 0; i < threads; i++) {
        helpers.add(Thread.ofVirtual().name("fsmrun-caller-" + i).start(worker));
      }
      over.acquire();
    } catch (Throwable t) {
      failure.compareAndSet(null, t);
    }
    for (int i = helpers.size(); i < threads; i++) {
      leaving.run();
    }
    boolean interrupted = end(helpers, failure);
    rethrow(interrupted ? new InterruptedException("interrupted") : failure.get());
  }

  /** Waits for threads, which are interrupted if there is a failure. */
  private static boolean end(List<Thread> helpers, AtomicReference<Throwable> failure) {
    boolean interrupted = failure.get() instanceof InterruptedException;
    boolean told = false;
    for (Thread helper : helpers) {
      while (helper.isAlive()) {
        if (failure.get() != null && !told) {
          helpers.forEach(Thread::interrupt);
          told = true;
        }
        try {
          helper.join();
        } catch (InterruptedException e) {
          failure.compareAndSet(null, e);
          interrupted = true;
        }
      }
    }
    return interrupted;
  }

  private static void takeTasks(
      AtomicLong next, long tasks, LongConsumer task, AtomicReference<Throwable> failure) {
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
