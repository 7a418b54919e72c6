package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One small run of each strategy, every cycle added up by hand. Turns and check intervals have 4
 * symbols, a switch takes 3 cycles, a check one for two flows, composition and decoding one.
 */
class CycleAccountTest {

  private static final CycleParameters FOUR =
      CycleParameters.published().withFlows(CycleModel.published().withTurns(4, 4));

  private final List<String> lines = new ArrayList<>();
  private final CycleAccount account = new CycleAccount(FOUR, 1, new CycleTrace(1000, lines::add));

  /** The events of the trace, without its heading. */
  private List<String> trace() {
    return lines.subList(2, lines.size());
  }

  private void costs(CycleBreakdown expected) {
    assertThat(account.cyclesBy()).isEqualTo(expected);
    assertThat(account.cycles()).isEqualTo(expected.total());
    account.finish();
    assertThat(lines.getLast())
        .startsWith("0-" + expected.total() + "\t-\t-\tall " + expected.total() + " = ");
  }

  @Test
  void anEmptyAccountHasNoSpeedup() {
    assertThat(account.cycles()).isZero();
    assertThat(account.cyclesBy()).isEqualTo(CycleBreakdown.NONE);
    assertThat(account.speedup()).isEqualTo(1);
    assertThat(account.idealSpeedup()).isEqualTo(1);
    account.finish();
    assertThat(trace()).containsExactly("0-0\t-\t-\tall 0, for 0 symbols of input");
  }

  /** 12 symbols, 12 cycles. */
  @Test
  void sequential() {
    account.add(PieceWork.of(SegmentWork.known(12)));
    costs(new CycleBreakdown(12, 0, 0, 0, 0, 0, 0));
    assertThat(account.speedup()).isEqualTo(1);
    assertThat(account.idealSpeedup()).isEqualTo(1);
    assertThat(trace())
        .containsExactly(
            "0-12\t1\t1\tflow 1: symbols 0-12",
            "0-12\t1\t-\tsum 12 = 12 symbols",
            "0-12\t-\t-\tall 12 = 12 symbols, for 12 symbols of input");
  }

  /**
   * 20 symbols in two segments; the second has three flows, two after 4 symbols, one after 8.
   *
   * <pre>
   * symbols 0-4, three flows   3 * 4 symbols + 3 switches * 3 + 2 checks   12 +  9 + 2 = 23
   * symbols 4-8, two flows     2 * 4 symbols + 2 switches * 3 + 1 check     8 +  6 + 1 = 15
   * symbols 8-10, one flow     2 symbols                                    2          =  2
   * one evaluation, and a replay of 4 symbols                               1 +  4     =  5
   * </pre>
   *
   * The first segment takes 10 cycles meanwhile.
   */
  @Test
  void enumerative() {
    LiveFlows flows = LiveFlows.constant(3).then(4, 2).then(8, 1);
    SegmentWork second = SegmentWork.enumerated(10, flows).withReplay(4, false);
    account.add(PieceWork.of(SegmentWork.known(10), second));
    costs(new CycleBreakdown(12 + 8 + 2, 9 + 6, 2 + 1, 0, 1, 4, 0));
    assertThat(account.cycles()).isEqualTo(45);
    assertThat(account.baselineCycles()).isEqualTo(20);
    assertThat(account.idealSpeedup()).isEqualTo(2);
    assertThat(account.speedup()).isCloseTo(20.0 / 45, within(1e-12));
    assertThat(trace())
        .containsExactly(
            "0-10\t1\t1\tflow 1: symbols 0-10",
            "0-4\t1\t2\tflow 1: symbols 0-4",
            "4-7\t1\t2\tswitch",
            "7-11\t1\t2\tflow 2: symbols 0-4",
            "11-14\t1\t2\tswitch",
            "14-18\t1\t2\tflow 3: symbols 0-4",
            "18-21\t1\t2\tswitch",
            "21-23\t1\t2\tcheck: 3 flows -> 2",
            "23-27\t1\t2\tflow 1: symbols 4-8",
            "27-30\t1\t2\tswitch",
            "30-34\t1\t2\tflow 2: symbols 4-8",
            "34-37\t1\t2\tswitch",
            "37-38\t1\t2\tcheck: 2 flows -> 1",
            "38-40\t1\t2\tflow 1: symbols 8-10",
            "40-41\t1\t2\tcompose, evaluated once",
            "41-45\t1\t2\treplay symbols 0-4",
            "0-45\t1\t-\tsum 45 = 22 symbols + 15 switches + 3 checks + 1 composition + 4 decoding",
            "0-45\t-\t-\tall 45 = 22 symbols + 15 switches + 3 checks + 1 composition + 4 decoding,"
                + " for 20 symbols of input");
  }

