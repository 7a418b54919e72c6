package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A kernel, its arguments, how many threads run it, and what they run on. */
final class Launch {

  private final Code code;
  private final Grid grid;
  private final byte[] parameters;
  private final GlobalMemory memory;
  private final int processors;
  private final int threads;
  private final long limit;

  /**
   * A launch.
   *
   * @param code the kernel
   * @param grid how many threads
   * @param parameters parameter memory
   * @param memory device memory
   * @param processors number of multiprocessors to tell of
   * @param threads threads that run blocks
   * @param limit warp instructions after which each of these gives up
   */
  Launch(
      Code code,
      Grid grid,
      byte[] parameters,
      GlobalMemory memory,
      int processors,
      int threads,
      long limit) {
    this.code = code;
    this.grid = grid;
    this.parameters = parameters;
    this.memory = memory;
    this.processors = processors;
    this.threads = threads;
    this.limit = limit;
  }

  Code code() {
    return code;
  }

  Grid grid() {
    return grid;
  }

  byte[] parameters() {
    return parameters;
  }

  GlobalMemory memory() {
    return memory;
  }

  int processors() {
    return processors;
  }

  /** Gives up a kernel that does not end. */
  void checkLimit(long warpInstructions) {
    if (warpInstructions > limit) {
      throw new DeviceException(
          "kernel "
              + code.name
              + " has not ended after "
              + warpInstructions
              + " warp instructions; the limit is "
              + limit);
    }
  }

  /** Whether accesses of several threads may meet. */
  boolean isParallel() {
    return threads > 1;
  }

  /** Runs all blocks in the given order, as threads take them. */
  Tally[] run(int[] order) {
    int workers = Math.min(threads, order.length);
    Tally[] tallies = new Tally[workers];
    for (int i = 0; i < workers; i++) {
      tallies[i] = new Tally();
    }
    AtomicInteger next = new AtomicInteger();
    if (workers == 1) {
      work(order, next, tallies[0]);
      return tallies;
    }
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread[] running = new Thread[workers];
    for (int i = 0; i < workers; i++) {
      Tally tally = tallies[i];
      running[i] =
          Thread.ofPlatform()
              .name("simt-" + i)
              .start(
                  () -> {
                    try {
                      work(order, next, tally);
                    } catch (RuntimeException | Error e) {
                      failure.compareAndSet(null, e);
                      next.set(order.length);
                    }
                  });
    }
    join(running);
    Throwable cause = failure.get();
    if (cause instanceof DeviceException fault) {
      throw fault;
    }
    if (cause != null) {
      throw new IllegalStateException("the executor failed", cause);
    }
    return tallies;
  }

  private void work(int[] order, AtomicInteger next, Tally tally) {
    BlockRun run = new BlockRun(this, tally);
    try {
      for (int i = next.getAndIncrement(); i < order.length; i = next.getAndIncrement()) {
        run.run(order[i]);
      }
    } finally {
      run.end();
    }
  }

  private static void join(Thread[] threads) {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
