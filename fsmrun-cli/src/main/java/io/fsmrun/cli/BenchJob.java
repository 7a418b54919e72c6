package io.fsmrun.cli;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.cli.bench.BenchFigures;
import io.fsmrun.cli.bench.Contender;
import io.fsmrun.cli.bench.GpuContender;
import io.fsmrun.cli.bench.HyperscanContender;
import io.fsmrun.cli.bench.LibraryContender;
import io.fsmrun.cli.bench.MemoryPeak;
import io.fsmrun.cli.bench.Origin;
import io.fsmrun.cli.bench.PartsContender;
import io.fsmrun.cli.bench.Race;
import io.fsmrun.cli.bench.Ramp;
import io.fsmrun.cli.bench.Reports;
import io.fsmrun.cli.bench.ResidentPeak;
import io.fsmrun.cli.bench.SharedContender;
import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** One benchmark: compile, verify, warm up, measure. For one thread, once. */
final class BenchJob implements AutoCloseable {

  /** How much the slow judge looks at. */
  private static final int JUDGED_BYTES = 1_000_000;

  private static final int FRESH_BYTES = 1_000_000;

  /** New scanners are warmed up for so small a share of the time that others are. */
  private static final int FRESH_WARM_UP_SHARE = 2;

  /** So much of the input the plan for a GPU looks at. */
  private static final int SAMPLE_BYTES = 1 << 17;

  private final Settings settings;
  private final Progress progress;
  private final Rules given;
  private final byte[] input;
  private long compileNanos;
  private long compilePeakBytes;
  private long hyperscanPeakBytes = -1;
  private Rules rules;
  private Database database;
  private HyperscanDatabase hyperscan;
  private GpuScan gpu;
  private GpuContender gpuContender;
  private int refused;
  private int refusedByOther;

  /**
   * What was chosen on the command line.
   *
   * @param options how rules are compiled
   * @param hyperscan what to compare with; null for nothing
   * @param threads threads that scan at once
   * @param oneStream whether they share one input
   * @param repeat runs that count
   * @param warmUpNanos how long at most to warm up, for each contender
   * @param gpu number of the GPU that takes part; null for none
   * @param plan how rules are planned for it, but for what depends on the input
   */
  record Settings(
      CompileOptions options,
      HyperscanLibrary hyperscan,
      int threads,
      boolean oneStream,
      int repeat,
      long warmUpNanos,
      Integer gpu,
      PlanRequest plan) {

    /** How many scans of the whole input run at once. */
    int lanes() {
      return oneStream ? 1 : threads;
    }
  }

  BenchJob(Settings settings, Rules rules, byte[] input, Progress progress) {
    this.settings = settings;
    this.progress = progress;
    this.given = rules;
    this.rules = rules;
    this.input = input;
  }

  /**
   * Runs it.
   *
   * @param inputName what the input is called
   * @throws UserErrorException if there is nothing to measure, or reports are not equal
   */
  BenchFigures run(String inputName) throws UserErrorException, InterruptedException {
    compile();
    openGpu();
    int fresh = Math.min(input.length, FRESH_BYTES);
    try (Race race = new Race(contenders(), settings.lanes(), input.length)) {
      // Before anything else has scanned: this is what the first input of a process meets.
      race.firstPass();
      BenchFigures.Check check = verify();
      try (Progress.Phase phase = progress.start("Warming up", "", -1)) {
        phase.to(0);
        race.warmUp(settings.warmUpNanos());
      }
      try (Progress.Phase phase = progress.start("Measuring", "rounds", settings.repeat())) {
        race.run(settings.repeat(), phase::to);
      }
      try (Progress.Phase phase = progress.start("Measuring new scanners", "", -1)) {
        phase.to(0);
        race.runAfresh(fresh, settings.warmUpNanos() / FRESH_WARM_UP_SHARE);
      }
      Optional<Ramp.Reached> ramp =
          settings.threads() == 1
              ? Optional.of(new Ramp(input).measure(database))
              : Optional.empty();
      return new BenchFigures(
          Origin.here(VersionProvider.version(), input, database),
          ruleCounts(),
          new BenchFigures.Scanned(
              inputName,
              input.length,
              settings.threads(),
              settings.oneStream(),
              fresh,
              EngineOptions.hasVectors(),
              settings.options().plan().sample().isPresent()),
          check,
          compiled(),
          race.outcomes(),
          database.plan().choices(),
          ramp,
          Optional.ofNullable(gpuContender).map(GpuContender::figures));
    } catch (DeviceException e) {
      throw new UserErrorException("--backend gpu: " + e.getMessage());
    }
  }

  private BenchFigures.RuleCounts ruleCounts() {
    return new BenchFigures.RuleCounts(
        given.accepted().size() + given.refused().size(),
        refused,
        refusedByOther,
        rules.accepted().size());
  }

  /** A benchmark of a GPU means nothing on another one, so here nothing stands in for it. */
  private void openGpu() throws UserErrorException, InterruptedException {
    if (settings.gpu() == null) {
      return;
    }
    byte[] sample = Arrays.copyOf(input, Math.min(input.length, SAMPLE_BYTES));
    GpuScan.Settings how =
        new GpuScan.Settings(settings.options(), settings.plan().withInput(input.length, sample));
    try {
      gpu = GpuScan.open(settings.gpu(), GpuRules.of(rules), how);
    } catch (DeviceException | UnfitRulesException e) {
      throw new UserErrorException("--backend gpu: " + e.getMessage());
    }
  }

