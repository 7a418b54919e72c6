package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which parts each level executes again, in which order, and what it replays and evaluates. */
class ComposerTest {

  private static final Dfa DFA = ComposedChain.twoSets();
  private static final Partition TWO_SETS = Partition.ofLabels(new int[] {0, 0, 1, 1});
  private static final StateSet START = StateSet.of(0);

  private static ComposedChain chain(String words, ReexecutionLevel level) {
    int[] bounds = ComposedChain.bounds(words);
    List<FlowPlan> plans =
        Collections.nCopies(bounds.length - 1, new ConvergenceSetFlows(TWO_SETS));
    return chain(words, plans, level, START);
  }

  private static ComposedChain chain(
      String words, List<FlowPlan> plans, ReexecutionLevel level, StateSet start) {
    byte[] input = ComposedChain.bytes(words);
    ComposedChain chain =
        new ComposedChain(DFA, input, ComposedChain.bounds(words), plans, level, start);
    Set<Integer> from = Set.of(start.get(0));
    assertThat(ReferenceEngine.run(DFA, from, input, 0, input.length))
        .containsExactly(chain.end().get(0));
    assertThat(chain.ends())
        .isEqualTo(ReferenceEngine.endsOfPiece(DFA, from, input, 0, input.length));
    return chain;
  }

  @Test
  void theTestAutomatonIsWhatItSays() {
    assertThat(image('k')).containsExactly(0, 1, 2, 3);
    assertThat(image('a')).containsExactly(0, 0, 2, 3);
    assertThat(image('b')).containsExactly(0, 1, 2, 2);
    assertThat(image('m')).containsExactly(0, 2, 1, 3);
    assertThat(image('s')).containsExactly(1, 0, 3, 2);
    assertThat(image('r')).containsExactly(0, 0, 0, 0);
    assertThat(image('x')).containsExactly(2, 3, 0, 1);
  }

  private static List<Integer> image(char symbol) {
    List<Integer> image = new ArrayList<>();
    for (int state = 0; state < 4; state++) {
      image.add(DFA.next(state, symbol));
    }
    return image;
  }

  /**
   * Each word is a part; the digits are the parts executed again at each level. In the first group
   * the end is known and nothing is; then the chain diverges at the last part only, at the first
   * only, in the middle, and at several.
   */
  @ParameterizedTest
  @CsvSource({
    "rk rk rk,          '',    '',    ''",
    "sk sk rs,          '',    '',    ''",
    "mk kk ak rs kb,    01234, 4,     4",
    "ks ka kk ra,       '',    '',    ''",
    "rk rs sk,          012,   2,     2",
    "sk ak bk,          012,   2,     2",
    "mk ak ak,          012,   012,   0",
    "mk ak kk,          012,   012,   02",
    "rk mk ak ab,       0123,  123,   1",
    "rk mk ak kb,       0123,  123,   13",
    "mk rk mk ak kk,    01234, 234,   24",
    "mk ak mk ak kk,    01234, 01234, 024",
    "mk xb mk ak sa,    01234, 01234, 02",
    "sk rk sk rk sk,    01234, 4,     4",
    "sk sk sk sk sk,    01234, 01234, 01234",
  })
  void eachLevelExecutesAgain(String words, String basic, String lastConcrete, String again) {
    assertThat(chain(words, ReexecutionLevel.BASIC).reexecuted()).isEqualTo(basic);
    assertThat(chain(words, ReexecutionLevel.LAST_CONCRETE).reexecuted()).isEqualTo(lastConcrete);
    assertThat(chain(words, ReexecutionLevel.OPPORTUNISTIC).reexecuted()).isEqualTo(again);
  }

  /** Whole parts are executed, prefixes replayed, all from the front to the back. */
  @ParameterizedTest
  @CsvSource({
    "BASIC,         0-2 2-4 4-6 6-8 8-10",
    "LAST_CONCRETE, 0-2 2-3 4-6 6-8 8-10",
    "OPPORTUNISTIC, 0-2 2-3 4-6 6-7 8-10",
  })
  void runsFromTheFrontToTheBack(ReexecutionLevel level, String stretches) {
    assertThat(chain("mk rk mk ak kk", level).stretches()).isEqualTo(stretches);
  }

