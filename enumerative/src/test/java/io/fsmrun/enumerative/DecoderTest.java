package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** What a decoder tells from two masks is so, whatever the symbols between them were. */
class DecoderTest {

  /** A hundred of a thousand states of one run each would be too many tuples to judge by. */
  private static final int MOST_STATES = 7;

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void whatIsToldIsSoOnEveryInput(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(MOST_STATES);
    Decoder decoder = decoder(dfa);
    List<Integer> from = runs(random, dfa, decoder);
    if (from.size() < 2) {
      return;
    }
    List<List<Integer>> reachable = reachable(dfa, from);
    List<Integer> to = reachable.get(random.number(0, reachable.size() - 1));
    Set<Integer> mask = visible(decoder, to);
    List<List<Integer>> same =
        reachable.stream().filter(tuple -> visible(decoder, tuple).equals(mask)).toList();
    int plain = decoder.runsToTell(array(from), array(to), false);
    assertThat(plain).as("seed %d", seed).isBetween(same.size() == 1 ? 0 : 1, from.size());
    int withReports = decoder.runsToTell(array(from), array(to), true);
    assertThat(withReports).as("seed %d", seed).isBetween(plain, from.size());
    if (withReports == 0) {
      assertThat(holdersAreFixed(dfa, from, to)).as("seed %d, %s to %s", seed, from, to).isTrue();
    }
  }

  /** If as many runs are run again as it says, at most one tuple is left, whichever it was. */
  @Property(tries = 500, shrinking = ShrinkingMode.OFF)
  void runningAgainAsOftenAsSaidIsEnough(@ForAll long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(MOST_STATES);
    Decoder decoder = decoder(dfa);
    List<Integer> from = runs(random, dfa, decoder);
    if (from.size() < 2) {
      return;
    }
    List<List<Integer>> reachable = reachable(dfa, from);
    List<Integer> to = reachable.get(random.number(0, reachable.size() - 1));
    int again = decoder.runsToTell(array(from), array(to), false);
    assertThat(fewestToTell(decoder, reachable, to, 0, new ArrayList<>()))
        .as("seed %d", seed)
        .isLessThanOrEqualTo(again);
  }

  private static int fewestToTell(
      Decoder decoder,
      List<List<Integer>> reachable,
      List<Integer> to,
      int run,
      List<Integer> chosen) {
    boolean told =
        reachable.stream()
            .filter(tuple -> visible(decoder, tuple).equals(visible(decoder, to)))
            .filter(tuple -> chosen.stream().allMatch(r -> tuple.get(r).equals(to.get(r))))
            .allMatch(to::equals);
    if (told) {
      return chosen.size();
    }
    int fewest = to.size();
    for (int r = run; r < to.size(); r++) {
      List<Integer> more = new ArrayList<>(chosen);
      more.add(r);
      fewest = Math.min(fewest, fewestToTell(decoder, reachable, to, r + 1, more));
    }
    return fewest;
  }

  private static Decoder decoder(Dfa dfa) {
    return new Decoder(dfa, new AtomicLong(Decoder.MOST_KEPT));
  }

  private static List<Integer> runs(RandomAutomata random, Dfa dfa, Decoder decoder) {
    List<Integer> states = new ArrayList<>();
    for (int state = 0; state < dfa.stateCount(); state++) {
      if (!decoder.isSettled(state)) {
        states.add(state);
      }
    }
    Collections.shuffle(states, new Random(random.number(0, 1 << 20)));
    return states.subList(0, Math.min(states.size(), random.number(2, 4)));
  }

