package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What a joined run is charged for is enough: an interval that is not run again could be decoded
 * from its start and from the mask at its end, whatever its symbols were; and where some flows are
 * run again, they are enough to tell the others. Judged by all tuples of states that the flows can
 * come to together.
 */
class JoinHonestyTest {

  /** Tuples of more runs than this are too many to judge by. */
  private static final int MOST_RUNS = 5;

  /** What is reported while a stretch runs; the rest depends on the end of the input. */
  private static final int AT_ONCE = ReportFlags.HERE | ReportFlags.BACK;

  /** A joined run of one automaton: its activity and the tables of its stretches. */
  private static final class Heard implements RunListener {

    private final List<SegmentActivity> segments = new ArrayList<>();
    private final List<SegmentTable> tables = new ArrayList<>();

    @Override
    public void window(WindowActivity activity) {
      segments.addAll(activity.segments());
    }

    @Override
    public boolean wantsSegments() {
      return true;
    }

    @Override
    public void segments(int component, List<SegmentTable> found) {
      tables.addAll(found);
    }
  }

  @Property(tries = 400, shrinking = ShrinkingMode.OFF)
  void whatIsNotRunAgainCanBeToldFromTheMasks(@ForAll long seed) throws Exception {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Dfa dfa = random.dfa(8);
    byte[] input = random.input(random.number(4, 90), dfa);
    Sharing sharing = new Sharing(true, random.number(1, 6));
    ConvergenceSetEnumeration strategy =
        new ConvergenceSetEnumeration(
            List.of(new ConvergenceSetFlows(random.partition(dfa.stateCount()))),
            random.number(2, 5),
            FlowChecks.ALL,
            sharing);
    PrefixReplay replay = random.chance(0.7) ? PrefixReplay.AS_NEEDED : PrefixReplay.WHOLE;
    Heard heard = run(dfa, strategy, replay, input);
    for (int s = 1; s < heard.segments.size(); s++) {
      JoinActivity join = heard.segments.get(s).join();
      int segment = s;
      List<SegmentTable> parts =
          heard.tables.stream().filter(table -> table.segment() == segment).toList();
      assertThat(parts.size()).isLessThanOrEqualTo(1 + join.checkpoints().size());
      if (isReplayedInstead(dfa, input, replay, heard.segments.get(s), parts)) {
        continue;
      }
      for (int i = 0; i < join.checkpoints().size(); i++) {
        int again = join.flowsAgain().getInt(i);
        if (i + 1 < parts.size()) {
          String how = "seed " + seed + ", segment " + s + ", interval " + i;
          checkInterval(how, dfa, input, parts.get(i + 1), again);
        } else {
          assertThat(again).isZero();
        }
      }
    }
  }

  /**
   * Whether nothing is run again, all states that were left where flows were joined and that had
   * not settled (those are known, and stay as they are) come to one, and the true flow is replayed
   * up to there, or, up to the last report of any of them before, through all intervals that are
   * not told by their masks.
   */
  private static boolean isReplayedInstead(
      Dfa dfa,
      byte[] input,
      PrefixReplay replay,
      SegmentActivity segment,
      List<SegmentTable> parts) {
    if (parts.size() < 2 || segment.join().flowsAgain().intStream().anyMatch(k -> k > 0)) {
      return false;
    }
    List<Integer> states =
        parts.get(1).rows().stream()
            .flatMap(row -> list(row.starts()))
            .distinct()
            .filter(state -> !isSettled(dfa, state))
            .toList();
    boolean mayHide =
        tuples(dfa, states).keySet().stream()
            .anyMatch(tuple -> tuple.stream().anyMatch(state -> isSettled(dfa, state)));
    if (mayHide) {
      return false;
    }
    int p = parts.get(1).from();
    int inDoubt = parts.get(0).from();
    while (p < parts.getLast().to() && new TreeSet<>(states).size() > 1) {
      states = step(dfa, states, dfa.classes().classOf(input[p++] & 0xff));
      boolean reported = states.stream().anyMatch(state -> (dfa.reportFlags(state) & AT_ONCE) != 0);
      inDoubt = reported || replay == PrefixReplay.WHOLE ? p : inDoubt;
    }
    int needed = replay == PrefixReplay.WHOLE ? inDoubt - parts.get(0).from() : 0;
    for (SegmentTable part : parts.subList(1, parts.size())) {
      boolean untold = replay == PrefixReplay.AS_NEEDED && runsNeeded(dfa, input, part) > 0;
      needed += untold ? Math.max(0, Math.min(part.to(), inDoubt) - part.from()) : 0;
    }
    return new TreeSet<>(states).size() <= 1 && segment.replayed() >= needed;
  }

  private static Stream<Integer> list(StateSet states) {
    return Arrays.stream(states.toArray()).boxed();
  }

