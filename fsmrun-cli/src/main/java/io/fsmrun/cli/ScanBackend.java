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
import io.fsmrun.regex.RefusedRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
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

  /** So much of files is looked at to measure. */
  private static final int MEASURED_BYTES = 8 << 20;

  /**
   * What a thread searches for the slowest rulesets while a device starts: of so much, or less, the
   * CPU is sure to be sooner done, if compiling takes it little.
   */
  private static final long START_BYTES_PER_THREAD = 4 << 20;

  /** Nor is less than this worth a start before anything is measured. */
  private static final long LEAST_START_BYTES = 32 << 20;

  /** The same where few threads would share a core with the start: a second of one or two. */
  private static final long START_BYTES_OF_FEW = 256 << 20;

  /** So often is looked whether the device is ready while rules are compiled. */
  private static final long POLL_MILLIS = 10;

  private final BackendRequest request;
  private final PrintStream err;
  private final boolean verbose;
  private final LongSupplier clock;
  private final Executor starter;
  private GpuScan gpu;
  private GpuTakeover takeover;
  private TargetSurvey survey;

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
   * @param starter starts what goes on beside the search
   */
  ScanBackend(
      BackendRequest request,
      PrintStream err,
      boolean verbose,
      LongSupplier clock,
      Executor starter) {
    this.starter = starter;
    this.clock = clock;
    this.request = request;
    this.err = err;
    this.verbose = verbose;
  }

  /**
   * What is searched for and where.
   *
   * @param given the rules as they were read
   * @param settings how to compile and plan, as far as that does not depend on targets
   * @param targets what is searched
   * @param recursive whether directories are
   * @param threads threads that the CPU has
   */
  record Work(
      GpuRules given,
      GpuScan.Settings settings,
      List<Target> targets,
      boolean recursive,
      int threads) {

    /** Whether there is one target, which is no directory. */
    boolean isSingle() {
      Target only = targets.get(0);
      return targets.size() == 1 && (only.path() == null || !Files.isDirectory(only.path()));
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
   * Prepares the device that the user wants.
   *
   * @return the search on the GPU; null if the search is to begin on the CPU
   * @throws UserErrorException if there can be no search on the GPU and the user was strict
   */
  GpuSearch prepare(Work work) throws UserErrorException, InterruptedException {
    return request.name() == BackendName.GPU ? onGpu(work) : null;
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

  /**
   * What may take over a search that begins on the CPU. From now on files are counted beside, and
   * the device is started as soon as there are enough of them, or enough of a pipe has come.
   *
   * @return null if nothing may
   */
  Takeover takeover(Work work) {
    if (request.name() != BackendName.AUTO) {
      return null;
    }
    ColdRules rules = ColdRules.of(work.given());
    TargetSurvey looked = new TargetSurvey(work.targets(), work.recursive());
    survey = looked;
    DeviceStart device =
        new DeviceStart(beginning -> openMeasured(work, looked, beginning), starter, clock);
    GpuTakeover started =
        new GpuTakeover(device, () -> counted(work, looked), rules, work.threads(), clock);
    takeover = started;
    long enough = enough(work.threads(), rules);
    starter.execute(
        () -> {
          try {
            looked.count(
                seen -> {
                  // Of a single file all is known only when it is complete.
                  if (seen.bytes() >= enough && (seen.complete() || !work.isSingle())) {
                    started.start(new byte[0]);
                  }
                });
          } catch (InterruptedException e) {
            // Nobody wants to know more.
          }
        });
    return takeover;
  }

  private static long enough(int threads, ColdRules rules) {
    if (threads < GpuTakeover.MANY_THREADS) {
      return START_BYTES_OF_FEW;
    }
    return rules.areLarge()
        ? GpuTakeover.MUCH_FOR_LARGE_BYTES
        : Math.max(LEAST_START_BYTES, START_BYTES_PER_THREAD * threads);
  }

  /** What was counted of all that there is to search; pipes among it have no length. */
  private static TargetSurvey.Counted counted(Work work, TargetSurvey looked) {
    TargetSurvey.Counted seen = looked.counted();
    boolean hasPipes = work.targets().stream().skip(1).anyMatch(Target::isPipe);
    return new TargetSurvey.Counted(
        seen.bytes(), seen.files(), seen.longest(), seen.complete() && !hasPipes);
  }

  /**
   * Compiles the rules for the CPU, unless the GPU is ready first and takes over from the start; to
   * be so it may be given a while in which they are not compiled.
   *
   * @param rules the rules
   * @param first what is searched first
   * @return the search on the GPU; null if the search begins on the CPU, for which the rules are
   *     compiled
   * @throws InterruptedException if the thread is interrupted
   */
  GpuSearch first(SearchRules rules, Target first) throws InterruptedException {
    try (CompiledOrNot cpu = new CompiledOrNot(rules, clock)) {
      while (!cpu.await(POLL_MILLIS)) {
        Takeover.Pipe pipe = first.begun() == null ? null : first.begun().state();
        // Asked before the device is: one that becomes ready in between is not a reason to go on.
        boolean back = takeover.standsBack(pipe, cpu.nanos());
        GpuSearch gpu = takeover.first(pipe, cpu.isUnderWay());
        if (gpu != null) {
          return gpu;
        }
        if (takeover.isOver() && first.begun() != null) {
          first.begun().forget();
        }
        cpu.standBack(back);
      }
    }
    takeover.compiled();
    return null;
  }

  private DeviceStart.Opened openMeasured(Work work, TargetSurvey looked, byte[] beginning)
      throws UnfitRulesException, InterruptedException {
    byte[] files = beginning.length > 0 ? beginning : looked.sample(MEASURED_BYTES);
    long longest = beginning.length > 0 ? -1 : looked.counted().longestScan();
    GpuScan scan = open(work, longest, files);
    try {
      TargetSurvey.Counted seen = looked.counted();
      int average = Math.clamp(seen.bytes() / Math.max(1, seen.files()), 1, files.length + 1);
      double rate =
          work.isSingle() || beginning.length > 0
              ? new DeviceRate(scan, clock).ofWhole(files)
              : new DeviceRate(scan, clock).ofPackets(files, average);
      boolean complete = scan.refused(work.given()).size() == work.given().rules().refused().size();
      return new DeviceStart.Opened(scan, rate, complete);
    } catch (DeviceException | InterruptedException e) {
      scan.close();
      throw e;
    }
  }

  private static void startBeside(Runnable work) {
    Thread.ofPlatform().daemon().name("gpu").start(work);
  }

  /** Says where the search was, and why. */
  void explain() {
    if (takeover != null) {
      say("auto", takeover.reason());
      say("auto", takeover.times());
    }
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

  /**
   * The rules that nobody takes, when the GPU has the search.
   *
   * @param given the rules as they were read
   */
  List<RefusedRule> refused(GpuRules given) {
    return (gpu != null ? gpu : takeover.taken()).refused(given);
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
    if (survey != null) {
      survey.stop();
    }
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
