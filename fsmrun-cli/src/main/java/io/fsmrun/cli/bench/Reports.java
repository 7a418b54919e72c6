package io.fsmrun.cli.bench;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.RuleMachine;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Optional;

/** All reports of an input, by this library and by its judges. */
public final class Reports {

  private Reports() {}

  private record Collector(PackedReports reports) implements MatchHandler {
    @Override
    public boolean match(int rule, long start, long end, long tag) {
      reports.add(rule, end);
      return true;
    }
  }

  /**
   * What a database reports.
   *
   * @param database the rules
   * @param input what is scanned
   * @param length how much of it
   * @return the reports in the order in which they came
   */
  public static PackedReports of(Database database, byte[] input, int length) {
    PackedReports reports = new PackedReports();
    database.newScanner().scan(input, 0, length, new Collector(reports));
    return reports;
  }

  /**
   * What a database reports, on several threads that share the input.
   *
   * @param database the rules
   * @param input what is scanned
   * @param threads how many
   * @return the reports in the order in which they came
   * @throws InterruptedException if the thread is interrupted
   */
  public static PackedReports ofThreads(Database database, byte[] input, int threads)
      throws InterruptedException {
    PackedReports reports = new PackedReports();
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(threads))) {
      scanner.scan(input, new Collector(reports));
    }
    return reports;
  }

  /**
   * What a sequential run of one automaton per rule reports; slow, and made by other code.
   *
   * @param rules the rules
   * @param input what is scanned
   * @param length how much of it
   * @return the reports, in order
   * @throws InterruptedException if the thread is interrupted
   */
  public static PackedReports sequential(Rules rules, byte[] input, int length)
      throws InterruptedException {
    RuleMachine machine =
        RuleMachine.of(RuleCompiler.withDefaults().compile(rules, done -> {}), new CpuBackend());
    PackedReports reports = new PackedReports();
    byte[] beginning = length == input.length ? input : Arrays.copyOf(input, length);
    machine.scanner().build().scan(beginning, reports::add);
    return reports;
  }

  /**
   * What Hyperscan reports.
   *
   * @param database the rules
   * @param input what is scanned
   * @return the reports, in order, each once
   */
  public static PackedReports of(HyperscanDatabase database, byte[] input) {
    try (HyperscanScanner scanner = database.scanner();
        Arena arena = Arena.ofConfined()) {
      return scanner.scan(HyperscanContender.copy(input, arena)).copy();
    }
  }

  /**
   * What a GPU reports.
   *
   * @param gpu the rules on the device, with the input
   * @return the reports in the order in which they came
   * @throws InterruptedException if the thread is interrupted
   */
  public static PackedReports of(GpuContender gpu) throws InterruptedException {
    return gpu.reports();
  }

  /**
   * Where reports differ.
   *
   * @param ours those of this library
   * @param theirs those of a judge
   * @return nothing if they are equal; else the first difference, for users
   */
  public static Optional<String> difference(PackedReports ours, PackedReports theirs) {
    int at = ours.mismatch(theirs);
    return at < 0
        ? Optional.empty()
        : Optional.of(
            "report %,d: %s here, %s there; %,d and %,d in all"
                .formatted(at + 1, text(ours, at), text(theirs, at), ours.size(), theirs.size()));
  }

  private static String text(PackedReports reports, int at) {
    return at < reports.size() ? "rule " + reports.rule(at) + " at " + reports.end(at) : "none";
  }
}
