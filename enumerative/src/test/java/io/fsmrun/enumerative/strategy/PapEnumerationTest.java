package io.fsmrun.enumerative.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.UnknownAutomaton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Where PAP cuts, which flows it carries, and what its optimisations save; worked out by hand. */
class PapEnumerationTest {

  private static final PapOptions NO_RANGE = new PapOptions(false, true, true, true);
  private static final PapOptions NO_PARENT = new PapOptions(true, true, true, false);
  private static final PapOptions NO_GROUP = new PapOptions(true, true, false, true);

  private static PapEnumeration pap(RuleSet rules, int segments, PapOptions options) {
    return new PapEnumeration(rules, segments, options, FlowChecks.ALL);
  }

  private static List<Integer> cuts(RuleSet rules, int segments, String input) {
    byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
    SegmentPlan plan = pap(rules, segments, PapOptions.ALL).cut(bytes, 0, bytes.length);
    assertThat(plan.start(0)).isZero();
    assertThat(plan.end(plan.count() - 1)).isEqualTo(bytes.length);
    return IntStream.range(1, plan.count()).mapToObj(plan::start).toList();
  }

  // ---- cuts ----

  /** {@code x} leaves one state, {@code y} two, {@code a} all four. */
  @Test
  void cutsAfterTheFrequentByteOfSmallestRange() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    // Eight x in 40 symbols are frequent for two segments; the nearest to 20 ends at 18.
    String frequent = "xxxxxxx" + "y".repeat(10) + "x" + "y".repeat(22);
    assertThat(cuts(rules, 2, frequent)).containsExactly(18);
    // Seven are not, so it is y that cuts, exactly in the middle.
    String rare = "xxxxxx" + "y".repeat(11) + "x" + "y".repeat(22);
    assertThat(cuts(rules, 2, rare)).containsExactly(20);
  }

  @Test
  void takesTheLowerOfTwoPlacesEquallyNear() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    String input = "xxxxxx" + "a".repeat(11) + "x" + "aaa" + "x" + "a".repeat(18);
    assertThat(input.charAt(17)).isEqualTo('x');
    assertThat(input.charAt(21)).isEqualTo('x');
    assertThat(input).hasSize(40);
    assertThat(cuts(rules, 2, input)).containsExactly(18);
    assertThat(cuts(rules, 2, input.substring(1) + "x")).containsExactly(21);
  }

  @Test
  void cutsStayApartAndStayPutWhereNoByteIsNear() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    // All x lie in the first segment of three: the first cut moves half a segment at most.
    String input = "a" + "x".repeat(12) + "a".repeat(32);
    assertThat(cuts(rules, 3, input)).containsExactly(13, 30);
    String early = "x".repeat(12) + "a".repeat(48);
    assertThat(cuts(rules, 3, early)).containsExactly(12, 40);
    String tooEarly = "x".repeat(12) + "a".repeat(64);
    assertThat(cuts(rules, 3, tooEarly)).containsExactly(25, 50);
  }

  @Test
  void cutsEquallyWhereNothingIsFrequent() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    assertThat(cuts(rules, 4, "xyxyxyxy")).containsExactly(2, 4, 6);
    assertThat(cuts(rules, 4, "xy")).containsExactly(1);
    assertThat(cuts(rules, 4, "")).isEmpty();
    assertThat(pap(rules, 2, NO_RANGE).cut(new byte[40], 0, 40).start(1)).isEqualTo(20);
  }

  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void thereAreAlwaysAsManySegmentsAsWanted(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = random.ruleSet(3, 8);
    byte[] input = random.input(random.number(0, 300), rules);
    int from = random.number(0, input.length);
    int segments = random.number(1, 30);
    SegmentPlan plan = pap(rules, segments, PapOptions.ALL).cut(input, from, input.length);
    SegmentPlan equal = SegmentPlan.equal(from, input.length, segments);
    assertThat(plan.count()).isEqualTo(equal.count());
    for (int s = 0; s < plan.count(); s++) {
      int half = (equal.end(s) - equal.start(s) + 1) / 2;
      assertThat(Math.abs(plan.end(s) - equal.end(s))).isLessThanOrEqualTo(half + 1);
    }
  }

  // ---- flows ----

  private static List<StateSet> starts(PapOptions options) throws InterruptedException {
    RuleSet rules = PlanRecorder.rules(Machines.network());
    PlanRecorder recorder = new PlanRecorder(pap(rules, 2, options));
    recorder.scan(rules, "abcb");
    return recorder.startsAt(2);
  }

  /** After {@code b}: 5 is certain; 2 and 3 both follow 1; 4 follows 2; 6 follows the start. */
  @Test
  void groupsStatesOfAnNfa() throws InterruptedException {
    StateSet none = StateSet.EMPTY;
    StateSet both = StateSet.of(2, 3);
    assertThat(starts(PapOptions.ALL))
        .containsExactly(
            StateSet.of(5), StateSet.of(2, 3, 5), StateSet.of(4, 5), StateSet.of(5, 6));
    assertThat(starts(NO_PARENT))
        .containsExactly(
            StateSet.of(5),
            StateSet.of(2, 5),
            StateSet.of(3, 5),
            StateSet.of(4, 5),
            StateSet.of(5, 6));
    assertThat(starts(NO_GROUP))
        .containsExactly(none, both, StateSet.of(4), StateSet.of(5), StateSet.of(6));
    assertThat(starts(NO_RANGE))
        .containsExactly(
            StateSet.of(5),
            StateSet.of(1, 5),
            StateSet.of(2, 3, 5),
            StateSet.of(4, 5),
            StateSet.of(5, 6));
    assertThat(starts(PapOptions.NONE)).hasSize(7).contains(none, StateSet.of(1), StateSet.of(6));
  }

  @Test
  void carriesTheRangeOfADfa() throws InterruptedException {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    PlanRecorder recorder = new PlanRecorder(pap(rules, 4, PapOptions.ALL));
    recorder.scan(rules, "axyx");
    assertThat(recorder.startsAt(1)).hasSize(4);
    assertThat(recorder.startsAt(2)).containsExactly(StateSet.of(0));
    assertThat(recorder.startsAt(3)).containsExactly(StateSet.of(1), StateSet.of(2));
    PlanRecorder unguided = new PlanRecorder(pap(rules, 4, NO_RANGE));
    unguided.scan(rules, "axyx");
    assertThat(unguided.startsAt(2)).hasSize(4);
  }

  @Test
  void componentsShareFlowsUnlessSwitchedOff() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    assertThat(pap(rules, 2, PapOptions.ALL).sharing()).isEqualTo(Sharing.CONNECTED_COMPONENTS);
    assertThat(pap(rules, 2, PapOptions.NONE).sharing())
        .isEqualTo(new Sharing(false, Sharing.NEVER));
    FlowChecks checks = new FlowChecks(false, true);
    assertThat(new PapEnumeration(rules, 2, PapOptions.ALL, checks).checks()).isEqualTo(checks);
    assertThat(pap(rules, 2, PapOptions.ALL).name()).isEqualTo("pap");
  }

  // ---- savings ----

  /**
   * After {@code b}, the network has 7 flows, 6 in its range, 5 beside what is certain, 4 by
   * parents; the ring has 4, and all in its range.
   */
  @Test
  void saysWhatEachOptimisationSaved() {
    RuleSet rules = PlanRecorder.rules(Machines.network(), Machines.ring());
    PapEnumeration pap = pap(rules, 2, PapOptions.ALL);
    assertThat(pap.savings()).isEmpty();
    byte[] input = "abab".getBytes(StandardCharsets.ISO_8859_1);
    pap.cut(input, 0, 4);
    assertThat(pap.savings())
        .containsExactly(
            new FlowSaving("range-guided-cut", 11, 10),
            new FlowSaving("connected-components", 10, 6),
            new FlowSaving("active-state-group", 6, 5),
            new FlowSaving("common-parent", 5, 4));
    // After a, state 1 is certain and nothing else possible: one flow, and four of the ring.
    pap.cut(input, 0, 3);
    assertThat(pap.savings())
        .containsExactly(
            new FlowSaving("range-guided-cut", 11, 8),
            new FlowSaving("connected-components", 8, 5),
            new FlowSaving("active-state-group", 5, 4.5),
            new FlowSaving("common-parent", 4.5, 4));
  }

  @Test
  void savesNothingWithWhatIsSwitchedOff() {
    RuleSet rules = PlanRecorder.rules(Machines.network(), Machines.ring());
    byte[] input = "abab".getBytes(StandardCharsets.ISO_8859_1);
    PapEnumeration none = pap(rules, 2, PapOptions.NONE);
    none.cut(input, 0, 4);
    assertThat(none.savings()).isEmpty();
    PapEnumeration some = pap(rules, 2, new PapOptions(false, false, true, true));
    some.cut(input, 0, 4);
    assertThat(some.savings())
        .containsExactly(
            new FlowSaving("active-state-group", 11, 10), new FlowSaving("common-parent", 10, 9));
  }

  /** The last stage of the counts is what is really carried. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void countsAreThoseOfTheFlowsCarried(@ForAll long seed) throws InterruptedException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet rules = PlanRecorder.rules(random.automaton(12));
    PapOptions options =
        new PapOptions(random.chance(0.5), true, random.chance(0.5), random.chance(0.5));
    String input = "abcdefgh".repeat(2);
    PlanRecorder recorder = new PlanRecorder(pap(rules, 16, options));
    recorder.scan(rules, input);
    StartCounts counts = StartCounts.of(rules, options);
    for (int position = 1; position < input.length(); position++) {
      assertThat(counts.flows(StartCounts.Stage.PARENT, input.charAt(position - 1)))
          .isEqualTo(recorder.startsAt(position).size());
    }
  }

  /** What grouping relies on: ranges hold every state that a run may come to. */
  @Property(tries = 200, shrinking = ShrinkingMode.OFF)
  void rangesAreImages(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(70);
    int symbol = random.number('a', 'h');
    StateSet range = StartCounts.range(dfa, symbol);
    int[] images =
        IntStream.range(0, dfa.stateCount()).map(state -> dfa.next(state, symbol)).toArray();
    assertThat(range).isEqualTo(StateSet.of(images));
  }

  @Test
  void refusesNonsense() {
    RuleSet rules = PlanRecorder.rules(Machines.ring());
    assertThatIllegalArgumentException().isThrownBy(() -> pap(rules, 0, PapOptions.ALL));
    RuleSet unknown = PlanRecorder.rules(new UnknownAutomaton());
    assertThatIllegalArgumentException().isThrownBy(() -> pap(unknown, 1, PapOptions.ALL));
  }
}
