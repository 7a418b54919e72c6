package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What a composer executes again, replays and evaluates, against the three levels as the source
 * words them (Zhuo 2022, section 3.5), with sets of the JDK and no code of the composer.
 */
class CompositionPropertyTest {

  private static final List<ReexecutionLevel> LEVELS = List.of(ReexecutionLevel.values());

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void theComposerDoesWhatItsLevelSays(@ForAll long seed) {
    Model model = new Model(RandomAutomata.seeded(seed));
    for (ReexecutionLevel level : LEVELS) {
      new Replay("composition-" + level, seed)
          .with("automaton", model.dfa)
          .with("input", model.input)
          .check(
              () -> {
                check(model, level, PrefixReplay.AS_NEEDED);
                check(model, level, PrefixReplay.WHOLE);
              });
    }
  }

  private static void check(Model model, ReexecutionLevel level, PrefixReplay replay) {
    ComposedChain chain =
        new ComposedChain(
            model.dfa,
            model.input,
            model.bounds,
            model.plans,
            level,
            replay,
            StateSet.of(model.start));
    model.execute(level);
    Composer composer = chain.composer();
    List<SpySession.Run> runs = new ArrayList<>();
    for (int i = 0; i < model.plans.size(); i++) {
      boolean again = model.executed.contains(i);
      int symbols = again ? model.bounds[i + 1] - model.bounds[i] : model.replayed(i, replay);
      if (symbols > 0) {
        StateSet truth = StateSet.of(model.truth(i));
        runs.add(new SpySession.Run(model.bounds[i], model.bounds[i] + symbols, truth));
      }
      assertThat(composer.reexecuted(i)).as("part %s executed again", i).isEqualTo(again);
      assertThat(composer.replayed(i)).as("part %s replayed", i).isEqualTo(again ? 0 : symbols);
      assertThat(composer.evaluated(i)).as("part %s evaluated", i).isEqualTo(model.evaluated[i]);
      assertThat(composer.waited(i)).as("part %s waited", i).isEqualTo(model.waits(i));
    }
    assertThat(chain.runs()).isEqualTo(runs);
    assertThat(chain.end()).isEqualTo(StateSet.of(model.truth(model.plans.size())));
    Set<Integer> start = Set.of(model.start);
    assertThat(chain.ends())
        .isEqualTo(
            ReferenceEngine.endsOfPiece(model.dfa, start, model.input, 0, model.input.length));
  }

  /** A random chain, and what the levels mean. */
  private static final class Model {

    private final Dfa dfa;
    private final byte[] input;
    private final int[] bounds;
    private final int start;
    private final List<FlowPlan> plans = new ArrayList<>();

    /** For each part, the sets of states that its flows start with. */
    private final List<List<Set<Integer>>> flows = new ArrayList<>();

    private final Set<Integer> executed = new TreeSet<>();
    private int[] evaluated;

    Model(RandomAutomata random) {
      dfa = random.dfa(9);
      input = random.input(random.number(1, 40), dfa);
      bounds = random.cuts(0, input.length, random.number(1, 9));
      start = random.number(0, dfa.stateCount() - 1);
      double some = random.chance(0.3) ? 0.5 : 0;
      for (int i = 0; i + 1 < bounds.length; i++) {
        plans.add(random.chance(some) ? someStates(random) : sets(random));
      }
    }

    private FlowPlan sets(RandomAutomata random) {
      Partition partition = random.partition(dfa.stateCount());
      List<Set<Integer>> blocks = new ArrayList<>();
      for (StateSet block : partition.blocks()) {
        blocks.add(set(block));
      }
      flows.add(blocks);
      return new ConvergenceSetFlows(partition);
    }

    private FlowPlan someStates(RandomAutomata random) {
      StateSet candidates = random.stateSet(dfa.stateCount()).union(StateSet.of(0));
      List<Set<Integer>> singles = new ArrayList<>();
      set(candidates).forEach(state -> singles.add(Set.of(state)));
      flows.add(singles);
      return new StateFlows(candidates, false);
    }

