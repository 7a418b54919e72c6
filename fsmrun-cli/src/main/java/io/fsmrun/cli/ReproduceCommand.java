package io.fsmrun.cli;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.bench.reproduce.Benchmark;
import io.fsmrun.bench.reproduce.Experiments;
import io.fsmrun.bench.reproduce.Plan;
import io.fsmrun.bench.reproduce.Reproduction;
import io.fsmrun.bench.reproduce.Results;
import io.fsmrun.bench.reproduce.RunStore;
import io.fsmrun.bench.reproduce.Sources;
import io.fsmrun.bench.reproduce.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Does the published evaluation again and sets its figures beside the published ones. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Runs the published evaluation of convergence-set enumeration again (table 3.1, figures 3.7 and 3.10 to 3.16, and what goes"
          + " beyond them) and writes pages, tables and plots, each value beside the published one.",
      "Needs an ANMLZoo checkout for six of the thirteen benchmarks; without one the other seven are run. Every result is kept in"
          + " a file of its own, so that work that was stopped goes on where it was."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  fsmrun reproduce --quick -o quick",
      "  fsmrun reproduce --anmlzoo ~/ANMLZoo -o reproduction",
      "  fsmrun reproduce --only Brill,Snort -o two"
    })
final class ReproduceCommand implements Callable<Integer> {

  private final PrintStream err;

  @Option(
      names = "--anmlzoo",
      paramLabel = "DIR",
      description = "The ANMLZoo checkout (default $ANMLZOO_HOME, else ../shared/anmlzoo).")
  private Path anmlZoo;

  @Option(
      names = "--quick",
      description =
          "The main figures only, on the first 100,000 bytes of each input: minutes instead of an hour.")
  private boolean quick;

  @Option(
      names = "--only",
      paramLabel = "NAMES",
      split = ",",
      description = "These benchmarks only, such as Brill,Snort.")
  private List<String> only = List.of();