  private static Heard run(
      Dfa dfa, ConvergenceSetEnumeration strategy, PrefixReplay replay, byte[] input)
      throws InterruptedException {
    Heard heard = new Heard();
    RuleSet rules = new RuleSet(List.of(new RuleSet.Component(1, dfa)));
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            strategy,
            new RunOptions(1, 1000, 1000).withReplay(replay),
            (rule, end) -> {},
            heard);
    scan.write(input, 0, input.length);
    scan.finish();
    return heard;
  }

  private static void checkInterval(
      String how, Dfa dfa, byte[] input, SegmentTable part, int again) {
    int most =
        part.rows().stream()
            .map(SegmentTable.Row::starts)
            .distinct()
            .mapToInt(StateSet::size)
            .sum();
    assertThat(again).as(how).isBetween(runsNeeded(dfa, input, part), most);
  }

  /** How many flows have to be run again, at least, to tell which was which; by brute force. */
  private static int runsNeeded(Dfa dfa, byte[] input, SegmentTable part) {
    List<StateSet> sets = part.rows().stream().map(SegmentTable.Row::starts).distinct().toList();
    List<Integer> from =
        sets.stream()
            .filter(set -> set.size() > 1 || !isSettled(dfa, set.get(0)))
            .map(set -> set.get(0))
            .toList();
    if (from.size() <= 1) {
      return 0;
    }
    if (sets.stream().anyMatch(set -> set.size() > 1)) {
      // What is in a set is not told by a mask.
      return 1;
    }
    if (from.size() > MOST_RUNS) {
      return 0; // Not known: too many tuples.
    }
    List<Integer> to = from;
    boolean reported = false;
    for (int p = part.from(); p < part.to(); p++) {
      to = step(dfa, to, dfa.classes().classOf(input[p] & 0xff));
      reported |= to.stream().anyMatch(state -> (dfa.reportFlags(state) & AT_ONCE) != 0);
    }
    Map<List<Integer>, Set<List<Integer>>> successors = tuples(dfa, from);
    boolean reports = reported && !holdersAreFixed(dfa, successors, from, to);
    int least = fewestToTell(dfa, successors.keySet(), to, 0, new ArrayList<>());
    return Math.min(from.size(), least + (reports ? 1 : 0));
  }

  private static boolean isSettled(Dfa dfa, int state) {
    return dfa.reportFlags(state) == ReportFlags.NONE && dfa.isAbsorbing(state);
  }

  private static Set<Integer> mask(Dfa dfa, List<Integer> tuple) {
    Set<Integer> states = new TreeSet<>(tuple);
    states.removeIf(state -> isSettled(dfa, state));
    return states;
  }

  private static List<Integer> step(Dfa dfa, List<Integer> tuple, int symbolClass) {
    return tuple.stream().map(state -> dfa.nextByClass(state, symbolClass)).toList();
  }

  /** All tuples that can be reached, each with what follows it. */
  private static Map<List<Integer>, Set<List<Integer>>> tuples(Dfa dfa, List<Integer> from) {
    Map<List<Integer>, Set<List<Integer>>> found = new HashMap<>();
    Deque<List<Integer>> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      List<Integer> tuple = open.pop();
      if (!found.containsKey(tuple)) {
        Set<List<Integer>> next = new HashSet<>();
        for (int c = 0; c < dfa.classes().count(); c++) {
          next.add(step(dfa, tuple, c));
        }
        found.put(tuple, next);
        open.addAll(next);
      }
    }
    return found;
  }

  /** The fewest runs whose ends leave one tuple with the mask that was seen. */
  private static int fewestToTell(
      Dfa dfa, Set<List<Integer>> reachable, List<Integer> to, int run, List<Integer> chosen) {
    boolean told =
        reachable.stream()
            .filter(tuple -> mask(dfa, tuple).equals(mask(dfa, to)))
            .filter(tuple -> chosen.stream().allMatch(r -> tuple.get(r).equals(to.get(r))))
            .allMatch(to::equals);
    if (told) {
      return chosen.size();
    }
    int fewest = to.size();
    for (int r = run; r < to.size(); r++) {
      List<Integer> more = new ArrayList<>(chosen);
      more.add(r);
      fewest = Math.min(fewest, fewestToTell(dfa, reachable, to, r + 1, more));
    }
    return fewest;
  }

  /**
   * Whether on all ways from a tuple to another, after the first symbol, a state that reports is
   * always that of the same runs.
   */
  private static boolean holdersAreFixed(
      Dfa dfa,
      Map<List<Integer>, Set<List<Integer>>> successors,
      List<Integer> from,
      List<Integer> to) {
    Map<Integer, Set<Integer>> holders = new HashMap<>();
    Set<List<Integer>> onWays = leadingTo(successors, to);
    Set<List<Integer>> entered = new HashSet<>();
    successors.forEach((tuple, next) -> entered.addAll(onWays.contains(tuple) ? next : Set.of()));
    for (List<Integer> tuple : onWays) {
      if (tuple.equals(from) && !entered.contains(from)) {
        continue;
      }
      for (int state : new TreeSet<>(tuple)) {
        Set<Integer> runs = new TreeSet<>();
        for (int r = 0; r < tuple.size(); r++) {
          if (tuple.get(r) == state) {
            runs.add(r);
          }
        }
        boolean reports = (dfa.reportFlags(state) & AT_ONCE) != 0;
        if (reports && !holders.computeIfAbsent(state, s -> runs).equals(runs)) {
          return false;
        }
      }
    }
    return true;
  }

  private static Set<List<Integer>> leadingTo(
      Map<List<Integer>, Set<List<Integer>>> successors, List<Integer> to) {
    Set<List<Integer>> found = new HashSet<>(List.of(to));
    boolean grown = true;
    while (grown) {
      grown = false;
      for (Map.Entry<List<Integer>, Set<List<Integer>>> entry : successors.entrySet()) {
        if (!found.contains(entry.getKey())
            && entry.getValue().stream().anyMatch(found::contains)) {
          found.add(entry.getKey());
          grown = true;
        }
      }
    }
    return found;
  }
}
