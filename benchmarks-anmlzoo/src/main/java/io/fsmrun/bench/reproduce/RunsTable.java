package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.List;

/** All runs as one table, with everything that is known of each. */
public final class RunsTable {

  private static final List<String> HEADER =
      List.of(
          "benchmark",
          "strategy",
          "run",
          "bytes",
          "segments",
          "speedup",
          "ideal",
          "cycles",
          "symbols",
          "switches",
          "checks",
          "lookback",
          "composition",
          "decoding",
          "reexecution",
          "machine_r0_mean",
          "machine_r0_max",
          "machine_rt_mean",
          "machine_rt_max",
          "rule_r0_mean",
          "rule_r0_max",
          "rule_rt_mean",
          "rule_rt_max",
          "to_one_median",
          "to_one_p95",
          "to_one_max",
          "to_one_never",
          "pairs",
          "reexecuted_segments",
          "unknown_segments",
          "reexecuted_symbols",
          "reexecution_rate",
          "reports",
          "report_digest",
          "seconds");

  private RunsTable() {}

  /**
   * The table.
   *
   * @param results what was done
   * @return the header, and a row for each run
   */
  public static List<List<String>> of(Results results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADER);
    results.runs().forEach((spec, result) -> rows.add(row(spec, result)));
    return rows;
  }

  private static List<String> row(RunSpec spec, RunResult run) {
    List<String> cells = new ArrayList<>(List.of(spec.benchmark(), spec.kind(), spec.inWords()));
    numbers(
        cells,
        run.bytes(),
        run.segments(),
        run.speedup(),
        run.idealSpeedup(),
        run.cycles(),
        run.cyclesBy().symbols(),
        run.cyclesBy().switches(),
        run.cyclesBy().checks(),
        run.cyclesBy().lookback(),
        run.cyclesBy().composition(),
        run.cyclesBy().decoding(),
        run.cyclesBy().reexecution());
    numbers(
        cells,
        run.machine().r0Mean(),
        run.machine().r0Max(),
        run.machine().rtMean(),
        run.machine().rtMax(),
        run.rules().r0Mean(),
        run.rules().r0Max(),
        run.rules().rtMean(),
        run.rules().rtMax(),
        run.rules().toOne().median(),
        run.rules().toOne().p95(),
        run.rules().toOne().max(),
        run.rules().toOne().never(),
        run.rules().pairs());
    numbers(
        cells,
        run.reexecution().segments(),
        run.reexecution().unknownSegments(),
        run.reexecution().symbols(),
        run.reexecution().rate(),
        run.reports());
    cells.add(run.reportDigest());
    cells.add(Csv.number(run.seconds()));
    return cells;
  }

  private static void numbers(List<String> cells, Number... values) {
    for (Number value : values) {
      cells.add(value instanceof Double real ? Csv.number(real) : value.toString());
    }
  }
}