  @Option(
      names = "--bytes",
      paramLabel = "N",
      description =
          "At most the first N bytes of each input (default: all, or 100000 for --quick).")
  private Integer bytes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of rulesets, traces and profiled strings (default ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one per core).")
  private Integer threads;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "Where results, pages, tables and plots go; made if it is not there.")
  private Path directory;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress; errors only.")
  private boolean quiet;

  ReproduceCommand(PrintStream err) {
    this.err = err;
  }

  @Override
  public Integer call() throws Exception {
    int cores = Checks.orElse(threads, Runtime.getRuntime().availableProcessors());
    Checks.threads(cores);
    List<Benchmark> wanted = wanted();
    Optional<AnmlZoo> zoo = zoo(wanted);
    List<Benchmark> benchmarks = wanted.stream().filter(b -> hasFiles(b, zoo)).toList();
    if (benchmarks.isEmpty()) {
      throw new UserErrorException("no benchmark left: all of them need an ANMLZoo checkout");
    }
    Experiments experiments = quick ? Experiments.quick() : Experiments.full();
    if (bytes != null) {
      Checks.within("--bytes", bytes, 1, Integer.MAX_VALUE);
      experiments = experiments.withBytes(bytes);
    }
    Plan plan = Plan.of(experiments, benchmarks);
    ReproducePlace origin = ReproducePlace.here(seed, cores);
    List<String> missing =
        wanted.stream().filter(b -> !benchmarks.contains(b)).map(Benchmark::name).toList();
    ReproduceFiles files = new ReproduceFiles(directory(), plan, missing, origin);
    say(announcement(plan, missing));
    work(plan, new Sources(zoo, seed, cores), origin, files);
    return Main.DONE;
  }

  private void work(Plan plan, Sources sources, ReproducePlace origin, ReproduceFiles files)
      throws UserErrorException, InterruptedException {
    RunStore store = new RunStore(directory.resolve("runs"), this::say);
    Progress progress = quiet ? Progress.NONE : Progress.onTerminal();
    try (Progress.Phase phase = progress.start("Reproducing", "runs", plan.tasks().size())) {
      Results results =
          new Reproduction(plan, sources, store, origin.program(), listener(phase, files)).run();
      files.writeAll(results);
    } catch (IOException e) {
      throw UserErrorException.of(directory.toString(), e);
    }
    say("fsmrun: wrote " + directory.resolve("index.html"));
  }

  /** Shows what is running, and writes pages of what there is after each benchmark. */
  private Reproduction.Listener listener(Progress.Phase phase, ReproduceFiles files) {
    return new Reproduction.Listener() {
      private boolean isNew;

      @Override
      public void begins(Task task, int done) {
        isNew = true;
        phase.says(task.inWords());
      }

      @Override
      public void done(Task task, int done) {
        phase.to(done);
      }

      @Override
      public void benchmarkDone(String benchmark, Results results) throws IOException {
        if (isNew) {
          isNew = false;
          files.writePages(results);
        }
      }
    };
  }

  private List<Benchmark> wanted() throws UserErrorException {
    if (only.isEmpty()) {
      return Benchmark.all();
    }
    List<Benchmark> named = new ArrayList<>();
    for (String name : only) {
      Optional<Benchmark> benchmark = Benchmark.named(name);
      if (benchmark.isEmpty()) {
        throw new UserErrorException(
            "--only: no benchmark named \""
                + name
                + "\"; there are "
                + String.join(", ", Benchmark.names()));
      }
      named.add(benchmark.get());
    }
    return Benchmark.all().stream().filter(named::contains).toList();
  }

  /** The checkout; none if it is not needed, or was not asked for and is not there. */
  private Optional<AnmlZoo> zoo(List<Benchmark> wanted) throws UserErrorException {
    if (wanted.stream().noneMatch(Benchmark::needsAnmlZoo)) {
      Checks.absent(anmlZoo, "--anmlzoo", "is for benchmarks of ANMLZoo, of which none is wanted");
      return Optional.empty();
    }
    try {
      return Optional.of(AnmlZoo.atOrFind(anmlZoo));
    } catch (AnmlZooException e) {
      if (anmlZoo != null) {
        throw new UserErrorException(e.getMessage());
      }
      return Optional.empty();
    }
  }

  private static boolean hasFiles(Benchmark benchmark, Optional<AnmlZoo> zoo) {
    return switch (benchmark.source()) {
      case Benchmark.Source.Suite suite -> true;
      case Benchmark.Source.Zoo files -> zoo.isPresent() && isComplete(zoo.get(), files);
    };
  }

  private static boolean isComplete(AnmlZoo zoo, Benchmark.Source.Zoo files) {
    try {
      zoo.rules(files.benchmark());
      zoo.input(files.benchmark(), AnmlZoo.Size.ONE_MB);
      return true;
    } catch (AnmlZooException e) {
      return false;
    }
  }

  private Path directory() throws UserErrorException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new UserErrorException(directory + ": is a file, not a directory to write to");
    }
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw UserErrorException.of(directory.toString(), e);
    }
    if (!Files.isWritable(directory)) {
      throw new UserErrorException(directory + ": permission denied");
    }
    return directory;
  }

  private static String announcement(Plan plan, List<String> missing) {
    long minutes = Math.max(1, Math.round(plan.estimatedSeconds() / 60));
    String text =
        String.format(
            Locale.ROOT,
            "fsmrun: %d benchmarks, %d results to make, about %d min on two cores; what is there already is not made again",
            plan.benchmarks().size(),
            plan.tasks().size(),
            minutes);
    return missing.isEmpty()
        ? text
        : text
            + System.lineSeparator()
            + "fsmrun: without "
            + String.join(", ", missing)
            + ", whose files an ANMLZoo checkout has: --anmlzoo DIR";
  }

  private void say(String text) {
    if (!quiet) {
      err.println(text);
    }
  }
}
