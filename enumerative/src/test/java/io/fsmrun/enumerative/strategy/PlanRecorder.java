package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.testkit.NaiveBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Notes the flows that a strategy plans while one thread scans. */
final class PlanRecorder implements Strategy {

  private final Strategy strategy;

  /** The plans of component 0, by the position of the cut. */
  private final TreeMap<Integer, FlowPlan> plans = new TreeMap<>();

  PlanRecorder(Strategy strategy) {
    this.strategy = strategy;
  }

  static RuleSet rules(Automaton... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Automaton automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  /** Scans and returns the reports. */
  List<Report> scan(RuleSet rules, String input) throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            this,
            new RunOptions(1, 1 << 20, 1 << 20),
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
    scan.write(bytes, 0, bytes.length);
    scan.finish();
    return reports;
  }

  FlowPlan planAt(int position) {
    return plans.get(position);
  }

  /** Where component 0 was cut. */
  Set<Integer> positions() {
    return plans.keySet();
  }

  /** What the flows of component 0 start with at a cut. */
  List<StateSet> startsAt(int position) {
    return plans.get(position).starts().stream().map(start -> start.states()).toList();
  }

  @Override
  public String name() {
    return strategy.name();
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return strategy.cut(input, from, to);
  }

  @Override
  public FlowPlan flows(int component, Cut cut) {
    FlowPlan plan = strategy.flows(component, cut);
    if (component == 0) {
      plans.put(cut.position(), plan);
    }
    return plan;
  }

  @Override
  public FlowChecks checks() {
    return strategy.checks();
  }

  @Override
  public Sharing sharing() {
    return strategy.sharing();
  }
}
