package io.fsmrun.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** A network, or rules as one, and an input in; reports and a summary out. */
final class NetworkRun implements Callable<Integer> {

  private final Origin origin;
  private final RuleNetworkMaker.Choice choice;
  private final Target target;
  private final PrintStream out;
  private final PrintStream err;
  private final Progress progress;

  /**
   * What is run.
   *
   * @param network a network's file; null for rules
   * @param rules a rules file, or null
   * @param benchmark a benchmark, or null
   * @param anmlZoo where benchmarks are, or null
   */
  record Origin(String network, Path rules, String benchmark, Path anmlZoo) {}

  /**
   * Over what, and where to.
   *
   * @param input as the user typed it; null if not at all
   * @param segments segments that are run side by side; 1 for none
   * @param reports what is done with reports
   * @param summaryJson where the summary goes; null for nowhere
   */
  record Target(String input, int segments, ReportMode reports, Path summaryJson) {}

  NetworkRun(
      Origin origin,
      RuleNetworkMaker.Choice choice,
      Target target,
      PrintStream out,
      PrintStream err,
      Progress progress) {
    this.origin = origin;
    this.choice = choice;
    this.target = target;
    this.out = out;
    this.err = err;
    this.progress = progress;
  }

  @Override
  public Integer call() throws UserErrorException, InterruptedException {
    JsonFile json = JsonFile.at(target.summaryJson);
    LoadedNetwork loaded;
    Input input;
    if (origin.network != null) {
      if (target.input == null) {
        throw new UserErrorException(
            "--network needs --input FILE, or --input - for standard input");
      }
      Path file = Input.readable(origin.network, "a network");
      input = Input.of(target.input);
      loaded = new NetworkFiles(progress).read(file);
    } else {
      if (target.reports == ReportMode.VASIM) {
        throw new UserErrorException("--reports vasim needs --network; use tsv for rules");
      }
      Sources sources =
          Sources.resolve(origin.rules, origin.benchmark, origin.anmlZoo, target.input);
      input = sources.input();
      try {
        loaded = new RuleNetworkMaker(choice, err, progress).make(sources.rules());
      } catch (RuleNetworkMaker.StrictException e) {
        err.println("fsmrun: stopped because of --strict");
        return Main.REFUSED;
      }
    }
    NetworkJob.Settings settings =
        new NetworkJob.Settings(choice.threads(), target.segments, target.reports);
    NetworkSummary summary = new NetworkJob(loaded, settings, progress).run(input, out);
    json.write(summary::toJson);
    if (!choice.quiet()) {
      summary.print(err);
    }
    return Main.DONE;
  }
}
