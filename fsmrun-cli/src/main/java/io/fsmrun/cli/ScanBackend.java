package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.SearchRules;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.Target;
import io.fsmrun.cli.scan.TargetSurvey;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Where a search takes place: on a GPU if the user wants it and can have it, else on the CPU, with
 * the reason on standard error. For one search.
 */
final class ScanBackend implements AutoCloseable {

  /** So much of the first target is looked at for the plan. */
  private static final int SAMPLE_BYTES = 1 << 17;

  /** So much of many files is looked at to measure. */
  private static final int FILES_SAMPLE_BYTES = 8 << 20;

  private final BackendRequest request;
  private final PrintStream err;
  private final boolean verbose;
  private final Calibration calibration;
  private final Executor starter;
  private GpuScan gpu;
  private GpuTakeover takeover;

  /**
   * A place.
   *
   * @param verbose whether to say what was chosen and why
   * @param clock nanoseconds since any moment, for measurements
   */
  ScanBackend(BackendRequest request, PrintStream err, boolean verbose, LongSupplier clock) {
    this(request, err, verbose, clock, ScanBackend::startBeside);
  }

  /**
   * The same.
   *
   * @param starter starts devices that may take over
   */
  ScanBackend(
      BackendRequest request,
      PrintStream err,
      boolean verbose,
      LongSupplier clock,
      Executor starter) {
    this.starter = starter;
    this.calibration = new Calibration(clock);
    this.request = request;
    this.err = err;
    this.verbose = verbose;
  }

