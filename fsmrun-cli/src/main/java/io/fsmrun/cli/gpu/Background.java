package io.fsmrun.cli.gpu;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work in a thread of its own, so that whoever needs what it makes may do without if something else
 * is ready first. Closing it interrupts the work, without waiting for its end. For one thread.
 *
 * @param <T> what it makes
 */
public final class Background<T> implements AutoCloseable {

  private final FutureTask<T> task;

  /**
   * Begins.
   *
   * @param name of the thread
   * @param work what it does; it may throw unchecked exceptions and be interrupted
   */
  public Background(String name, Callable<T> work) {
    task = new FutureTask<>(work);
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  /**
   * Waits for it.
   *
   * @param millis how long at most
   * @return whether it is done
   * @throws InterruptedException if this thread or the work is interrupted
   */
  public boolean await(long millis) throws InterruptedException {
    try {
      task.get(millis, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw rethrow(e.getCause());
    }
  }

  /**
   * What it has made; waits for it.
   *
   * @return what the work returned
   * @throws InterruptedException if this thread or the work is interrupted
   */
  public T get() throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw rethrow(e.getCause());
    }
  }

  private static InterruptedException rethrow(Throwable failure) {
    return switch (failure) {
      case InterruptedException cause -> cause;
      case Error cause -> throw cause;
      case RuntimeException cause -> throw cause;
      default -> throw new IllegalStateException(failure);
    };
  }

  @Override
  public void close() {
    task.cancel(true);
  }
}
