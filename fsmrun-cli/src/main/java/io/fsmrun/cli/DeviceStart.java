package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.gpu.device.DeviceException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/**
 * A device that is made ready beside a search, at most once, and given back whoever is late: the
 * search or the device. For any threads.
 */
final class DeviceStart implements AutoCloseable {

  private final Opener opener;
  private final Executor executor;
  private final LongSupplier clock;

  /** Null as long as it is not started. */
  private FutureTask<Opened> opening;

  /** The device as long as it has to be given back. */
  private GpuScan scan;

  /** Whether nobody waits for it any more. */
  private boolean closed;

  private long startedAt;
  private long readyAt;

  /** Makes a device ready. */
  @FunctionalInterface
  interface Opener {

    /**
     * Opens it, and measures it.
     *
     * @param beginning of the input at hand, if that can be read only once; else nothing
     */
    Opened open(byte[] beginning) throws UnfitRulesException, InterruptedException;
  }

  /**
   * A device.
   *
   * @param scan the rules on it
   * @param rate bytes that it searches in a second
   * @param complete whether it refuses no rule that was read
   */
  record Opened(GpuScan scan, double rate, boolean complete) {}

  /**
   * A device that is not started.
   *
   * @param executor starts it
   * @param clock nanoseconds since any moment
   */
  DeviceStart(Opener opener, Executor executor, LongSupplier clock) {
    this.opener = opener;
    this.executor = executor;
    this.clock = clock;
  }

  /**
   * Starts it beside, once.
   *
   * @param beginning of the input at hand, if that can be read only once; else nothing
   */
  void start(byte[] beginning) {
    FutureTask<Opened> task = new FutureTask<>(() -> open(beginning));
    synchronized (this) {
      if (opening != null || closed) {
        return;
      }
      opening = task;
      startedAt = clock.getAsLong();
    }
    executor.execute(task);
  }

  private Opened open(byte[] beginning) throws UnfitRulesException, InterruptedException {
    Opened opened = opener.open(beginning);
    synchronized (this) {
      scan = opened.scan();
      readyAt = clock.getAsLong();
      if (closed) {
        release();
      }
    }
    return opened;
  }

  synchronized boolean isStarted() {
    return opening != null;
  }

  /** Whether nothing is to be waited for: it is ready, or has failed. */
  synchronized boolean isDone() {
    return opening != null && opening.isDone();
  }

  /** When it was started, by the clock; 0 before. */
  synchronized long startedAt() {
    return startedAt;
  }

  /** When it was ready; 0 before. */
  synchronized long readyAt() {
    return readyAt;
  }

  /**
   * The device; waits for it.
   *
   * @param nanos how long to wait at most
   * @return null if it is not ready then
   * @throws DeviceException if there is none or it refuses
   * @throws UnfitRulesException if it takes no rule
   */
  Opened await(long nanos) throws UnfitRulesException, InterruptedException {
    try {
      return task().get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case UnfitRulesException cause -> throw cause;
        case InterruptedException cause -> throw cause;
        case Error cause -> throw cause;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  private synchronized FutureTask<Opened> task() {
    return opening;
  }

  private synchronized void release() {
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  /** Gives the device back; if it is still being started, whoever does so gives it back. */
  @Override
  public synchronized void close() {
    closed = true;
    release();
  }
}