  private static int[] array(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Set<Integer> visible(Decoder decoder, List<Integer> tuple) {
    Set<Integer> states = new TreeSet<>(tuple);
    states.removeIf(decoder::isSettled);
    return states;
  }

  private static List<Integer> step(Dfa dfa, List<Integer> tuple, int symbolClass) {
    return tuple.stream().map(state -> dfa.nextByClass(state, symbolClass)).toList();
  }

  private static List<List<Integer>> reachable(Dfa dfa, List<Integer> from) {
    Set<List<Integer>> seen = new HashSet<>(List.of(from));
    Deque<List<Integer>> open = new ArrayDeque<>(seen);
    List<List<Integer>> found = new ArrayList<>();
    while (!open.isEmpty()) {
      List<Integer> tuple = open.pop();
      found.add(tuple);
      for (int c = 0; c < dfa.classes().count(); c++) {
        List<Integer> next = step(dfa, tuple, c);
        if (seen.add(next)) {
          open.add(next);
        }
      }
    }
    return found;
  }

  /** On all ways between two tuples, a state that reports is always that of the same runs. */
  private static boolean holdersAreFixed(Dfa dfa, List<Integer> from, List<Integer> to) {
    Map<Integer, Set<Integer>> holders = new HashMap<>();
    for (List<Integer> tuple : reachable(dfa, from)) {
      if (!reachable(dfa, tuple).contains(to)) {
        continue;
      }
      for (int state : new TreeSet<>(tuple)) {
        Set<Integer> runs = new TreeSet<>();
        for (int r = 0; r < tuple.size(); r++) {
          if (tuple.get(r) == state) {
            runs.add(r);
          }
        }
        boolean reports = dfa.reportFlags(state) != ReportFlags.NONE;
        if (reports && !holders.computeIfAbsent(state, s -> runs).equals(runs)) {
          return false;
        }
      }
    }
    return true;
  }

  // ---- by hand ----

  /**
   * Three levels that are never left downwards: {@code a} leads from 0 to 1, {@code b} from 1 to 2,
   * {@code r} resets all to 0; {@code x} swaps 0 and 1. Level 2 reports if asked for.
   */
  private static Dfa levels(boolean swap, boolean reports) {
    int[] labels = new int[256];
    labels['a'] = 1;
    labels['b'] = 2;
    labels['r'] = 3;
    if (swap) {
      labels['x'] = 4;
    }
    char[] table =
        swap
            ? new char[] {0, 1, 0, 0, 1, 1, 1, 2, 0, 0, 2, 2, 2, 0, 2}
            : new char[] {0, 1, 0, 0, 1, 1, 2, 0, 2, 2, 2, 0};
    byte report = (byte) (reports ? ReportFlags.HERE : 0);
    return new Dfa(SymbolClasses.ofLabels(labels), table, new byte[] {0, 0, report}, 0);
  }

  @Test
  void levelsThatAreNotLeftAreToldApart() {
    Decoder decoder = decoder(levels(false, false));
    assertThat(decoder.runsToTell(new int[] {0, 1, 2}, new int[] {0, 1, 2}, true)).isZero();
    assertThat(decoder.runsToTell(new int[] {2, 0}, new int[] {2, 1}, true)).isZero();
    assertThat(decoder.runsToTell(new int[] {0, 2}, new int[] {2, 2}, true)).isZero();
  }

  /** {1, 2} is [1, 1, 2] after "a", but [1, 2, 2] after "ba": one run tells. */
  @Test
  void whichTwoOfThreeRunsMetIsNotSeen() {
    Decoder decoder = decoder(levels(false, false));
    assertThat(decoder.runsToTell(new int[] {0, 1, 2}, new int[] {1, 1, 2}, false)).isEqualTo(1);
    assertThat(decoder.runsToTell(new int[] {0, 1, 2}, new int[] {1, 2, 2}, false)).isEqualTo(1);
  }

  @Test
  void statesThatMaySwapAreNotToldApart() {
    Decoder decoder = decoder(levels(true, false));
    assertThat(decoder.runsToTell(new int[] {0, 1}, new int[] {0, 1}, false)).isEqualTo(1);
    assertThat(decoder.runsToTell(new int[] {0, 1}, new int[] {0, 0}, false)).isZero();
  }

  /** Both came to level 2, one before the other, and who reported is not seen. */
  @Test
  void reportsOfTwoRunsAreNotToldApart() {
    Decoder decoder = decoder(levels(false, true));
    assertThat(decoder.runsToTell(new int[] {0, 1}, new int[] {2, 2}, false)).isZero();
    assertThat(decoder.runsToTell(new int[] {0, 1}, new int[] {2, 2}, true)).isEqualTo(1);
    assertThat(decoder.runsToTell(new int[] {0, 2}, new int[] {1, 2}, true)).isZero();
  }

  /** Level 2 reports for one run alone, and after {@code b} for both: since when is not seen. */
  @Test
  void reportsOfOneRunAndThenOfBothAreNotToldApart() {
    Decoder decoder = decoder(levels(false, true));
    assertThat(decoder.runsToTell(new int[] {2, 0}, new int[] {2, 2}, true)).isEqualTo(1);
    assertThat(decoder.runsToTell(new int[] {0, 2}, new int[] {2, 2}, true)).isEqualTo(1);
  }

  @Test
  void nothingIsToldWithoutRoom() {
    Decoder decoder = new Decoder(levels(false, false), new AtomicLong(1));
    assertThat(decoder.runsToTell(new int[] {0, 1, 2}, new int[] {0, 1, 2}, false)).isEqualTo(3);
  }

  /** A pair is counted once, however often it is asked for. */
  @Test
  void whatIsKeptIsTakenFromWhatMayBeKept() {
    Dfa dfa = levels(false, false);
    AtomicLong keep = new AtomicLong(100);
    Decoder decoder = new Decoder(dfa, keep);
    decoder.runsToTell(new int[] {0, 1}, new int[] {0, 1}, false);
    int pairs = PairReach.of(dfa, 0, 1, 100).size();
    assertThat(pairs).isPositive();
    assertThat(keep).hasValue(100 - pairs);
    decoder.runsToTell(new int[] {0, 1}, new int[] {1, 1}, false);
    assertThat(keep).hasValue(100 - pairs);
  }

  @Test
  void checkpointsDoubleUntilTheChipHoldsNoMore() {
    assertThat(JoinedRun.checkpoints(1000, 32)).containsExactly(32, 64, 128, 256, 512, 768);
    assertThat(JoinedRun.checkpoints(32, 32)).isEmpty();
    assertThat(JoinedRun.checkpoints(1000, Integer.MAX_VALUE)).isEmpty();
    int[] many = JoinedRun.checkpoints(100_000_000, 16);
    assertThat(many.length).isLessThanOrEqualTo(512);
    assertThat(Arrays.stream(many).distinct().count()).isEqualTo(many.length);
  }
}
