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

  /** Following a chain is following any part of it and then the rest: composition associates. */
  @Property(shrinking = ShrinkingMode.OFF)
  void compositionAssociates(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    boolean deterministic = random.chance(0.5);
    List<TransitionFunction> functions = new ArrayList<>();
    int length = random.number(1, 6);
    for (int i = 0; i < length; i++) {
      functions.add(deterministic ? anyFunction(random) : anySetFunction(random));
    }
    FunctionChain chain = new FunctionChain(functions);
    int cut = random.number(0, length);
    for (Possible start : deterministic ? statesAndSets(random) : configurations(random)) {
      Possible whole = chain.apply(start);
      Possible middle = chain.slice(0, cut).apply(start);
      assertThat(chain.slice(cut, length).apply(middle)).isEqualTo(whole);
      List<Possible> steps = chain.follow(0, start);
      assertThat(steps).hasSize(length);
      assertThat(steps.getLast()).isEqualTo(whole);
      assertThat(cut == 0 ? start : steps.get(cut - 1)).isEqualTo(middle);
      assertThat(chain.follow(cut, middle)).isEqualTo(steps.subList(cut, length));
    }
  }

  private static TransitionFunction anyFunction(RandomAutomata random) {
    return random.chance(0.5) ? setFunction(random) : stateFunction(random);
  }

  private static TransitionFunction anySetFunction(RandomAutomata random) {
    return random.chance(0.5) ? bracketFunction(random) : unionFunction(random);
  }

  private static StateFunction stateFunction(RandomAutomata random) {
    StateSet candidates = random.stateSet(STATES).union(StateSet.of(1));
    StateSet[] images = new StateSet[candidates.size()];
    Arrays.setAll(images, i -> StateSet.of(random.number(0, STATES - 1)));
    return new StateFunction(candidates, images, random.chance(0.7));
  }

  private static UnionFunction unionFunction(RandomAutomata random) {
    StateSet base = random.chance(0.5) ? StateSet.EMPTY : random.stateSet(STATES);
    StateSet[] ends = new StateSet[STATES + 1];
    Arrays.setAll(ends, i -> base.union(random.stateSet(STATES)));
    ends[0] = base;
    List<StateSet> groups = new ArrayList<>();
    for (int state = 0; state < STATES; state++) {
      groups.add(StateSet.of(state));
    }
    return new UnionFunction(StateSet.EMPTY, groups, ends, true);
  }

  private static List<Possible> configurations(RandomAutomata random) {
    StateSet some = random.stateSet(STATES);
    return List.of(
        new Possible.Known(StateSet.EMPTY),
        new Possible.Known(some),
        new Possible.Between(StateSet.EMPTY, some.union(StateSet.of(1))),
        new Possible.Anything());
  }

  @Test
  void orderMatters() {
    SetFunction toZero = constant(0);
    SetFunction toOne = constant(1);
    Possible start = new Possible.Known(StateSet.of(0));
    assertThat(new FunctionChain(List.of(toZero, toOne)).apply(start))
        .isEqualTo(new Possible.Known(StateSet.of(1)));
    assertThat(new FunctionChain(List.of(toOne, toZero)).apply(start))
        .isEqualTo(new Possible.Known(StateSet.of(0)));
  }

  @Test
  void statesThatWereNotForeseenMayEndAnywhere() {
    StateSet candidates = StateSet.of(1, 3);
    StateSet[] images = {StateSet.of(2), StateSet.of(2)};
    StateFunction predicted = new StateFunction(candidates, images, false);
    StateFunction complete = new StateFunction(candidates, images, true);
    Possible two = new Possible.Known(StateSet.of(2));
    assertThat(predicted.apply(new Possible.Known(StateSet.of(3)))).isEqualTo(two);
    assertThat(predicted.apply(two)).isEqualTo(new Possible.Anything());
    assertThat(predicted.apply(new Possible.OneOf(StateSet.of(1, 2))))
        .isEqualTo(new Possible.Anything());
    assertThat(complete.apply(new Possible.OneOf(StateSet.of(1, 2)))).isEqualTo(two);
    assertThat(predicted.apply(new Possible.Anything())).isEqualTo(new Possible.Anything());
    assertThat(complete.apply(new Possible.Anything())).isEqualTo(two);
  }

  /** States 0 and 1 stay apart in one segment and meet in the next: known again at the end. */
  @Test
  void aDivergedSetIsKnownAgainWhereItsStatesMeet() {
    SetFunction apart = new SetFunction(Partition.coarsest(2), new StateSet[] {StateSet.of(0, 1)});
    SetFunction meet = new SetFunction(Partition.coarsest(2), new StateSet[] {StateSet.of(1)});
    Possible start = new Possible.Known(StateSet.of(0));
    assertThat(apart.apply(start)).isEqualTo(new Possible.OneOf(StateSet.of(0, 1)));
    assertThat(new FunctionChain(List.of(apart, meet)).apply(start))
        .isEqualTo(new Possible.Known(StateSet.of(1)));
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
    BracketFunction bracket =
        new BracketFunction(StateSet.EMPTY, StateSet.range(0, STATES), nothing, nothing);
    Possible between = new Possible.Between(StateSet.EMPTY, StateSet.of(1));
    Possible oneOf = new Possible.OneOf(StateSet.of(0, 1));
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
    return new BracketFunction(
        StateSet.EMPTY, StateSet.range(0, STATES), bounds(random), bounds(random));
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
    starts.add(new Possible.Anything());
    starts.add(new Possible.OneOf(StateSet.of(0, 1)));
    starts.add(
        new Possible.OneOf(StateSet.of(2).union(random.stateSet(STATES)).union(StateSet.of(4))));
    return starts;
  }
}