  /**
   * What is searched for and where.
   *
   * @param rules the rules, compiled for the CPU when that is needed
   * @param given the rules as they were read
   * @param settings how to compile and plan, as far as that does not depend on targets
   * @param targets what is searched
   * @param recursive whether directories are
   * @param threads threads that the CPU has
   */
  record Work(
      SearchRules rules,
      GpuRules given,
      GpuScan.Settings settings,
      List<Target> targets,
      boolean recursive,
      int threads) {

    /** Whether all there is to search is one input of no known length. */
    boolean isUnknown() {
      Target only = targets.get(0);
      return targets.size() == 1
          && bytesOf(only) < 0
          && (only.path() == null || Files.exists(only.path()) && !Files.isDirectory(only.path()));
    }

    /** Bytes of the longest input of a scan, which may be many files; -1 if nobody knows. */
    long mostBytes() {
      long most = 0;
      long sum = 0;
      for (Target target : targets) {
        long bytes = bytesOf(target);
        if (bytes < 0) {
          return -1;
        }
        most = Math.max(most, bytes);
        sum += bytes;
      }
      return Math.max(most, Math.min(sum, GpuSearch.BATCH_BYTES));
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

  private GpuSearch onGpu(Work work) throws UserErrorException, InterruptedException {
    try {
      gpu = open(work, work.mostBytes(), sample(work, SAMPLE_BYTES));
      say("gpu", GpuPlanText.summary(gpu.plan(), gpu.facts()));
      return new GpuSearch(gpu);
    } catch (DeviceException | UnfitRulesException e) {
      left(e.getMessage(), "searching with cpu");
      return null;
    }
  }

  private GpuScan open(Work work, long longest, byte[] sample)
      throws UnfitRulesException, InterruptedException {
    GpuScan.Settings settings = work.settings();
    byte[] beginning = Arrays.copyOf(sample, Math.min(sample.length, SAMPLE_BYTES));
    return GpuScan.open(
        request.gpu(),
        work.given(),
        new GpuScan.Settings(settings.host(), settings.plan().withInput(longest, beginning)));
  }

  /** The GPU is opened only where it pays even if it is as fast as its link. */
  private GpuSearch choose(Work work) throws UserErrorException, InterruptedException {
    if (work.isUnknown()) {
      return chosen("cpu to begin with: the length of the input is not known", null);
    }
    TargetSurvey survey = new TargetSurvey(work.targets(), work.recursive());
    boolean single = work.targets().size() == 1 && Work.bytesOf(work.targets().get(0)) >= 0;
    int chunk = StreamOptions.defaults().chunkBytes();
    byte[] sample = single ? sample(work, chunk) : survey.sample(FILES_SAMPLE_BYTES);
    // Files are searched side by side, each by one thread.
    double cpuRate =
        single ? cpuRate(work, sample, work.threads()) : work.threads() * cpuRate(work, sample, 1);
    TransferModel bound = TransferModel.bound(cpuRate, single ? chunk : GpuSearch.BATCH_BYTES);
    survey.count(bound::gpuPays);
    if (!bound.gpuPays(survey.bytes())) {
      return chosen(text(bound, survey), null);
    }
    return choose(work, survey, bound, sample);
  }

  /** Opens the GPU and measures it. */
  private GpuSearch choose(Work work, TargetSurvey survey, TransferModel bound, byte[] sample)
      throws InterruptedException {
    TransferModel model;
    try {
      gpu = open(work, survey.longestScan(), sample);
      model = bound.withKernels(kernelRate(gpu, sample));
    } catch (DeviceException | UnfitRulesException e) {
      close();
      return chosen("cpu: " + e.getMessage(), null);
    }
    survey.count(model::gpuPays);
    if (!model.gpuPays(survey.bytes())) {
      close();
      return chosen(text(model, survey), null);
    }
    return chosen(text(model, survey), new GpuSearch(gpu));
  }

  private static String text(TransferModel model, TargetSurvey survey) {
    return model.text(survey.bytes()) + "; " + survey.text();
  }

  /**
   * What may take over a search that begins on the CPU.
   *
   * @return null if nothing may
   */
  Takeover takeover(Work work) {
    if (request.name() != BackendName.AUTO || !work.isUnknown()) {
      return null;
    }
    takeover =
        new GpuTakeover(
            beginning -> {
              GpuScan scan = open(work, -1, beginning);
              return new GpuTakeover.Opened(scan, kernelRateOrClose(scan, beginning));
            },
            starter,
            calibration.clock(),
            why -> say("auto", why));
    return takeover;
  }

  private static double kernelRateOrClose(GpuScan scan, byte[] sample) throws InterruptedException {
    try {
      return kernelRate(scan, sample);
    } catch (DeviceException | InterruptedException e) {
      scan.close();
      throw e;
    }
  }

  private static void startBeside(Runnable work) {
    Thread.ofPlatform().daemon().name("gpu").start(work);
  }

  private GpuSearch chosen(String why, GpuSearch search) {
    say("auto", why);
    return search;
  }

  private void say(String who, String what) {
    if (verbose) {
      err.println("fsmrun: " + who + ": " + what);
    }
  }

  /** The beginning of the first target, if it can be read twice. */
  private static byte[] sample(Work work, int most) throws UserErrorException {
    Target first = work.targets().get(0);
    if (Work.bytesOf(first) < 0) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(first.path())) {
      return in.readNBytes(most);
    } catch (IOException e) {
      throw UserErrorException.of(first.name(), e);
    }
  }

  private double cpuRate(Work work, byte[] sample, int threads) throws InterruptedException {
    int most = Math.min(sample.length, Calibration.MOST_BYTES * threads);
    try (ParallelScanner scanner =
        ParallelScanner.of(work.rules().database(), ParallelOptions.of(threads))) {
      return calibration.rate(
          most, bytes -> scanner.scan(sample, 0, bytes, (rule, start, end, tag) -> true));
    }
  }

  /** What the kernels do in a second, once they have run before. */
  private static double kernelRate(GpuScan scan, byte[] sample) throws InterruptedException {
    try {
      for (int i = 0; i < 2; i++) {
        scan.scan(ScanInput.of(MemorySegment.ofArray(sample)), block -> true);
      }
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
    return sample.length * 1e3 / Math.max(1e-6, scan.figures().kernelMillis());
  }

  /**
   * The rules that nobody takes, when they were prepared for the GPU.
   *
   * @param given the rules as they were read
   */
  List<RefusedRule> refused(GpuRules given) {
    return gpu.refused(given);
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
    if (takeover != null) {
      takeover.close();
      takeover = null;
    }
    if (gpu != null) {
      gpu.close();
      gpu = null;
    }
  }
}
