package io.fsmrun.cli;

import io.fsmrun.cpu.filter.ByteSample;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which engines of the library rules may be split over; compiles them so. */
final class EngineOptions {

  private static final String VECTORS = "jdk.incubator.vector";

  @Option(
      names = "--engines",
      paramLabel = "NAME",
      split = ",",
      converter = EngineName.class,
      description =
          "The engines that rules are split over: byte-sets, byte-runs, literal-filter, class-index, tokens, shift-and, lazy-dfa, start-of-match (default: all). lazy-dfa"
              + " takes what no other engine takes; it and start-of-match are on unless --no-fallback is given.")
  private List<EngineKind> engines;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      split = ",",
      converter = EngineName.class,
      description = "Switches engines off.")
  private List<EngineKind> without;

  @Option(
      names = "--no-fallback",
      description =
          "Switches lazy-dfa and start-of-match off unless --engines names them: rules that no other engine takes are refused.")
  private boolean noFallback;

  @Option(
      names = "--no-vector",
      description = "Runs without Java's vector module: the same matches, more slowly.")
  private boolean noVector;

  @Option(
      names = "--sample",
      paramLabel = "FILE",
      description =
          "Plans for inputs like this one: 128 KiB of it tell what is frequent. Changes speed, not matches.")
  private Path sample;

  @Option(
      names = "--no-sample",
      description =
          "Plans without looking at any input, as if it were text. By default scan and bench look at their first input.")
  private boolean noSample;

  /** Refuses these options where they have no meaning. */
  void refuse(String because) throws UserErrorException {
    Checks.absent(engines, "--engines", because);
    Checks.absent(without, "--without", because);
    Checks.absent(noFallback, "--no-fallback", because);
    Checks.absent(noVector, "--no-vector", because);
    Checks.absent(sample, "--sample", because);
    Checks.absent(noSample, "--no-sample", because);
  }

  /** Engines that are on. */
  Set<EngineKind> engines() throws UserErrorException {
    EnumSet<EngineKind> chosen = EnumSet.allOf(EngineKind.class);
    if (engines != null) {
      chosen.retainAll(engines);
    } else if (noFallback) {
      chosen.removeIf(EngineKind::isFallback);
    }
    if (without != null) {
      without.forEach(chosen::remove);
      for (EngineKind engine : without) {
        if (engine.isFallback() && !noFallback) {
          throw new UserErrorException(
              "--without "
                  + engine.userName()
                  + ": it takes what no other engine takes, and is on unless --no-fallback is"
                  + " given");
        }
      }
    }
    return chosen;
  }

  /** What the planner may use, checked. */
  CompileOptions compileOptions(int threads) throws UserErrorException {
    return compileOptions(threads, Optional.empty());
  }

  /**
   * What the planner may use, checked.
   *
   * @param input the sample that is looked at unless the user wants another or none
   */
  CompileOptions compileOptions(int threads, Optional<ByteSample> input) throws UserErrorException {
    Checks.threads(threads);
    // Whether there is a vector module is decided before Java starts, by the launcher.
    if (noVector && hasVectors()) {
      throw new UserErrorException(
          "--no-vector comes too late: Java was started with --add-modules " + VECTORS);
    }
    if (noSample && sample != null) {
      throw new UserErrorException("--sample and --no-sample exclude each other");
    }
    PlanOptions usual = PlanOptions.defaults();
    Optional<ByteSample> taken = noSample ? Optional.empty() : input;
    if (sample != null) {
      taken = Optional.of(sampleOf(Input.readable(sample.toString(), "a sample")));
    }
    PlanOptions plan = new PlanOptions(engines(), usual.limits(), threads, taken);
    return CompileOptions.defaults().withPlan(noFallback ? plan.withoutFallback() : plan);
  }

  /** Some of a file. */
  static ByteSample sampleOf(Path file) throws UserErrorException {
    try (FileChannel channel = FileChannel.open(file)) {
      return ByteSample.of(channel);
    } catch (IOException e) {
      throw new UserErrorException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** Whether Java runs with its vector module. */
  static boolean hasVectors() {
    return ModuleLayer.boot().findModule(VECTORS).isPresent();
  }

  /** Compiles rules, showing progress. */
  static Database compile(Rules rules, CompileOptions options, Progress progress)
      throws InterruptedException {
    try (Progress.Phase phase = progress.start("Compiling", "rules", rules.accepted().size())) {
      return Database.compile(rules, options, new CompileProgress(phase));
    }
  }

  /** Counts rules; says which engine is put together. */
  private record CompileProgress(Progress.Phase phase) implements CompileListener {

    @Override
    public void progress(int done, int total) {
      phase.to(done);
    }

    @Override
    public void building(String engine, int done, int total) {
      phase.says(done == total ? "" : engine + " " + done + "/" + total);
    }
  }
}
