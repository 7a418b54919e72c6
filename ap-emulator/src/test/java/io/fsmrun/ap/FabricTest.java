package io.fsmrun.ap;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.ActiveMask;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import io.fsmrun.testkit.Replay;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** The set-to-set step is the union of the steps of single states. */
class FabricTest {

  private static Fabric fabric(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> new DfaFabric(dfa);
      case Nfa nfa -> new NfaFabric(nfa);
      default -> throw new AssertionError(automaton);
    };
  }

  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void aStepIsTheUnionOfItsStatesSteps(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.automaton(random.chance(0.2) ? 300 : 20);
    Fabric fabric = fabric(automaton);
    StateSet states = random.stateSet(automaton.stateCount());
    int symbol = random.input(1, automaton)[0] & 0xff;
    new Replay("fabric", seed)
        .with("automaton", automaton)
        .with("states", states)
        .with("symbol", symbol)
        .check(
            () -> {
              StateSet union = step(fabric, StateSet.EMPTY, symbol);
              int flags = 0;
              for (int state : states.toArray()) {
                union = union.union(step(fabric, StateSet.of(state), symbol));
                flags |= fabric.reportFlags(mask(fabric, StateSet.of(state)));
              }
              assertThat(step(fabric, states, symbol)).isEqualTo(union);
              assertThat(fabric.reportFlags(mask(fabric, states))).isEqualTo(flags);
              assertThat(toSet(union))
                  .isEqualTo(ReferenceEngine.step(automaton, toSet(states), symbol));
              assertThat(flags).isEqualTo(ReferenceEngine.flags(automaton, toSet(states)));
            });
  }

  /** Settled masks stay what they are on every symbol, and report nothing. */
  @Property(tries = 300, shrinking = ShrinkingMode.OFF)
  void aSettledMaskNeverChanges(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.chance(0.5) ? random.matchedOrDead(3) : random.automaton(5);
    Fabric fabric = fabric(automaton);
    StateSet states = random.stateSet(automaton.stateCount());
    boolean changes = ReferenceEngine.flags(automaton, toSet(states)) != 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      changes |= !step(fabric, states, symbol).equals(states);
    }
    if (fabric.isSettled(mask(fabric, states))) {
      assertThat(changes).isFalse();
    } else if (states.size() == 1 && automaton.isDeterministic()) {
      assertThat(changes).isTrue();
    }
  }

  private static StateSet step(Fabric fabric, StateSet states, int symbol) {
    ActiveMask next = new ActiveMask(fabric.stateCount());
    fabric.step(mask(fabric, states), symbol, next);
    return next.toStateSet();
  }

  private static ActiveMask mask(Fabric fabric, StateSet states) {
    ActiveMask mask = new ActiveMask(fabric.stateCount());
    mask.assign(states);
    return mask;
  }

  private static Set<Integer> toSet(StateSet states) {
    Set<Integer> set = new TreeSet<>();
    for (int state : states.toArray()) {
      set.add(state);
    }
    return set;
  }
}
