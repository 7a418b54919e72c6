package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.GroupFlows;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.flow.UnionFlows;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strategy that keeps the contracts and nothing else: any cuts, and at each cut any valid flows.
 * Its choices depend on the seed and the place alone, so that a window may be run again.
 *
 * @param seed what all choices depend on
 * @param segments about how many segments each piece is cut into
 * @param kind which flows components carry; {@link Kind#ANY} draws anew for each segment
 * @param checks which flows are let go of
 * @param sharing how components share the machine
 */
record AnyStrategy(int seed, int segments, Kind kind, FlowChecks checks, Sharing sharing)
    implements Strategy {

  /** Kinds of flows, those of a deterministic automaton and of another. */
  enum Kind {
    /** Convergence sets in any order; bounds. */
    SETS,
    /** All states; all states as groups. */
    STATES,
    /** Some states, so that the start may be unforeseen. */
    SOME_STATES,
    /** The states left after looking back. */
    SURVIVORS,
    /** Groups of the states that may follow the byte before the cut. */
    GROUPS,
    /** Another kind in each segment. */
    ANY
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  static AnyStrategy of(RandomAutomata random, RuleSet rules) {
    boolean joined = random.chance(0.4);
    Sharing sharing =
        joined
            ? new Sharing(true, random.number(1, 9))
            : new Sharing(random.chance(0.7), Sharing.NEVER);
    FlowChecks checks = new FlowChecks(random.chance(0.5), random.chance(0.5));
    int segments = random.chance(0.1) ? 1 : random.number(2, 20);
    return new AnyStrategy(
        random.number(0, Integer.MAX_VALUE - 1), segments, kind(random, joined), checks, sharing);
  }

  /** Flows that are joined must foresee every start. */
  private static Kind kind(RandomAutomata random, boolean joined) {
    while (true) {
      Kind kind = KINDS.get(random.number(0, KINDS.size() - 1));
      if (kind != Kind.SOME_STATES || !joined) {
        return kind;
      }
    }
  }

  @Override
  public String name() {
    return "any";
  }

  private RandomAutomata random(int... place) {
    return RandomAutomata.seeded(31L * seed + Arrays.hashCode(place));
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return seed % 2 == 0
        ? SegmentPlan.equal(from, to, segments)
        : SegmentPlan.at(random(from, to).cuts(from, to, segments));
  }

  @Override
  public FlowPlan flows(int component, Cut cut) {
    RandomAutomata random = random(component, cut.position(), 1);
    Kind chosen = kind;
    while (chosen == Kind.ANY) {
      chosen = kind(random, sharing.joinAfter() != Sharing.NEVER);
    }
    return cut.automaton().isDeterministic()
        ? deterministic(chosen, random, cut)
        : nondeterministic(chosen, random, cut);
  }

  private static FlowPlan deterministic(Kind kind, RandomAutomata random, Cut cut) {
    int states = cut.automaton().stateCount();
    return switch (kind) {
      case STATES -> new StateFlows(StateSet.range(0, states), true);
      case SOME_STATES ->
          new StateFlows(
              random.stateSet(states).union(StateSet.of(random.number(0, states - 1))), false);
      case SURVIVORS -> new StateFlows(cut.lookBack(random.number(0, 12)).possible(), true);
      case GROUPS -> {
        StateSet possible = cut.lookBack(random.number(0, 12)).possible();
        yield new GroupFlows(split(random, possible.toArray()), true);
      }
      default -> {
        Partition partition = random.partition(states);
        yield new ConvergenceSetFlows(partition, order(random, partition.blockCount()));
      }
    };
  }

  private static int[] order(RandomAutomata random, int blocks) {
    int[] order = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      int j = random.number(0, i);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  private static FlowPlan nondeterministic(Kind kind, RandomAutomata random, Cut cut) {
    Automaton automaton = cut.automaton();
    Survivors all = new Survivors(StateSet.EMPTY, StateSet.range(0, automaton.stateCount()));
    return switch (kind) {
      case STATES -> UnionFlows.ofStates(all);
      case SOME_STATES -> {
        List<StateSet> groups = new ArrayList<>();
        for (int state : random.stateSet(automaton.stateCount()).toArray()) {
          groups.add(StateSet.of(state));
        }
        yield new UnionFlows(StateSet.EMPTY, groups, false);
      }
      case SURVIVORS -> UnionFlows.ofStates(cut.lookBack(random.number(0, 12)));
      case GROUPS -> afterByte(random, (Nfa) automaton, cut.input()[cut.position() - 1] & 0xff);
      default -> new BracketFlows(automaton.stateCount());
    };
  }

  /** States in any groups. */
  private static List<StateSet> split(RandomAutomata random, int[] states) {
    int[] labels = new int[states.length];
    int groups = random.number(1, Math.max(1, states.length));
    Arrays.setAll(labels, i -> random.number(1, groups));
    List<StateSet> found = new ArrayList<>();
    for (int group = 1; group <= groups; group++) {
      StateSet members = StateSet.EMPTY;
      for (int i = 0; i < states.length; i++) {
        members = labels[i] == group ? members.union(StateSet.of(states[i])) : members;
      }
      if (members.size() > 0) {
        found.add(members);
      }
    }
    return found;
  }

  /**
   * What follows a byte: states that hold it and are always enabled, or have the same predecessors,
   * are active together or not at all. So are those of any part of such a family; what is always
   * enabled may be carried as certain or not.
   */
  private static UnionFlows afterByte(RandomAutomata random, Nfa nfa, int symbol) {
    Map<Object, List<Integer>> families = new LinkedHashMap<>();
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (state != Nfa.START && nfa.symbols(state).contains(symbol)) {
        Object family = nfa.isAlwaysEnabled(state) ? "enabled" : predecessors(nfa, state);
        families.computeIfAbsent(family, f -> new ArrayList<>()).add(state);
      }
    }
    StateSet certain = StateSet.EMPTY;
    if (families.containsKey("enabled") && random.chance(0.5)) {
      certain = StateSet.of(array(families.remove("enabled")));
    }
    List<StateSet> groups = new ArrayList<>();
    for (List<Integer> family : families.values()) {
      if (random.chance(0.6)) {
        groups.add(StateSet.of(array(family)));
      } else {
        groups.addAll(split(random, array(family)));
      }
    }
    return new UnionFlows(certain, groups, true);
  }

  private static int[] array(List<Integer> states) {
    return states.stream().mapToInt(Integer::intValue).toArray();
  }

  private static List<Integer> predecessors(Nfa nfa, int state) {
    List<Integer> found = new ArrayList<>();
    for (int from = 0; from < nfa.stateCount(); from++) {
      for (int i = 0; i < nfa.successorCount(from); i++) {
        if (nfa.successor(from, i) == state) {
          found.add(from);
        }
      }
    }
    return found;
  }
}
