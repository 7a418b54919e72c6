package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.TargetSurvey;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.stream.StreamOptions;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Decides when a GPU takes over. The device is started beside, while the CPU goes on: at once if
 * there is very much to search, else when it would be done earlier even after its start.
 *
 * <p>If it is ready before the rules are compiled for the CPU, {@link #first} says whether it does
 * all of the search; else {@link #ask} is asked again and again until the search is over. It takes
 * over if it is expected to be done earlier with what is left than the CPU at the rate it has had
 * of late. Of a pipe as much is taken to be left as has come, so that no more than twice the
 * shortest time is taken, whatever comes; one that comes more slowly than it is searched stays on
 * the CPU.
 *
 * <p>For one thread, that which searches; {@link #start}, {@link #arrived}, {@link #ended} and the
 * clock are for any.
 */
final class GpuTakeover implements Takeover, AutoCloseable {

  /** The most of the beginning of a pipe that is kept: the CPU's work of 0.8 s at 320 MB/s. */
  private static final long MOST_KEPT = 256L << 20;

  /** Nor more than this share of the memory that Java has. */
  private static final int MEMORY_PARTS = 8;

  /** So much is scanned to measure the device. */
  private static final int SAMPLE_BYTES = 8 << 20;

  /**
   * A pipe of which so much has come before the rules were compiled is long: the device is started
   * beside the compilation, as for files. A fast one has it in a twentieth of a second.
   */
  static final long LONG_PIPE_BYTES = 64 << 20;

  /** The same of rules that are large, if it comes fast. */
  private static final long LONG_PIPE_OF_LARGE_BYTES = 4 << 20;

  /** The same of files, or of a pipe that has ended. */
  static final long MUCH_FOR_LARGE_BYTES = 1 << 20;

  /** A compilation that has gone on for longer is not given up for a device. */
  private static final long YOUNG_NANOS = 250_000_000;

  /** With fewer threads than this, a start that is in vain takes from the compilation. */
  static final int MANY_THREADS = 4;

  /**
   * What a thread of the CPU searches in a second as long as it is cold, at most, with most
   * rulesets; with those that it searches faster a GPU is many times as fast.
   */
  private static final double THREAD_RATE = 0.5e9;

  /** A GPU reads 16 MiB of a pipe before it searches them; what comes more slowly would wait. */
  private static final double LEAST_PIPE_RATE = 100e6;

  /** A pipe that has been silent for so long is one that somebody types into, or that waits. */
  private static final long SILENT_NANOS = 250_000_000;

  private static final double NANOS = 1e9;
  private static final String SLOW_INPUT = "cpu: the input comes more slowly than it is searched";

  private final DeviceStart device;
  private final Supplier<TargetSurvey.Counted> known;
  private final ColdRules rules;
  private final int threads;
  private final LongSupplier clock;
  private final long beganAt;
  private final RecentRate cpu = new RecentRate();
  private volatile boolean compiling = true;
  private boolean over;
  private GpuScan taken;
  private long compiledAt;
  private long takenAt;
  private String reason = "cpu: the search was over before anything could be measured";

  /**
   * A decision that is open.
   *
   * @param known all files to search, as far as they are known by now
   * @param rules what is expected of the rules
   * @param threads threads of the CPU that may be used, from 1
   * @param clock nanoseconds since any moment, that of the device
   */
  GpuTakeover(
      DeviceStart device,
      Supplier<TargetSurvey.Counted> known,
      ColdRules rules,
      int threads,
      LongSupplier clock) {
    this.device = device;
    this.known = known;
    this.rules = rules;
    this.threads = threads;
    this.clock = clock;
    this.beganAt = clock.getAsLong();
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

  /** The device that has taken over; null if none has. */
  GpuScan taken() {
    return taken;
  }

  /** Why the search is where it is, for users; once it is over. */
  String reason() {
    return reason;
  }

  /** What was ready when, for users. */
  String times() {
    return "device "
        + time("started", device.startedAt())
        + ", "
        + time("ready", device.readyAt())
        + "; rules of the cpu "
        + time("compiled", compiledAt)
        + "; search "
        + time("taken over by the gpu", takenAt);
  }

  private String time(String what, long at) {
    return at == 0
        ? "not " + what
        : String.format(Locale.ROOT, "%s after %.2f s", what, (at - beganAt) / NANOS);
  }

  /**
   * Starts the device beside, once.
   *
   * @param beginning of the input at hand, if that can be read only once; else nothing
   */
  void start(byte[] beginning) {
    device.start(beginning);
  }

  @Override
  public boolean arrived(long bytes, IntFunction<byte[]> beginning) {
    if (!compiling || device.isStarted()) {
      return false;
    }
    long half = keptBytes() / 2;
    long enough = threads < MANY_THREADS ? half : Math.min(half, LONG_PIPE_BYTES);
    boolean fast = isForLarge(bytes, LONG_PIPE_OF_LARGE_BYTES) && !isSlow(bytes);
    if (bytes < enough && !fast) {
      return true;
    }
    start(beginning.apply(SAMPLE_BYTES));
    return false;
  }

  @Override
  public void ended(long bytes, IntFunction<byte[]> beginning) {
    if (compiling && !device.isStarted() && isForLarge(bytes, MUCH_FOR_LARGE_BYTES)) {
      start(beginning.apply(SAMPLE_BYTES));
    }
  }

  private boolean isForLarge(long bytes, long enough) {
    return rules.areLarge() && threads >= MANY_THREADS && bytes >= enough;
  }

  /** Whether so much of a pipe is little for the time. */
  private boolean isSlow(long bytes) {
    return bytes < seconds() * LEAST_PIPE_RATE;
  }

  /** Since all began. */
  private double seconds() {
    return (clock.getAsLong() - beganAt) / NANOS;
  }

  /**
   * Whether the compilation for the CPU should stand back for a device that is being started: both
   * at once take longer, since the virtual machine has to compile the code of both. So it does for
   * large rules, as long as the device may be ready in time, and a pipe is fast.
   *
   * @param pipe how the first input comes, if it has no length; else null
   * @param compiledNanos how long the compilation has gone on; 0 if it stands back already
   */
  boolean standsBack(Pipe pipe, long compiledNanos) {
    if (over || !rules.areLarge() || !device.isStarted() || device.isDone()) {
      return false;
    }
    double waited = (clock.getAsLong() - device.startedAt()) / NANOS;
    return compiledNanos < YOUNG_NANOS && waited < rules.deviceSeconds() && !isForCpu(pipe);
  }

  /** Whether a pipe goes on and is slow, or silent. */
  private boolean isForCpu(Pipe pipe) {
    return pipe != null && !pipe.ended() && (isSlow(pipe.aheadBytes()) || isSilent(pipe));
  }

  /** The rules are compiled for the CPU, which begins. */
  void compiled() {
    compiling = false;
    compiledAt = clock.getAsLong();
  }

  /**
   * Asks before the rules are compiled for the CPU, of whose rate nothing is known then. The GPU
   * takes over if it is faster than the CPU can be expected to be, or done with all that there is
   * within the time that has gone by, and that compiling is expected to take if it has not begun:
   * however fast the CPU, nobody waits twice as long.
   *
   * @param pipe how the first input comes, if it has no length; else null
   * @param compiles whether the rules are being compiled
   * @return the search that takes over; null as long as the rules should be compiled
   */
  GpuSearch first(Pipe pipe, boolean compiles) throws InterruptedException {
    if (over || !device.isDone()) {
      return null;
    }
    DeviceStart.Opened opened = opened(0);
    if (opened == null || !opened.complete()) {
      return null;
    }
    TargetSurvey.Counted files = known.get();
    long bytes = files.bytes() + (pipe == null ? 0 : pipe.aheadBytes());
    if (pipe != null && !pipe.ended()) {
      return !isForCpu(pipe) && opened.rate() >= THREAD_RATE ? first(opened, bytes) : null;
    }
    double seconds = seconds() + (compiles ? 0 : rules.cpuSeconds());
    boolean soon = files.complete() && bytes <= seconds * opened.rate();
    return soon || opened.rate() >= THREAD_RATE * threads ? first(opened, bytes) : null;
  }

  private GpuSearch first(DeviceStart.Opened opened, long bytes) {
    reason =
        String.format(
            Locale.ROOT,
            "gpu, ready before the rules were compiled for the cpu: %.3f GB/s, %,d bytes known",
            opened.rate() / NANOS,
            bytes);
    return taken(opened);
  }

  private GpuSearch taken(DeviceStart.Opened opened) {
    over = true;
    taken = opened.scan();
    takenAt = clock.getAsLong();
    return new GpuSearch(taken);
  }

  @Override
  public GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last)
      throws InterruptedException {
    cpu.note(clock.getAsLong() - seen.waitNanos(), seen.waitNanos(), seen.bytes());
    if (!cpu.isKnown()) {
      return null;
    }
    Left left = left(seen);
    if (!device.isStarted()) {
      if (!mayPay(seen, left, last)) {
        return null;
      }
      start(beginning.apply(SAMPLE_BYTES));
    }
    // A pipe that is not kept any longer cannot be taken over later.
    if (!device.isDone() && !(last && left.pays(bound().startingIn(secondsToStart())))) {
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
    long files = Math.max(0, known.get().bytes() - seen.fileBytes());
    return new Left(files + (seen.isPipe() ? ofPipe(seen) : 0), seen.againBytes());
  }

  /** As much as has come of it, unless it has ended; and what waits to be searched. */
  private static long ofPipe(Seen seen) {
    long ahead = seen.pipe().aheadBytes();
    return seen.pipe().ended() ? ahead : ahead + ahead + seen.againBytes();
  }

  private boolean waits(Seen seen) {
    return seen.isPipe() && (cpu.waits() || isSilent(seen.pipe()));
  }

  private static boolean isSilent(Pipe pipe) {
    return pipe.silentNanos() > SILENT_NANOS;
  }

  private TransferModel bound() {
    return TransferModel.bound(cpu.bytesPerSecond(), StreamOptions.defaults().chunkBytes());
  }

  /** How long a device that was started will take until it is ready, as far as anybody knows. */
  private double secondsToStart() {
    double gone = (clock.getAsLong() - device.startedAt()) / NANOS;
    return Math.max(0, TransferModel.START_SECONDS - gone);
  }

  private boolean mayPay(Seen seen, Left left, boolean last) {
    TransferModel bound = bound();
    if (!waits(seen) && (left.pays(bound) || seen.isPipe() && isForPipe(seen, bound))) {
      return true;
    }
    reason =
        waits(seen)
            ? SLOW_INPUT
            : bound.text(BackendName.CPU, seen.fileBytes() + left.bytes())
                + (last ? ", more than is kept of an input that cannot be read again" : "");
    return false;
  }

  /**
   * A pipe has to be taken over before its beginning is let go. So the device is made ready once
   * half of that was searched, if what is kept is worth the wait for the device when it is full.
   */
  private boolean isForPipe(Seen seen, TransferModel bound) {
    long kept = keptBytes();
    double beside = (kept - seen.againBytes()) / cpu.bytesPerSecond();
    double wait = Math.max(0, TransferModel.START_SECONDS - beside);
    return !seen.pipe().ended()
        && seen.againBytes() >= kept / 2
        && bound.startingIn(wait).gpuPays(kept, kept);
  }

  private GpuSearch decide(Seen seen, Left left) throws InterruptedException {
    // Never longer than the CPU would take for what it is expected to have left.
    DeviceStart.Opened opened = opened((long) (NANOS * left.bytes() / cpu.bytesPerSecond()));
    if (opened == null) {
      return null;
    }
    TransferModel model = bound().withKernels(opened.rate()).startingIn(0);
    if (!waits(seen) && left.pays(model)) {
      reason =
          String.format(
              "gpu after %,d bytes on the cpu: %s, %,d bytes left",
              seen.bytes(), model.rates(), left.bytes());
      return taken(opened);
    }
    reason =
        waits(seen)
            ? SLOW_INPUT
            : String.format(
                "cpu: %s, too slow for the %,d bytes that were left", model.rates(), left.bytes());
    return null;
  }

  /** The device; null if it is not ready in time, or there is none, with the reason. */
  private DeviceStart.Opened opened(long nanos) throws InterruptedException {
    try {
      DeviceStart.Opened opened = device.await(nanos);
      if (opened == null) {
        reason = "cpu: the device was not ready before the beginning of the input was let go";
      }
      return opened;
    } catch (DeviceException | UnfitRulesException e) {
      over = true;
      reason = "cpu: " + e.getMessage();
      return null;
    }
  }

  /** Gives the device back; if it is still being started, whoever does so gives it back. */
  @Override
  public void close() {
    device.close();
  }
}
