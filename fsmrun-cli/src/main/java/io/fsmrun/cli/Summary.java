package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.EnergyModel;
import io.fsmrun.ap.timing.EventCounters;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.regex.CompiledRules;
import java.io.PrintStream;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run did, for people and as JSON. */
final class Summary {

  private final Mode mode;
  private final BackendName backend;
  private final ReportMode reports;
  private final CompiledRules rules;
  private final RunStatistics run;
  private final Times times;
  private final CycleAccount cycles;

  /**
   * How long it took.
   *
   * @param compileNanos rules to automata
   * @param profileNanos predicting convergence sets
   * @param scanNanos reading, running, composing and reporting
   */
  record Times(long compileNanos, long profileNanos, long scanNanos) {}

  Summary(
      Job.Settings settings,
      CompiledRules rules,
      RunStatistics run,
      Times times,
      CycleAccount cycles) {
    this.mode = settings.mode();
    this.backend = settings.backend();
    this.reports = settings.reports();
    this.rules = rules;
    this.run = run;
    this.times = times;
    this.cycles = cycles;
  }

  private boolean hasCycles() {
    return backend == BackendName.AP;
  }

  private boolean hasReports() {
    return reports != ReportMode.NONE;
  }

  private boolean hasFlows() {
    return run.enumerated() > 0;
  }

  private double bytesPerSecond() {
    return run.bytes() * 1e9 / Math.max(1, times.scanNanos);
  }

  ObjectNode toJson(JsonMapper mapper) {
    ObjectNode json = mapper.createObjectNode();
    json.put("mode", mode.toString());
    json.put("backend", backend.toString());
    json.put("rules", rules.ruleSet().size());
    json.put("rulesRefused", rules.refused().size());
    json.put("rulesWithoutDfa", rules.positionAutomata());
    json.put("states", rules.ruleSet().stateCount());
    json.put("bytes", run.bytes());
    json.put("segments", run.segments());
    json.put("reports", run.reports());
    json.put("wallNanos", times.scanNanos);
    json.put("throughputBytesPerSecond", bytesPerSecond());
    json.put("compileNanos", times.compileNanos);
    if (mode == Mode.CSE) {
      json.put("profileNanos", times.profileNanos);
    }
    if (hasCycles()) {
      ObjectNode ap = json.putObject("ap");
      ap.put("cycles", cycles.cycles());
      ap.put("baselineCycles", cycles.baselineCycles());
      ap.put("speedup", cycles.speedup());
      ap.put("idealSpeedup", cycles.idealSpeedup());
      EventCounters events = cycles.events(1);
      ObjectNode counted = json.putObject("eventsPerHalfCore");
      counted.put("rowReads", events.rowReads());
      counted.put("flowSwitches", events.flowSwitches());
      counted.put("convergenceChecks", events.convergenceChecks());
      counted.put("reexecutedSymbols", events.reexecutedSymbols());
      json.putObject("energyEstimate").put("ratioToSequential", energyRatio(events));
    }
    if (hasFlows()) {
      ObjectNode flows = json.putObject("flows");
      flows.put("r0Mean", run.r0Mean());
      flows.put("r0Max", run.r0Max());
      flows.put("rtMean", run.rtMean());
      flows.put("rtMax", run.rtMax());
      ObjectNode reexecution = json.putObject("reexecution");
      reexecution.put("segments", run.reexecutedSegments());
      reexecution.put("rate", run.reexecutionRate());
    }
    return json;
  }

  /** Energy over that of a sequential run, which reads one match row a symbol and does no more. */
  private double energyRatio(EventCounters events) {
    long symbols = cycles.baselineCycles();
    EventCounters sequential = new EventCounters(symbols, symbols, 0, 0, 0, 0, 0, 0, 0, 0);
    return EnergyModel.scaledFromHbm2().compare(events, sequential).ratioToBaseline();
  }

  void print(PrintStream err) {
    err.printf(Locale.ROOT, "mode         %s on %s, %d segments%n", mode, backend, run.segments());
    err.printf(
        Locale.ROOT,
        "rules        %,d (%d refused, %d without a DFA), %,d states%n",
        rules.ruleSet().size(),
        rules.refused().size(),
        rules.positionAutomata(),
        rules.ruleSet().stateCount());
    err.printf(
        Locale.ROOT,
        "input        %,d bytes in %.2f s, %.2f MB/s (compiled in %.2f s, profiled in %.2f s)%n",
        run.bytes(),
        times.scanNanos / 1e9,
        bytesPerSecond() / 1e6,
        times.compileNanos / 1e9,
        times.profileNanos / 1e9);
    if (hasReports()) {
      err.printf(Locale.ROOT, "reports      %,d%n", run.reports());
    }
    if (hasCycles()) {
      err.printf(
          Locale.ROOT,
          "AP cycles    %,d of %,d sequential: speed-up %.2f of an ideal %.0f%n",
          cycles.cycles(),
          cycles.baselineCycles(),
          cycles.speedup(),
          cycles.idealSpeedup());
      EventCounters events = cycles.events(1);
      err.printf(
          Locale.ROOT,
          "AP events    %,d row reads, %,d flow switches, %,d checks in each half-core; energy: an"
              + " estimate of %.2f times sequential%n",
          events.rowReads(),
          events.flowSwitches(),
          events.convergenceChecks(),
          energyRatio(events));
    }
    if (hasFlows()) {
      err.printf(
          Locale.ROOT,
          "flows        R0 %.2f mean, %d most; RT %.2f mean, %d most%n",
          run.r0Mean(),
          run.r0Max(),
          run.rtMean(),
          run.rtMax());
      err.printf(
          Locale.ROOT,
          "re-executed  %d segments, %.3f%% of all segments of all rules%n",
          run.reexecutedSegments(),
          100 * run.reexecutionRate());
    }
  }
}