  /**
   * 20 symbols in two segments; a look-back of 3 symbols leaves two flows, which meet within 4.
   *
   * <pre>
   * look-back                  3
   * symbols 0-4, two flows     2 * 4 symbols + 2 switches * 3 + 1 check     8 + 6 + 1 = 15
   * symbols 4-10, one flow     6
   * one evaluation, and a replay of 2 symbols                               1 + 2     =  3
   * </pre>
   */
  @Test
  void lookBackEnumeration() {
    LiveFlows flows = LiveFlows.constant(2).then(4, 1);
    SegmentWork second = SegmentWork.enumerated(10, flows).withLookBack(3).withReplay(2, false);
    account.add(PieceWork.of(SegmentWork.known(10), second));
    costs(new CycleBreakdown(8 + 6, 6, 1, 3, 1, 2, 0));
    assertThat(account.cycles()).isEqualTo(27);
    assertThat(trace())
        .contains("0-3\t1\t2\tlook back 3 symbols", "3-7\t1\t2\tflow 1: symbols 0-4");
  }

  /**
   * 20 symbols in segments of 9, 4 and 7.
   *
   * <pre>
   * segment 1   9
   * segment 2   2 * 4 symbols + 2 switches * 3 + 1 check, at its end        8 + 6 + 1 = 15
   * segment 3   the same, then 3 symbols of one flow                        15 + 3    = 18
   * two evaluations                                                                      2
   * replays of 4 symbols each, the second after the first                               8
   * </pre>
   *
   * The last segment is the slowest.
   */
  @Test
  void papWithUnevenSegments() {
    SegmentWork second = SegmentWork.enumerated(4, LiveFlows.constant(2)).withReplay(4, false);
    LiveFlows meet = LiveFlows.constant(2).then(4, 1);
    SegmentWork third = SegmentWork.enumerated(7, meet).withReplay(4, true);
    account.add(PieceWork.of(SegmentWork.known(9), second, third));
    costs(new CycleBreakdown(8 + 3, 6, 1, 0, 2, 8, 0));
    assertThat(account.cycles()).isEqualTo(28);
    assertThat(account.idealSpeedup()).isEqualTo(3);
    assertThat(trace())
        .contains(
            "14-15\t1\t2\tcheck: 2 flows -> 2",
            "20-24\t1\t2\treplay symbols 0-4",
            "24-28\t1\t3\treplay symbols 0-4");
  }

  /** A slow segment that is not the longest decides: 30 symbols alone against two flows for 20. */
  @Test
  void theSlowestSegmentNeedNotBeTheLongest() {
    SegmentWork second = SegmentWork.enumerated(20, LiveFlows.constant(2));
    account.add(PieceWork.of(SegmentWork.known(30), second));
    // 5 turns of 2 * (4 + 3) and a check.
    costs(new CycleBreakdown(40, 30, 5, 0, 1, 0, 0));
  }

  /**
   * 18 symbols in three segments, a convergence set each: 6 symbols, two evaluations, and the
   * longer of two replays, of 1 and 2 symbols, neither of which waits.
   */
  @Test
  void convergenceSets() {
    SegmentWork one = SegmentWork.enumerated(6, LiveFlows.ONE);
    account.add(
        PieceWork.of(SegmentWork.known(6), one.withReplay(1, false), one.withReplay(2, false)));
    costs(new CycleBreakdown(6, 0, 0, 0, 2, 2, 0));
    assertThat(account.cycles()).isEqualTo(10);
  }