  /** After part 0 is executed, part 1 is a concrete point that was none before. */
  @Test
  void aLaterConcretePointAppearsThroughReevaluation() {
    ComposedChain chain = chain("mk ak mk ak kk", ReexecutionLevel.OPPORTUNISTIC);
    assertThat(chain.stretches()).isEqualTo("0-2 2-3 4-6 6-7 8-10");
    assertThat(numbers(chain, chain.composer()::evaluated)).containsExactly(1, 2, 2, 3, 3);
    assertThat(numbers(chain, chain.composer()::replayed)).containsExactly(0, 1, 0, 1, 0);
  }

  @Test
  void theEndIsKnownAtOnceAfterOnePart() {
    ComposedChain chain = chain("mk ak ak", ReexecutionLevel.OPPORTUNISTIC);
    assertThat(chain.stretches()).isEqualTo("0-2 2-3 4-5");
    assertThat(numbers(chain, chain.composer()::evaluated)).containsExactly(1, 2, 2);
  }

  @ParameterizedTest
  @EnumSource(names = {"BASIC", "LAST_CONCRETE"})
  void theOtherLevelsEvaluateOnce(ReexecutionLevel level) {
    ComposedChain chain = chain("mk rk mk ak kk", level);
    assertThat(numbers(chain, chain.composer()::evaluated)).containsExactly(1, 1, 1, 1, 1);
  }

  /** A replay waits if its start was unknown when the chain was followed first. */
  @ParameterizedTest
  @EnumSource
  void replaysWaitWhereTheStartWasUnknown(ReexecutionLevel level) {
    Composer composer = chain("mk rk mk ak kk", level).composer();
    assertThat(composer.waited(0)).isFalse();
    assertThat(composer.waited(1)).isTrue();
    assertThat(composer.waited(2)).isFalse();
    assertThat(composer.waited(3)).isTrue();
    assertThat(composer.waited(4)).isTrue();
  }

  // ---- starts that were not foreseen ----

  private static FlowPlan some(int... states) {
    return new StateFlows(StateSet.of(states), false);
  }

  /**
   * The start of the first part, state 2, is among the candidates of none. A later part that leads
   * every state to one makes up for it: nothing is executed again, the first is replayed whole.
   */
  @ParameterizedTest
  @EnumSource
  void anUnforeseenStartIsMadeUpForByAConvergingPart(ReexecutionLevel level) {
    List<FlowPlan> plans = List.of(some(0, 1), new ConvergenceSetFlows(Partition.coarsest(4)));
    ComposedChain chain = chain("ss kr", plans, level, StateSet.of(2));
    assertThat(chain.reexecuted()).isEmpty();
    assertThat(chain.stretches()).isEqualTo("0-2 2-4");
    assertThat(numbers(chain, chain.composer()::replayed)).containsExactly(2, 2);
    assertThat(chain.composer().waited(1)).isTrue();
  }

  /** Once the first part is executed, the start of the second is seen to have been foreseen. */
  @ParameterizedTest
  @CsvSource({"BASIC, 01", "LAST_CONCRETE, 01", "OPPORTUNISTIC, 0"})
  void anUnforeseenStartMayBeFollowedByAForeseenOne(ReexecutionLevel level, String reexecuted) {
    ComposedChain chain = chain("ss ks", List.of(some(0, 1), some(2)), level, StateSet.of(2));
    assertThat(chain.reexecuted()).isEqualTo(reexecuted);
  }

  @ParameterizedTest
  @EnumSource
  void partsThatForesaw0AreExecutedAgain(ReexecutionLevel level) {
    ComposedChain chain = chain("ss ks", List.of(some(0, 1), some(0, 3)), level, StateSet.of(2));
    assertThat(chain.reexecuted()).isEqualTo("01");
    assertThat(chain.stretches()).isEqualTo("0-2 2-4");
  }

