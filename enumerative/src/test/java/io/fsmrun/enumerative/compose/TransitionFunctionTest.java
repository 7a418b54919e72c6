package io.fsmrun.enumerative.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** The algebra of segments: composition associates, and does not commute. */
class TransitionFunctionTest {

  private static final int STATES = 6;

  @Property(shrinking = ShrinkingMode.OFF)
  void compositionOfSetFunctionsAssociates(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    SetFunction f = setFunction(random);
    SetFunction g = setFunction(random);
    SetFunction h = setFunction(random);
    assertThat(f.then(g).then(h)).isEqualTo(f.then(g.then(h)));
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void composingSetFunctionsIsApplyingThemInTurn(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    SetFunction f = setFunction(random);
    SetFunction g = setFunction(random);
    for (Possible start : statesAndSets(random)) {
      assertThat(f.then(g).apply(start)).isEqualTo(g.apply(f.apply(start)));
    }
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void compositionOfBracketFunctionsAssociates(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    BracketFunction f = bracketFunction(random);
    BracketFunction g = bracketFunction(random);
    BracketFunction h = bracketFunction(random);
    assertThat(f.then(g).then(h)).isEqualTo(f.then(g.then(h)));
  }

  @Property(shrinking = ShrinkingMode.OFF)
  void composingBracketFunctionsIsApplyingThemInTurn(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    BracketFunction f = bracketFunction(random);
    BracketFunction g = bracketFunction(random);
    for (Possible start :
        List.of(
            new Possible.Known(StateSet.EMPTY),
            new Possible.Known(StateSet.of(2)),
            new Possible.Between(StateSet.EMPTY, StateSet.of(1)))) {
      assertThat(f.then(g).apply(start)).isEqualTo(g.apply(f.apply(start)));
    }
  }

  @Test
  void setFunctionsDoNotCommute() {
    SetFunction toZero = constant(0);
    SetFunction toOne = constant(1);
    Possible start = new Possible.Known(StateSet.of(0));
    assertThat(toZero.then(toOne).apply(start)).isEqualTo(new Possible.Known(StateSet.of(1)));
    assertThat(toOne.then(toZero).apply(start)).isEqualTo(new Possible.Known(StateSet.of(0)));
  }

  @Test
  void bracketFunctionsDoNotCommute() {
    Possible nothing = new Possible.Known(StateSet.EMPTY);
    Possible something = new Possible.Known(StateSet.of(1));
    BracketFunction clears = new BracketFunction(nothing, nothing);
    BracketFunction sets = new BracketFunction(something, something);
    assertThat(clears.then(sets).apply(nothing)).isEqualTo(something);
    assertThat(sets.then(clears).apply(nothing)).isEqualTo(nothing);
  }

  /** States 0 and 1 stay apart in one segment and meet in the next: known again at the end. */
  @Test
  void aDivergedSetIsKnownAgainWhereItsStatesMeet() {
    SetFunction apart = new SetFunction(Partition.coarsest(2), new StateSet[] {StateSet.of(0, 1)});
    SetFunction meet = new SetFunction(Partition.coarsest(2), new StateSet[] {StateSet.of(1)});
    Possible start = new Possible.Known(StateSet.of(0));
    assertThat(apart.apply(start)).isEqualTo(new Possible.OneOf(StateSet.of(0, 1)));
    assertThat(apart.then(meet).apply(start)).isEqualTo(new Possible.Known(StateSet.of(1)));
  }

  /** Only the blocks that the candidates lie in count. */
  @Test
  void imagesOfOtherSetsDoNotMatter() {
    SetFunction f =
        new SetFunction(
            Partition.ofLabels(new int[] {0, 0, 1, 2}),
            new StateSet[] {StateSet.of(3), StateSet.of(1, 2), StateSet.of(0)});
    assertThat(f.apply(new Possible.OneOf(StateSet.of(0, 1))))
        .isEqualTo(new Possible.Known(StateSet.of(3)));
    assertThat(f.apply(new Possible.OneOf(StateSet.of(1, 3))))
        .isEqualTo(new Possible.OneOf(StateSet.of(0, 3)));
    assertThat(f.apply(new Possible.OneOf(StateSet.of(1, 2))))
        .isEqualTo(new Possible.OneOf(StateSet.of(1, 2, 3)));
  }

  @Test
  void kindsDoNotMix() {
    SetFunction set = constant(0);
    Possible nothing = new Possible.Known(StateSet.EMPTY);
    BracketFunction bracket = new BracketFunction(nothing, nothing);
    Possible between = new Possible.Between(StateSet.EMPTY, StateSet.of(1));
    Possible oneOf = new Possible.OneOf(StateSet.of(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> set.then(bracket));
    assertThatIllegalArgumentException().isThrownBy(() -> bracket.then(set));
    assertThatIllegalArgumentException().isThrownBy(() -> set.apply(between));
    assertThatIllegalArgumentException().isThrownBy(() -> bracket.apply(oneOf));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SetFunction(Partition.finest(2), new StateSet[1]));
  }

  private static SetFunction constant(int state) {
    return new SetFunction(Partition.coarsest(2), new StateSet[] {StateSet.of(state)});
  }

  private static SetFunction setFunction(RandomAutomata random) {
    Partition partition = random.partition(STATES);
    StateSet[] images = new StateSet[partition.blockCount()];
    Arrays.setAll(
        images,
        b -> {
          StateSet one = StateSet.of(random.number(0, STATES - 1));
          return random.chance(0.5) ? one : one.union(random.stateSet(STATES));
        });
    return new SetFunction(partition, images);
  }

  private static BracketFunction bracketFunction(RandomAutomata random) {
    return new BracketFunction(bounds(random), bounds(random));
  }

  private static Possible bounds(RandomAutomata random) {
    StateSet lower = random.chance(0.3) ? StateSet.EMPTY : random.stateSet(STATES);
    return random.chance(0.5)
        ? new Possible.Known(lower)
        : new Possible.Between(lower, lower.union(random.stateSet(STATES)));
  }

  private static List<Possible> statesAndSets(RandomAutomata random) {
    List<Possible> starts = new ArrayList<>();
    for (int state = 0; state < STATES; state++) {
      starts.add(new Possible.Known(StateSet.of(state)));
    }
    starts.add(new Possible.OneOf(StateSet.of(0, 1)));
    starts.add(
        new Possible.OneOf(StateSet.of(2).union(random.stateSet(STATES)).union(StateSet.of(4))));
    return starts;
  }
}