  /**
   * Two segments of 12 symbols; three flows are joined after 4, the mask saved after 8, and the
   * last interval cannot be decoded, so that two flows are run again.
   *
   * <pre>
   * symbols 0-4, three flows   3 * 4 symbols + 3 switches * 3              12 + 9 = 21
   * joining three flows        3 switches * 3                                        9
   * symbols 4-8, joined        4, a switch to save, 1 to decode         4 + 3 + 1 =  8
   * symbols 8-12, joined       4, and two flows again, 2 * (4 + 3)         4 + 14 = 18
   * one evaluation, and a replay of 4 symbols                               1 + 4 =  5
   * </pre>
   */
  @Test
  void joinedConvergenceSetsWithAnAmbiguousInterval() {
    JoinWork join = new JoinWork(IntList.of(4, 8), IntList.of(0, 2));
    LiveFlows flows = LiveFlows.constant(3).then(4, 1);
    SegmentWork second = SegmentWork.enumerated(12, flows).withJoin(join).withReplay(4, false);
    account.add(PieceWork.of(SegmentWork.known(12), second));
    costs(new CycleBreakdown(12 + 4 + 4, 9 + 9 + 3, 0, 0, 1, 1 + 14 + 4, 0));
    assertThat(account.cycles()).isEqualTo(61);
    assertThat(trace())
        .containsExactly(
            "0-12\t1\t1\tflow 1: symbols 0-12",
            "0-4\t1\t2\tflow 1: symbols 0-4",
            "4-7\t1\t2\tswitch",
            "7-11\t1\t2\tflow 2: symbols 0-4",
            "11-14\t1\t2\tswitch",
            "14-18\t1\t2\tflow 3: symbols 0-4",
            "18-21\t1\t2\tswitch",
            "21-30\t1\t2\tjoin 3 flows",
            "30-34\t1\t2\tjoined flow: symbols 4-8",
            "34-37\t1\t2\tsave at 8",
            "37-38\t1\t2\tdecode 4-8",
            "38-42\t1\t2\tjoined flow: symbols 8-12",
            "42-49\t1\t2\tagain flow 1: symbols 8-12, switch",
            "49-56\t1\t2\tagain flow 2: symbols 8-12, switch",
            "56-57\t1\t2\tcompose, evaluated once",
            "57-61\t1\t2\treplay symbols 0-4",
            "0-61\t1\t-\tsum 61 = 20 symbols + 21 switches + 1 composition + 19 decoding",
            "0-61\t-\t-\tall 61 = 20 symbols + 21 switches + 1 composition + 19 decoding, for 24"
                + " symbols of input");
  }

  /**
   * 20 symbols in four segments; from the second on two flows stay apart, and segments 3 and 4 are
   * executed again, the last after its function was evaluated twice.
   *
   * <pre>
   * symbols 0-4, two flows     2 * 4 symbols + 2 switches * 3 + 1 check     8 + 6 + 1 = 15
   * symbol  4-5, two flows     2 * 1 symbol + 2 switches * 3 + 1 check      2 + 6 + 1 =  9
   * evaluations of segments 2, 3 and 4                                      1 + 1 + 2 =  4
   * a replay of 5 symbols                                                                5
   * two segments of 5 symbols again, one after the other                                10
   * </pre>
   */
  @Test
  void reexecutionOfTwoSegments() {
    SegmentWork apart = SegmentWork.enumerated(5, LiveFlows.constant(2));
    account.add(
        PieceWork.of(
            SegmentWork.known(5),
            apart.withReplay(5, false),
            apart.withReexecution(5),
            apart.withEvaluations(2).withReexecution(5)));
    costs(new CycleBreakdown(10, 12, 2, 0, 4, 5, 10));
    assertThat(account.cycles()).isEqualTo(43);
    assertThat(trace())
        .contains(
            "26-28\t1\t4\tcompose, evaluated 2 times",
            "33-38\t1\t3\texecute again 5 symbols",
            "38-43\t1\t4\texecute again 5 symbols");
    assertThat(account.events(1).reexecutedSymbols()).isEqualTo(10);
  }

  /** Pieces of several segments follow one another: 6 + 1, then 4 + 1, then 3. */
  @Test
  void piecesFollowOneAnother() {
    account.add(PieceWork.of(SegmentWork.known(6), SegmentWork.enumerated(6, LiveFlows.ONE)));
    account.add(PieceWork.of(SegmentWork.known(4), SegmentWork.enumerated(4, LiveFlows.ONE)));
    account.add(PieceWork.of(SegmentWork.known(3)));
    costs(new CycleBreakdown(13, 0, 0, 0, 2, 0, 0));
    assertThat(account.baselineCycles()).isEqualTo(23);
    assertThat(account.idealSpeedup()).isEqualTo(2);
  }
}