  /** A foreseen start needs neither replay nor execution. */
  @ParameterizedTest
  @EnumSource
  void foreseenStartsCostNothing(ReexecutionLevel level) {
    ComposedChain chain = chain("ss ks", List.of(some(1, 2), some(2)), level, StateSet.of(2));
    assertThat(chain.reexecuted()).isEmpty();
    assertThat(chain.stretches()).isEmpty();
    assertThat(numbers(chain, chain.composer()::replayed)).containsExactly(0, 0);
  }

  // ---- reports on the way ----

  /**
   * A set that is one state at the end, but whose states passed different reports: only the replay
   * of the true start can tell them apart.
   */
  @Test
  void aSetThatPassedDifferentReportsIsDecodedByReplay() {
    Dfa dfa = RandomAutomata.seeded(5).convergingThroughReports(4);
    byte[] input = "aabb".getBytes(StandardCharsets.US_ASCII);
    int[] labels = {0, 0, 0, 0, 1, 1, 1, 1, 1};
    List<FlowPlan> plans = List.of(new ConvergenceSetFlows(Partition.ofLabels(labels)));
    List<Set<Integer>> seen = new ArrayList<>();
    for (int state = 0; state < 4; state++) {
      ComposedChain chain =
          new ComposedChain(
              dfa, input, new int[] {0, 4}, plans, ReexecutionLevel.BASIC, StateSet.of(state));
      assertThat(chain.composer().reexecuted(0)).isFalse();
      assertThat(chain.composer().replayed(0)).isEqualTo(2);
      assertThat(chain.ends())
          .isEqualTo(ReferenceEngine.endsOfPiece(dfa, Set.of(state), input, 0, 4));
      seen.add(chain.ends());
    }
    // The states report nothing, here, one back, or both: the ends differ, the end does not.
    assertThat(Set.copyOf(seen)).hasSize(4);
  }

  /**
   * Two chains, 0 1 2 3 and 4 5 6 3, of which all states are in one set: it is state 3 from
   * position 3 on. One state reports; what is replayed ends where it was last among those of the
   * set. Flags of the end of the input (4) are not replayed for.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 3, AS_NEEDED, 0",
    "1, 0, AS_NEEDED, 0",
    "1, 4, AS_NEEDED, 0",
    "1, 1, AS_NEEDED, 1",
    "5, 2, AS_NEEDED, 1",
    "2, 2, AS_NEEDED, 2",
    "3, 1, AS_NEEDED, 3",
    "3, 2, AS_NEEDED, 3",
    "1, 0, WHOLE, 3",
    "1, 3, WHOLE, 3",
  })
  void aReplayEndsWithTheLastReport(int state, int flags, PrefixReplay replay, int replayed) {
    byte[] reports = new byte[7];
    reports[state] = (byte) flags;
    char[] table = {1, 2, 3, 3, 5, 6, 3};
    Dfa dfa = new Dfa(SymbolClasses.ofLabels(new int[256]), table, reports, 0);
    byte[] input = new byte[5];
    List<FlowPlan> plans = List.of(new ConvergenceSetFlows(Partition.coarsest(7)));
    int[] bounds = {0, 5};
    for (int start = 0; start < 7; start++) {
      ComposedChain chain =
          new ComposedChain(
              dfa, input, bounds, plans, ReexecutionLevel.BASIC, replay, StateSet.of(start));
      assertThat(numbers(chain, chain.composer()::replayed)).containsExactly(replayed);
      assertThat(chain.stretches()).isEqualTo(replayed == 0 ? "" : "0-" + replayed);
      assertThat(chain.end()).isEqualTo(StateSet.of(3));
      assertThat(chain.ends())
          .isEqualTo(ReferenceEngine.endsOfPiece(dfa, Set.of(start), input, 0, 5));
    }
  }

  private static List<Integer> numbers(ComposedChain chain, IntUnaryOperator number) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < chain.parts().size(); i++) {
      numbers.add(number.applyAsInt(i));
    }
    return numbers;
  }
}
