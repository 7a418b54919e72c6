package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.stream.StreamOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Decides when a GPU takes over an input of no known length. How long it goes on is not known, so
 * that nobody can do better than to begin with the CPU, and to start the device when the input has
 * been so long that it would have paid from its start: then no more than twice the shortest time is
 * taken, whatever comes. The device is started beside, while the CPU goes on; it is used if it is
 * measured to be fast enough to begin anew. An input that comes more slowly than the CPU is, stays
 * there. For one thread, that which searches.
 */
final class GpuTakeover implements Takeover, AutoCloseable {

  /** The most of the beginning that is kept: the CPU's work of 0.4 s at 320 MB/s. */
  private static final long MOST_KEPT = 128L << 20;

  /** Nor more than this share of the memory that Java has. */
  private static final int MEMORY_PARTS = 8;

  /** Times of less than this tell nothing. */
  private static final long ENOUGH_NANOS = 30_000_000;

  /** So much is scanned to measure the device. */
  private static final int SAMPLE_BYTES = 8 << 20;

  private static final double NANOS = 1e9;

  private final Opener opener;
  private final Executor executor;
  private final LongSupplier clock;
  private final Consumer<String> listener;
  private FutureTask<Opened> opening;
  private boolean over;

  /** The device as long as it has to be given back; guarded by this. */
  private GpuScan scan;

  /** Whether nobody waits for it any more; guarded by this. */
  private boolean closed;

  /** Makes a device ready. */
  @FunctionalInterface
  interface Opener {

    /** Opens it, and measures its kernels on the beginning of the input. */
    Opened open(byte[] beginning) throws UnfitRulesException, InterruptedException;
  }

  /**
   * A device.
   *
   * @param scan the rules on it
   * @param kernelRate bytes that its kernels scan in a second
   */
  record Opened(GpuScan scan, double kernelRate) {}

  /**
   * A decision that is open.
   *
   * @param executor starts the device
   * @param clock nanoseconds since any moment
   * @param listener hears what was decided and why
   */
  GpuTakeover(Opener opener, Executor executor, LongSupplier clock, Consumer<String> listener) {
    this.opener = opener;
    this.executor = executor;
    this.clock = clock;
    this.listener = listener;
  }

  @Override
  public long keptBytes() {
    return Math.min(MOST_KEPT, Runtime.getRuntime().maxMemory() / MEMORY_PARTS);
  }

  @Override
  public long nanoTime() {
    return clock.getAsLong();
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last)
      throws InterruptedException {
    TransferModel model =
        TransferModel.bound(
            seen.bytes() * NANOS / Math.max(1, seen.scanNanos()),
            StreamOptions.defaults().chunkBytes());
    if (opening == null) {
      if (!mayPay(seen, model)) {
        return last ? stay(why(seen, model)) : null;
      }
      byte[] sample = beginning.apply(SAMPLE_BYTES);
      opening = new FutureTask<>(() -> open(sample));
      executor.execute(opening);
    }
    return opening.isDone() || last ? decide(seen, model) : null;
  }

  private static boolean mayPay(Seen seen, TransferModel model) {
    return seen.scanNanos() >= ENOUGH_NANOS
        && seen.scanNanos() >= seen.waitNanos()
        && model.gpuPays(seen.bytes());
  }

  private static String why(Seen seen, TransferModel model) {
    return seen.scanNanos() < seen.waitNanos()
        ? "cpu: the input comes more slowly than it is searched"
        : model.text(seen.bytes()) + ", more than is kept of an input that cannot be read again";
  }

  private Opened open(byte[] beginning) throws UnfitRulesException, InterruptedException {
    Opened opened = opener.open(beginning);
    synchronized (this) {
      scan = opened.scan();
      if (closed) {
        release();
      }
    }
    return opened;
  }

  private synchronized void release() {
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  private GpuSearch decide(Seen seen, TransferModel bound) throws InterruptedException {
    try {
      Opened opened = opening.get();
      TransferModel model = bound.withKernels(opened.kernelRate());
      if (model.takesOver()) {
        over = true;
        listener.accept(
            String.format("gpu after %,d bytes on the cpu: %s", seen.bytes(), model.rates()));
        return new GpuSearch(opened.scan());
      }
      release();
      return stay("cpu: " + model.rates() + ", not enough to begin anew");
    } catch (ExecutionException e) {
      return switch (e.getCause()) {
        case DeviceException cause -> stay("cpu: " + cause.getMessage());
        case UnfitRulesException cause -> stay("cpu: " + cause.getMessage());
        case InterruptedException cause -> throw cause;
        case Error cause -> throw cause;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      };
    }
  }

  private GpuSearch stay(String why) {
    over = true;
    listener.accept(why);
    return null;
  }

  /** Gives the device back; if it is still being started, whoever does so gives it back. */
  @Override
  public synchronized void close() {
    closed = true;
    release();
  }
}
