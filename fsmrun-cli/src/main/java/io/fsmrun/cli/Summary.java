package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleBreakdown;
import io.fsmrun.ap.timing.EnergyModel;
import io.fsmrun.ap.timing.EventCounters;
import io.fsmrun.bench.cycles.MachineFigures;
import io.fsmrun.enumerative.RuleStatistics;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.FlowSaving;
import io.fsmrun.regex.CompiledRules;
import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a run did, for people and as JSON. */
final class Summary {

  private final Job.Settings settings;
  private final BackendFigures backend;
  private final CompiledRules rules;
  private final RunStatistics run;
  private final Times times;
  private final CycleAccount cycles;
  private final MachineFigures machine;
  private final StrategyFigures strategy;

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
      BackendFigures backend,
      CompiledRules rules,
      RunStatistics run,
      Times times,
      CycleAccount cycles,
      MachineFigures machine,
      StrategyFigures strategy) {
    this.settings = settings;
    this.backend = backend;
    this.rules = rules;
    this.run = run;
    this.times = times;
    this.cycles = cycles;
    this.machine = machine;
    this.strategy = strategy;
  }

  /** What the run did for each rule. */
  List<RuleStatistics> rules() {
    return run.rules();
  }

  private boolean hasCycles() {
    return backend.used() == BackendName.AP;
  }

  private double bytesPerSecond() {
    return run.bytes() * 1e9 / Math.max(1, times.scanNanos);
  }

  ObjectNode toJson(JsonMapper mapper) {
    Mode mode = settings.strategy().mode();
    ObjectNode json = mapper.createObjectNode();
    json.put("mode", mode.toString());
    backend.putInto(json);
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
    if (mode == Mode.CSE || mode == Mode.LBE) {
      json.put("profileNanos", times.profileNanos);
    }
    if (hasCycles()) {
      putCycles(json);
    }
    if (run.enumerated() > 0) {
      putFlows(json.putObject("flows"));
      ObjectNode reexecution = json.putObject("reexecution");
      reexecution.put("segments", run.reexecutedSegments());
      reexecution.put("symbols", run.reexecutedSymbols());
      reexecution.put("rate", run.reexecutionRate());
      putStrategy(json);
    }
    return json;
  }

  private void putStrategy(ObjectNode json) {
    if (strategy.lookBack() != StrategyChoice.AUTO) {
      json.put("lookback", strategy.lookBack());
    }
    ArrayNode savings = json.putArray("savings");
    for (FlowSaving saving : strategy.savings()) {
      ObjectNode entry = savings.addObject();
      entry.put("optimisation", saving.optimisation());
      entry.put("flowsWithout", saving.flowsWithout());
      entry.put("flowsWith", saving.flowsWith());
    }
    ObjectNode dropped = json.putObject("flowsDropped");
    dropped.put("convergence", run.convergedFlows());
    dropped.put("deactivation", run.deactivatedFlows());
    if (strategy.mispredictions() != null) {
      ObjectNode missed = json.putObject("mispredictions");
      missed.put("starts", strategy.mispredictions().starts());
      missed.put("unforeseen", strategy.mispredictions().unforeseen());
      missed.put("rate", strategy.mispredictions().rate());
    }
  }

  private void putCycles(ObjectNode json) {
    ObjectNode ap = json.putObject("ap");
    ap.put("cycles", cycles.cycles());
    ap.put("baselineCycles", cycles.baselineCycles());
    ap.put("speedup", cycles.speedup());
    ap.put("idealSpeedup", cycles.idealSpeedup());
    CycleBreakdown by = cycles.cyclesBy();
    ObjectNode spent = json.putObject("cyclesBy");
    spent.put("symbols", by.symbols());
    spent.put("switches", by.switches());
    spent.put("checks", by.checks());
    spent.put("lookback", by.lookback());
    spent.put("composition", by.composition());
    spent.put("decoding", by.decoding());
    spent.put("reexecution", by.reexecution());
    EventCounters events = cycles.events(1);
    ObjectNode counted = json.putObject("eventsPerHalfCore");
    counted.put("rowReads", events.rowReads());
    counted.put("flowSwitches", events.flowSwitches());
    counted.put("convergenceChecks", events.convergenceChecks());
    counted.put("reexecutedSymbols", events.reexecutedSymbols());
    json.putObject("energyEstimate").put("ratioToSequential", energyRatio(events));
  }

  private void putFlows(ObjectNode flows) {
    flows.put("r0Mean", run.r0Mean());
    flows.put("r0Max", run.r0Max());
    flows.put("rtMean", run.rtMean());
    flows.put("rtMax", run.rtMax());
    ObjectNode one = flows.putObject("symbolsToOneFlow");
    one.put("median", run.symbolsToOne().median());
    one.put("p95", run.symbolsToOne().p95());
    one.put("max", run.symbolsToOne().max());
    one.put("never", run.symbolsToOne().never());
    if (hasCycles()) {
      ObjectNode whole = flows.putObject("machine");
      whole.put("r0Mean", machine.r0Mean());
      whole.put("r0Max", machine.r0Max());
      whole.put("rtMean", machine.rtMean());
      whole.put("rtMax", machine.rtMax());
    }
  }

  /** Energy over that of a sequential run, which reads one match row a symbol and does no more. */
  private double energyRatio(EventCounters events) {
    long symbols = cycles.baselineCycles();
    EventCounters sequential = new EventCounters(symbols, symbols, 0, 0, 0, 0, 0, 0, 0, 0);
    return EnergyModel.scaledFromHbm2().compare(events, sequential).ratioToBaseline();
  }

  void print(PrintStream err) {
    SummaryText text = new SummaryText(err);
    text.start(settings.strategy().mode(), backend, run.segments());
    text.rules(rules);
    text.input(run.bytes(), bytesPerSecond(), times);
    if (settings.reports() != ReportMode.NONE) {
      text.reports(run.reports());
    }
    if (hasCycles()) {
      text.cycles(cycles);
      text.events(cycles.events(1), energyRatio(cycles.events(1)));
    }
    if (run.enumerated() > 0) {
      text.flows(run);
      if (hasCycles()) {
        text.machine(machine);
      }
      text.reexecution(run);
      text.strategy(strategy, run);
    }
  }
}
