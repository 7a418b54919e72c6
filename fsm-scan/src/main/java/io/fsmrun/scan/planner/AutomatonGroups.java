package io.fsmrun.scan.planner;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.scan.plan.chain.SearchPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which rules share an automaton that is determinised as it runs. Rules that count, or wait
 * for long, multiply the sets of states of each other: two that meet a hundred sets each may meet
 * thousands together, which are new all the time or leave the caches. Such rules are given automata
 * of their own where that should cost less, though each of these runs over all input. Mutable, for
 * one thread.
 */
final class AutomatonGroups {

  /** An automaton for all that should cost no more, in nanoseconds per byte, is good enough. */
  private static final double GOOD_NANOS = 2 * AutomatonForecast.USUAL_NANOS;

  /** One that should cost no more costs no less without a rule or two. */
  private static final double BEST_NANOS = 1.25 * AutomatonForecast.USUAL_NANOS;

  /** What costs more alone, in nanoseconds per byte, is better done in any other way there is. */
  private static final double DEAR_NANOS = 4 * AutomatonForecast.USUAL_NANOS;

  /** Several are worth it if they cost no more than this part together. */
  private static final double WORTH_WHILE = 0.8;

  /** So many rules, those of the largest automata, are looked at alone. */
  private static final int MOST_ALONE = 48;

  /** So many of them are tried to do without, if they can be searched for. */
  private static final int MOST_TRIED = 8;

  /** Each of these has to save so much of the time. */
  private static final double LEAST_GAIN = 0.1;

  /** So many of them, those that cost most, may be kept apart from the others. */
  private static final int MOST_APART = 6;

  /** What was found out of automata that are run as one: some are asked for again. */
  private final Map<List<RuleAutomaton>, Double> known = new HashMap<>();

  private final LazyOptions options;
  private final ByteModel expected;
  private final Checkpoint watch;

  /**
   * A choice of groups.
   *
   * @param options of the automata
   * @param expected what inputs are like
   * @param watch passed every so often
   */
  AutomatonGroups(LazyOptions options, ByteModel expected, Checkpoint watch) {
    this.options = options;
    this.expected = expected;
    this.watch = watch;
  }

  /** Automata that are run as one, and what that should cost, in nanoseconds per byte. */
  private record Group(List<RuleAutomaton> automata, double nanos) {}

  /**
   * Rules that are better searched for after all: those that meet ever new sets of states,
   * whichever others there are; and such that are found by narrow windows, as {@code
   * /[a-z]{5,}=!/}, if the others meet so many sets fewer without them that the pass for these
   * windows pays.
   *
   * @param all what there is no better way for, as far as is known
   * @param weak how some of them can be searched for, by index of the rule
   * @return some of these
   */
  List<RuleAutomaton> betterSearched(List<RuleAutomaton> all, Map<Integer, SearchPlan.Weak> weak) {
    List<RuleAutomaton> candidates = new ArrayList<>(all);
    candidates.removeIf(automaton -> !weak.containsKey(automaton.rule()));
    if (candidates.isEmpty() || nanos(all) <= BEST_NANOS) {
      return List.of();
    }
    List<RuleAutomaton> left = new ArrayList<>(all);
    List<RuleAutomaton> searched = new ArrayList<>();
    double pass = FilterEngine.narrowPassNanos();
    int tried = 0;
    for (RuleAutomaton one : largest(candidates).sorted(dearestFirst()).toList()) {
      boolean dear = nanos(all) > GOOD_NANOS && nanos(List.of(one)) > DEAR_NANOS;
      boolean narrow = expected.isSampled() && weak.get(one.rule()).isNarrow();
      if (!dear && (!narrow || tried++ >= MOST_TRIED || nanos(left) <= BEST_NANOS)) {
        continue;
      }
      List<RuleAutomaton> others = new ArrayList<>(left);
      others.remove(one);
      if (dear || nanos(left) - nanos(others) > Math.max(pass, LEAST_GAIN * nanos(left))) {
        searched.add(one);
        left = others;
        pass = narrow ? 0 : pass;
      }
    }
    return searched;
  }

  private Comparator<RuleAutomaton> dearestFirst() {
    return Comparator.comparingDouble((RuleAutomaton one) -> nanos(List.of(one))).reversed();
  }

  /**
   * Splits automata; what it does depends on nothing but them and what is expected.
   *
   * @param all at least one
   * @return the groups, the rules of each in the order they had; O(states of all) for each of 64
   *     KiB for some tens of groups that are tried
   */
  List<List<RuleAutomaton>> of(List<RuleAutomaton> all) {
    // Without a sample nothing is known of how long what is waited for takes to come.
    if (all.size() == 1 || !expected.isSampled()) {
      return List.of(all);
    }
    double together = nanos(all);
    if (together <= GOOD_NANOS) {
      return List.of(all);
    }
    List<Group> groups = groups(all);
    double apart = groups.stream().mapToDouble(Group::nanos).sum();
    return apart > WORTH_WHILE * together
        ? List.of(all)
        : groups.stream().map(group -> inOrder(all, group.automata())).toList();
  }

  /** Groups, of which each of the dearest rules is added to that which it costs least in. */
  private List<Group> groups(List<RuleAutomaton> all) {
    List<Group> dearest =
        largest(all)
            .map(automaton -> group(List.of(automaton)))
            .filter(group -> group.nanos() > AutomatonForecast.USUAL_NANOS)
            .sorted(Comparator.comparingDouble(Group::nanos).reversed())
            .limit(MOST_APART)
            .toList();
    Set<RuleAutomaton> apart = new HashSet<>();
    dearest.forEach(group -> apart.addAll(group.automata()));
    List<RuleAutomaton> others = new ArrayList<>(all);
    others.removeIf(apart::contains);
    List<Group> groups = new ArrayList<>();
    if (!others.isEmpty()) {
      groups.add(group(others));
    }
    for (Group one : dearest) {
      add(one, groups);
    }
    return groups;
  }

  /** Those that may meet most sets. */
  private static Stream<RuleAutomaton> largest(List<RuleAutomaton> automata) {
    return automata.stream()
        .sorted(Comparator.comparingInt((RuleAutomaton a) -> a.nfa().stateCount()).reversed())
        .limit(MOST_ALONE);
  }

  private void add(Group one, List<Group> groups) {
    int best = -1;
    Group made = one;
    double least = groups.size() < LazyEngine.NAMES.size() ? one.nanos() : Double.POSITIVE_INFINITY;
    for (int g = 0; g < groups.size(); g++) {
      List<RuleAutomaton> joined = new ArrayList<>(groups.get(g).automata());
      joined.addAll(one.automata());
      Group group = group(joined);
      double more = group.nanos() - groups.get(g).nanos();
      if (more < least) {
        least = more;
        best = g;
        made = group;
      }
    }
    if (best < 0) {
      groups.add(made);
    } else {
      groups.set(best, made);
    }
  }

  private Group group(List<RuleAutomaton> automata) {
    return new Group(automata, nanos(automata));
  }

  private double nanos(List<RuleAutomaton> automata) {
    if (automata.isEmpty()) {
      return 0;
    }
    return known.computeIfAbsent(
        List.copyOf(automata), some -> AutomatonForecast.nanos(some, options, expected, watch));
  }

  private static List<RuleAutomaton> inOrder(List<RuleAutomaton> all, List<RuleAutomaton> some) {
    Set<RuleAutomaton> wanted = Set.copyOf(some);
    return all.stream().filter(wanted::contains).toList();
  }
}