    private static Set<Integer> set(StateSet states) {
      Set<Integer> set = new TreeSet<>();
      for (int state : states.toArray()) {
        set.add(state);
      }
      return set;
    }

    /** The true state before a part. */
    int truth(int part) {
      return ReferenceEngine.run(dfa, Set.of(start), input, 0, bounds[part]).first();
    }

    /** All states that are possible after a part; all states there are if some were unforeseen. */
    private Set<Integer> after(int part, Set<Integer> before) {
      Set<Integer> accounted = new TreeSet<>();
      Set<Integer> after = new TreeSet<>();
      for (Set<Integer> flow : flows.get(part)) {
        if (flow.stream().anyMatch(before::contains)) {
          accounted.addAll(flow);
          after.addAll(ReferenceEngine.run(dfa, flow, input, bounds[part], bounds[part + 1]));
        }
      }
      return accounted.containsAll(before) ? after : anything();
    }

    /** States and one more that no plan foresees. */
    private Set<Integer> anything() {
      Set<Integer> all = new TreeSet<>();
      for (int state = 0; state <= dfa.stateCount(); state++) {
        all.add(state);
      }
      return all;
    }

    /** Whether the state after each part is known if that before {@code first} is. */
    private boolean[] known(int first) {
      boolean[] known = new boolean[plans.size()];
      Set<Integer> possible = Set.of(truth(first));
      for (int i = first; i < known.length; i++) {
        // A partition has a flow for whatever state it is.
        boolean foreseesAll = plans.get(i) instanceof ConvergenceSetFlows;
        possible = after(i, foreseesAll ? states(possible) : possible);
        known[i] = possible.size() == 1;
      }
      return known;
    }

    private Set<Integer> states(Set<Integer> possible) {
      Set<Integer> states = new TreeSet<>(possible);
      states.remove(dfa.stateCount());
      return states;
    }

    boolean waits(int part) {
      return part > 0 && !known(0)[part - 1];
    }

    void execute(ReexecutionLevel level) {
      executed.clear();
      evaluated = new int[plans.size()];
      int from = 0;
      do {
        boolean[] known = known(from);
        for (int i = from; i < evaluated.length; i++) {
          evaluated[i]++;
        }
        if (known[known.length - 1]) {
          return;
        }
        int next = known.length - 1;
        while (next > from && !known[next - 1]) {
          next--;
        }
        switch (level) {
          case BASIC -> addAll(from);
          case LAST_CONCRETE -> addAll(next);
          case OPPORTUNISTIC -> executed.add(next);
        }
        from = level == ReexecutionLevel.OPPORTUNISTIC ? next + 1 : known.length;
      } while (from < plans.size());
    }

    private void addAll(int first) {
      for (int i = first; i < plans.size(); i++) {
        executed.add(i);
      }
    }

    /**
     * Symbols until the flow of the true start is one state, or until one of its states reported
     * last before that; all of the part if it never is one.
     */
    int replayed(int part, PrefixReplay replay) {
      int state = truth(part);
      for (Set<Integer> flow : flows.get(part)) {
        if (flow.contains(state)) {
          int to = bounds[part];
          int silentFrom = to;
          Set<Integer> states = flow;
          while (states.size() > 1 && to < bounds[part + 1]) {
            states = ReferenceEngine.run(dfa, states, input, to, to + 1);
            to++;
            int flags = ReferenceEngine.flags(dfa, states);
            silentFrom = (flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0 ? to : silentFrom;
          }
          boolean isConcrete = states.size() == 1;
          boolean isShort = replay == PrefixReplay.AS_NEEDED && isConcrete;
          return (isShort ? silentFrom : to) - bounds[part];
        }
      }
      return bounds[part + 1] - bounds[part];
    }
  }
}
