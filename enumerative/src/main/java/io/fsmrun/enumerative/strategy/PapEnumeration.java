package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.segment.SegmentPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * PAP: state flows with the four static optimisations of the Parallel Automata Processor
 * (Subramaniyan and Das, ISCA'17; Zhuo 2022, section 3.2.4), for deterministic and nondeterministic
 * automata.
 *
 * <ul>
 *   <li><em>Range-guided cut</em>: input is cut after a frequent byte that few states may follow
 *       ({@code docs/strategies.md}), and after whatever byte a cut follows, only the states of its
 *       range are enumerated.
 *   <li><em>Connected components</em>: a machine flow carries one flow of every component. A
 *       component of the ruleset machine is the automaton of one rule; it is not divided further.
 *   <li><em>Active state group</em>: always-enabled states whose symbols hold the byte before the
 *       cut are certainly active, and are part of flow 0. That byte is always known.
 *   <li><em>Common parent</em>: states whose symbols hold the byte before the cut and that have the
 *       same predecessors are active together or not at all, and share a flow.
 * </ul>
 *
 * <p>The last two save nothing on a deterministic automaton, each flow of which is one state. Flows
 * of one state apart, a nondeterministic automaton has a flow 0 for what is certain, even if that
 * is nothing.
 *
 * <p>Keeps the flows of each component for the byte that it was last asked for: at most about as
 * many states as the ruleset has, since cuts mostly follow one byte.
 */
public final class PapEnumeration implements Strategy {

  private final PapOptions options;
  private final FlowChecks checks;
  private final int segments;
  private final StartCounts counts;
  private final RangeGuidedCut rangeGuidedCut;
  private final AtomicReferenceArray<Known> known;

  /** Cuts made after each byte. */
  private final AtomicLongArray cutsAfter = new AtomicLongArray(SymbolSet.ALPHABET_SIZE);

  /** The flows of a component after one byte, and after all that it cannot tell apart from it. */
  private record Known(int symbol, FlowPlan plan) {}

  /**
   * The strategy for one ruleset; O(states * classes + edges).
   *
   * @param rules the ruleset
   * @param segments number of segments, from 1
   * @param options the static optimisations
   * @param checks the dynamic ones
   * @throws IllegalArgumentException if there is not at least one segment, or a component is
   *     neither a {@link Dfa} nor an {@link Nfa}
   */
  public PapEnumeration(RuleSet rules, int segments, PapOptions options, FlowChecks checks) {
    this.segments = AnyStart.requireSegments(segments);
    this.options = options;
    this.checks = checks;
    this.counts = StartCounts.of(rules, options);
    this.rangeGuidedCut = new RangeGuidedCut(counts);
    this.known = new AtomicReferenceArray<>(rules.size());
  }

  @Override
  public String name() {
    return "pap";
  }

  /** Segments are uneven if cuts are guided by ranges; O(length) then. */
  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    SegmentPlan plan =
        options.rangeGuidedCut()
            ? rangeGuidedCut.cut(input, from, to, segments)
            : SegmentPlan.equal(from, to, segments);
    for (int s = 1; s < plan.count(); s++) {
      cutsAfter.incrementAndGet(input[plan.start(s) - 1] & 0xff);
    }
    return plan;
  }

  @Override
  public FlowPlan flows(int component, Cut cut) {
    int symbol = cut.input()[cut.position() - 1] & 0xff;
    Known last = known.get(component);
    if (last == null || last.symbol() != symbol) {
      last = new Known(symbol, plan(cut.automaton(), symbol));
      known.set(component, last);
    }
    return last.plan();
  }

  private FlowPlan plan(Automaton automaton, int symbol) {
    if (automaton instanceof Nfa nfa) {
      return new NfaStarts(nfa).after(symbol, options);
    }
    StateSet states =
        options.rangeGuidedCut()
            ? StartCounts.range((Dfa) automaton, symbol)
            : StateSet.range(0, automaton.stateCount());
    return new StateFlows(states, true);
  }

  @Override
  public FlowChecks checks() {
    return checks;
  }

  @Override
  public Sharing sharing() {
    return new Sharing(options.connectedComponents(), Sharing.NEVER);
  }

  /**
   * What each static optimisation saved at the cuts made so far, each on top of those before it. A
   * window that is run again in halves, because it made too many reports at once, counts again.
   *
   * @return one entry for each optimisation that is switched on, in the order of {@link
   *     PapOptions}; none if nothing was cut yet
   */
  public List<FlowSaving> savings() {
    List<FlowSaving> savings = new ArrayList<>();
    add(
        savings,
        options.rangeGuidedCut(),
        "range-guided-cut",
        StartCounts.Stage.ALL_STATES,
        StartCounts.Stage.RANGE);
    add(
        savings,
        options.connectedComponents(),
        "connected-components",
        StartCounts.Stage.RANGE,
        StartCounts.Stage.COMPONENTS);
    add(
        savings,
        options.activeStateGroup(),
        "active-state-group",
        StartCounts.Stage.COMPONENTS,
        StartCounts.Stage.GROUP);
    add(
        savings,
        options.commonParent(),
        "common-parent",
        StartCounts.Stage.GROUP,
        StartCounts.Stage.PARENT);
    return List.copyOf(savings);
  }

  private void add(
      List<FlowSaving> savings,
      boolean on,
      String name,
      StartCounts.Stage without,
      StartCounts.Stage with) {
    long cuts = 0;
    double flowsWithout = 0;
    double flowsWith = 0;
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      long times = cutsAfter.get(symbol);
      cuts += times;
      flowsWithout += (double) times * counts.flows(without, symbol);
      flowsWith += (double) times * counts.flows(with, symbol);
    }
    if (on && cuts > 0) {
      savings.add(new FlowSaving(name, flowsWithout / cuts, flowsWith / cuts));
    }
  }
}
