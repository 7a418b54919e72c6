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
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Decides when a GPU takes over a search that the CPU has begun. The device is started beside,
 * while the CPU goes on: at once if there is very much to search, else when it would be done
 * earlier even after its start. It takes over as soon as it is there, if it is expected to be done
 * earlier with what is left than the CPU at the rate it has had of late; if not, this is asked
 * again until the search is over. Of a pipe as much is taken to be left as has come, so that no
 * more than twice the shortest time is taken, whatever comes; one that comes more slowly than it is
 * searched stays on the CPU. For one thread, that which searches; {@link #start} is for any.
 */
final class GpuTakeover implements Takeover, AutoCloseable {

  /** The most of the beginning of a pipe that is kept: the CPU's work of 0.8 s at 320 MB/s. */
  private static final long MOST_KEPT = 256L << 20;

  /** Nor more than this share of the memory that Java has. */
  private static final int MEMORY_PARTS = 8;

  /** So much is scanned to measure the device. */
  private static final int SAMPLE_BYTES = 8 << 20;

  private static final String SLOW_INPUT = "cpu: the input comes more slowly than it is searched";

  private final Opener opener;
  private final LongSupplier knownBytes;
  private final Executor executor;
  private final LongSupplier clock;
  private final RecentRate cpu = new RecentRate();
  private boolean over;
  private String reason = "cpu: the search was over before anything could be measured";

  /** Null as long as the device is not started; guarded by this. */
  private FutureTask<Opened> opening;

  /** The device as long as it has to be given back; guarded by this. */
  private GpuScan scan;

  /** Whether nobody waits for it any more; guarded by this. */
  private boolean closed;

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
   */
  record Opened(GpuScan scan, double rate) {}

  /**
   * A decision that is open.
   *
   * @param knownBytes bytes of all files to search, as far as they are known by now
   * @param executor starts the device
   * @param clock nanoseconds since any moment
   */
  GpuTakeover(Opener opener, LongSupplier knownBytes, Executor executor, LongSupplier clock) {
    this.opener = opener;
    this.knownBytes = knownBytes;
    this.executor = executor;
    this.clock = clock;
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

  /** Why the search is where it is, for users; once it is over. */
  String reason() {
    return reason;
  }

  /**
   * Starts the device beside, once.
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
    }
    executor.execute(task);
  }

  private synchronized FutureTask<Opened> opening() {
    return opening;
  }

  @Override
  public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last)
      throws InterruptedException {
    cpu.note(clock.getAsLong() - seen.waitNanos(), seen.waitNanos(), seen.bytes());
    if (!cpu.isKnown()) {
      return null;
    }
    Left left = left(seen);
    if (opening() == null) {
      if (!mayPay(seen, left, last)) {
        return null;
      }
      start(beginning.apply(SAMPLE_BYTES));
    }
    // A pipe that is not kept any longer cannot be taken over later.
    if (!opening().isDone() && !last) {
      reason = "cpu: the search was over before the device was ready";
      return null;
    }
    return decide(seen, left);
  }

  /**
   * What is left.
   *
   * @param bytes for the CPU
   * @param again what the GPU would have to search beside
   */
  private record Left(long bytes, long again) {

    boolean pays(TransferModel model) {
      return model.gpuPays(bytes, again);
    }
  }

  private Left left(Seen seen) {
    long files = Math.max(0, knownBytes.getAsLong() - seen.fileBytes());
    return new Left(files + (seen.isPipe() ? seen.againBytes() : 0), seen.againBytes());
  }

  private boolean waits(Seen seen) {
    return seen.isPipe() && cpu.waits();
  }

  private boolean mayPay(Seen seen, Left left, boolean last) {
    TransferModel bound =
        TransferModel.bound(cpu.bytesPerSecond(), StreamOptions.defaults().chunkBytes());
    // Beside the CPU the start costs no time; a pipe has to be taken over before its beginning is
    // let go, so the device is made ready once half of that has come.
    boolean soon = seen.isPipe() && seen.againBytes() >= keptBytes() / 2;
    if (!waits(seen) && left.pays(soon ? bound.started() : bound)) {
      return true;
    }
    reason =
        waits(seen)
            ? SLOW_INPUT
            : bound.text(BackendName.CPU, seen.fileBytes() + left.bytes())
                + (last ? ", more than is kept of an input that cannot be read again" : "");
    return false;
  }

  private GpuSearch decide(Seen seen, Left left) throws InterruptedException {
    try {
      Opened opened = opening().get();
      TransferModel model =
          TransferModel.bound(cpu.bytesPerSecond(), StreamOptions.defaults().chunkBytes())
              .withKernels(opened.rate())
              .started();
      if (!waits(seen) && left.pays(model)) {
        over = true;
        reason =
            String.format(
                "gpu after %,d bytes on the cpu: %s, %,d bytes left",
                seen.bytes(), model.rates(), left.bytes());
        return new GpuSearch(opened.scan());
      }
      reason =
          waits(seen)
              ? SLOW_INPUT
              : String.format(
                  "cpu: %s, too slow for the %,d bytes that were left",
                  model.rates(), left.bytes());
      return null;
    } catch (ExecutionException e) {
      return switch (e.getCause()) {
        case DeviceException cause -> stay(cause);
        case UnfitRulesException cause -> stay(cause);
        case InterruptedException cause -> throw cause;
        case Error cause -> throw cause;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      };
    }
  }

  private GpuSearch stay(Exception cause) {
    over = true;
    reason = "cpu: " + cause.getMessage();
    return null;
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

  /** Gives the device back; if it is still being started, whoever does so gives it back. */
  @Override
  public synchronized void close() {
    closed = true;
    release();
  }
}