  /** Compiles the rules that everybody takes. */
  private void compile() throws UserErrorException, InterruptedException {
    if (settings.hyperscan() != null) {
      compileHyperscan();
    }
    compileDatabase();
    refused = given.refused().size();
    if (database.ruleCount() < rules.accepted().size()) {
      refused += rules.accepted().size() - database.ruleCount();
      Set<Integer> taken = new HashSet<>();
      database.rules().stream().map(RuleInfo::id).forEach(taken::add);
      keep(rule -> taken.contains(rule.id()));
      if (hyperscan != null) {
        hyperscan.close();
        compileHyperscan();
      }
      compileDatabase();
    }
  }

  private void keep(Predicate<Rule> wanted) {
    List<Rule> kept = rules.accepted().stream().filter(wanted).toList();
    rules = new Rules(rules.source(), kept, rules.refused());
  }

  private void compileHyperscan() throws UserErrorException {
    // Those that have no counterpart are counted below.
    List<HyperscanRule> translated = HyperscanRule.all(rules.accepted());
    try (Progress.Phase phase = progress.start("Compiling for Hyperscan", "", -1)) {
      phase.to(0);
      ResidentPeak peak = new ResidentPeak();
      hyperscan = HyperscanDatabase.compile(settings.hyperscan(), translated);
      // A second time it finds memory that the first one gave back.
      hyperscanPeakBytes = Math.max(hyperscanPeakBytes, peak.bytes());
    } catch (HyperscanException e) {
      throw new UserErrorException(given.source() + ": " + e.getMessage());
    }
    int before = rules.accepted().size();
    rules = hyperscan.only(rules);
    refusedByOther += before - rules.accepted().size();
  }

  private void compileDatabase() throws UserErrorException, InterruptedException {
    if (rules.accepted().isEmpty()) {
      throw new UserErrorException(given.source() + ": no rules to measure");
    }
    MemoryPeak.reset();
    long start = System.nanoTime();
    database = EngineOptions.compile(rules, settings.options(), progress);
    compileNanos = System.nanoTime() - start;
    compilePeakBytes = MemoryPeak.bytes();
  }

  /** What compiling took and what came out; once all is measured, since this collects garbage. */
  private List<BenchFigures.Compiled> compiled() {
    List<BenchFigures.Compiled> all = new ArrayList<>();
    all.add(
        new BenchFigures.Compiled(
            "fsmrun", compileNanos, LibraryContender.memory(database, input, compilePeakBytes)));
    if (hyperscan != null) {
      try (HyperscanScanner scanner = hyperscan.scanner()) {
        long size = hyperscan.sizeBytes();
        all.add(
            new BenchFigures.Compiled(
                hyperscanName(),
                hyperscan.compileNanos(),
                new BenchFigures.Memory(size, size, scanner.scratchBytes(), hyperscanPeakBytes)));
      }
    }
    return all;
  }

  private String hyperscanName() {
    return "hyperscan " + settings.hyperscan().version();
  }

  private List<Contender> contenders() {
    List<Contender> all = new ArrayList<>();
    if (settings.oneStream()) {
      all.add(new SharedContender(database, input, settings.threads()));
    }
    all.add(new LibraryContender(database, input, settings.lanes()));
    if (settings.oneStream()) {
      all.add(new PartsContender(database, input, settings.threads()));
    }
    if (gpu != null) {
      gpuContender = new GpuContender(gpu, input, GpuContender.Memory.HEAP);
      all.add(gpuContender);
      all.add(new GpuContender(gpu, input, GpuContender.Memory.PAGE_LOCKED));
    }
    if (hyperscan != null) {
      for (HyperscanContender.Matches matches : HyperscanContender.Matches.values()) {
        all.add(new HyperscanContender(hyperscan, input, settings.lanes(), matches));
      }
    }
    return all;
  }

  private BenchFigures.Check verify() throws UserErrorException, InterruptedException {
    int length = hyperscan != null ? input.length : Math.min(input.length, JUDGED_BYTES);
    String judge = hyperscan != null ? hyperscanName() : "a sequential run, an automaton a rule";
    PackedReports ours = Reports.of(database, input, length);
    PackedReports theirs =
        hyperscan != null ? Reports.of(hyperscan, input) : Reports.sequential(rules, input, length);
    Optional<String> difference = Reports.difference(ours, theirs);
    if (difference.isPresent()) {
      throw new UserErrorException(
          "nothing is measured: the reports differ from those of "
              + judge
              + ": "
              + difference.get());
    }
    if (settings.oneStream()) {
      verifyShared();
    }
    if (gpuContender != null) {
      verifyGpu();
    }
    return new BenchFigures.Check(judge, length, ours.size());
  }

  private void verifyShared() throws UserErrorException, InterruptedException {
    PackedReports alone = Reports.of(database, input, input.length);
    PackedReports shared = Reports.ofThreads(database, input, settings.threads());
    Optional<String> difference = Reports.difference(shared, alone);
    if (difference.isPresent()) {
      throw new UserErrorException(
          "nothing is measured: the reports of %d threads differ from those of one: %s"
              .formatted(settings.threads(), difference.get()));
    }
  }

  private void verifyGpu() throws UserErrorException, InterruptedException {
    PackedReports here = Reports.of(database, input, input.length);
    Optional<String> difference = Reports.difference(Reports.of(gpuContender), here);
    if (difference.isPresent()) {
      throw new UserErrorException(
          "nothing is measured: the reports of the GPU differ from those of the CPU: "
              + difference.get());
    }
  }

  @Override
  public void close() {
    if (gpu != null) {
      gpu.close();
    }
    if (hyperscan != null) {
      hyperscan.close();
    }
  }
}
