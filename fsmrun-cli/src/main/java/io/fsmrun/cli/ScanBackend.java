package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Target;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.RuleInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Where a search takes place: on a GPU if the user wants it and can have it, else on the CPU, with
 * the reason on standard error. For one search.
 */
final class ScanBackend implements AutoCloseable {

  private static final int LEAST_CHUNK = 1 << 16;

  private final BackendRequest request;
  private final PrintStream err;
  private final boolean verbose;
  private final Calibration calibration;
  private GpuScan gpu;

  /**
   * A place.
   *
   * @param verbose whether to say what was chosen and why
   * @param clock nanoseconds since any moment, for measurements
   */
  ScanBackend(BackendRequest request, PrintStream err, boolean verbose, LongSupplier clock) {
    this.calibration = new Calibration(clock);
    this.request = request;
    this.err = err;
    this.verbose = verbose;
  }

  /**
   * What is searched for and where.
   *
   * @param database the rules, compiled for the CPU
   * @param rules the rules as they were read; null if they were loaded
   * @param limits how large automata may become
   * @param targets what is searched
   * @param threads threads that the CPU has
   */
  record Work(
      Database database, Rules rules, CompileLimits limits, List<Target> targets, int threads) {

    /** Bytes in all targets; -1 if one of them is no file. */
    long bytes() {
      long sum = 0;
      for (Target target : targets) {
        long bytes = bytesOf(target);
        if (bytes < 0) {
          return -1;
        }
        sum += bytes;
      }
      return sum;
    }

    /** Bytes of the longest target; the most there are if one of them is no file. */
    long mostBytes() {
      long most = 0;
      for (Target target : targets) {
        long bytes = bytesOf(target);
        most = Math.max(most, bytes < 0 ? Long.MAX_VALUE : bytes);
      }
      return most;
    }

    private static long bytesOf(Target target) {
      try {
        return target.path() != null && Files.isRegularFile(target.path())
            ? Files.size(target.path())
            : -1;
      } catch (IOException e) {
        return -1;
      }
    }

    /** The rules that the database took. */
    List<Rule> taken() {
      Set<Integer> ids = new HashSet<>();
      database.rules().stream().map(RuleInfo::id).forEach(ids::add);
      return rules.accepted().stream().filter(rule -> ids.contains(rule.id())).toList();
    }
  }

  /**
   * Chooses and prepares.
   *
   * @return the search on the GPU; null if the CPU is to be used
   * @throws UserErrorException if there can be no search on the GPU and the user was strict
   */
  GpuSearch prepare(Work work) throws UserErrorException, InterruptedException {
    return switch (request.name()) {
      case GPU -> onGpu(work);
      case AUTO -> choose(work);
      case AP, CPU -> null;
    };
  }

  private GpuSearch onGpu(Work work) throws UserErrorException {
    try {
      gpu = open(work);
      return new GpuSearch(gpu);
    } catch (DeviceException | UnfitRulesException e) {
      left(e.getMessage(), "searching with cpu");
      return null;
    }
  }

  private GpuScan open(Work work) throws UnfitRulesException {
    if (work.rules() == null) {
      throw new DeviceException("a database holds no rules for a GPU; give them with -e or -f");
    }
    StreamOptions usual = StreamOptions.defaults();
    int chunk = (int) Math.min(usual.chunkBytes(), Math.max(LEAST_CHUNK, work.mostBytes()));
    return GpuScan.open(request.gpu(), work.taken(), work.limits(), usual.withChunkBytes(chunk));
  }

  /** The GPU is opened only where it pays even if it is as fast as its link. */
  private GpuSearch choose(Work work) throws UserErrorException, InterruptedException {
    long bytes = work.bytes();
    if (bytes < 0) {
      return chosen("cpu: not everything that is searched is a file that was named", null);
    }
    byte[] sample = sample(work);
    int chunk = StreamOptions.defaults().chunkBytes();
    TransferModel model = TransferModel.bound(cpuRate(work, sample), chunk);
    if (!model.gpuPays(bytes)) {
      return chosen(model.text(bytes), null);
    }
    try {
      gpu = open(work);
      model = model.withKernels(kernelRate(sample));
    } catch (DeviceException | UnfitRulesException e) {
      close();
      return chosen("cpu: " + e.getMessage(), null);
    }
    if (!model.gpuPays(bytes)) {
      close();
      return chosen(model.text(bytes), null);
    }
    return chosen(model.text(bytes), new GpuSearch(gpu));
  }

  private GpuSearch chosen(String why, GpuSearch search) {
    if (verbose) {
      err.println("fsmrun: auto: " + why);
    }
    return search;
  }

  private static byte[] sample(Work work) throws UserErrorException {
    Target first = work.targets().get(0);
    try (InputStream in = Files.newInputStream(first.path())) {
      return in.readNBytes(StreamOptions.defaults().chunkBytes());
    } catch (IOException e) {
      throw UserErrorException.of(first.name(), e);
    }
  }

  private double cpuRate(Work work, byte[] sample) throws InterruptedException {
    int most = Math.min(sample.length, Calibration.MOST_BYTES * work.threads());
    try (ParallelScanner scanner =
        ParallelScanner.of(work.database(), ParallelOptions.of(work.threads()))) {
      return calibration.rate(
          most, bytes -> scanner.scan(sample, 0, bytes, (rule, start, end, tag) -> true));
    }
  }

  /** What the kernels do in a second, once they have run before. */
  private double kernelRate(byte[] sample) {
    try {
      for (int i = 0; i < 2; i++) {
        gpu.scan(ScanInput.of(MemorySegment.ofArray(sample)), (rule, end) -> true);
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
    return sample.length * 1e3 / Math.max(1e-6, gpu.figures().kernelMillis());
  }

  /**
   * Something is not done on the GPU: says so, or ends the search of a strict user.
   *
   * @param why the reason
   * @param instead what is done instead
   */
  void left(String why, String instead) throws UserErrorException {
    if (request.strict()) {
      throw new UserErrorException("gpu: " + why + "; stopped because of --strict");
    }
    err.println("fsmrun: gpu: " + why + "; " + instead);
  }

  /** Gives the device back. Idempotent. */
  @Override
  public void close() {
    if (gpu != null) {
      gpu.close();
      gpu = null;
    }
  }
}
