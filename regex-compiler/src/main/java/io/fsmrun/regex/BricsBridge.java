package io.fsmrun.regex;

import dk.brics.automaton.Automaton;
import dk.brics.automaton.State;
import dk.brics.automaton.Transition;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Exchanges automata with <a href="https://www.brics.dk/automaton/">dk.brics.automaton</a>, whose
 * language operations (intersection, complement, equivalence) this project does not repeat.
 *
 * <p>Bytes are the chars 0 to 255 there. A brics automaton has one language where a {@link Dfa} has
 * four kinds of reports, so one kind is exchanged at a time. No method changes the language of an
 * automaton it is given, though brics automata, which are not safe for threads, may change their
 * inner form. The static settings of brics are left alone.
 */
public final class BricsBridge {

  private static final char MAX_SYMBOL = SymbolSet.ALPHABET_SIZE - 1;

  private BricsBridge() {}

  /**
   * The inputs after which an automaton reports a match that ends there.
   *
   * @param dfa any automaton
   * @return a deterministic automaton of the inputs that reach a state with {@link
   *     ReportFlags#HERE}; O(256 * states)
   */
  public static Automaton toBrics(Dfa dfa) {
    return toBrics(dfa, ReportFlags.HERE);
  }

  /**
   * The inputs after which an automaton makes a kind of report.
   *
   * @param dfa any automaton
   * @param flag one bit of {@link ReportFlags}
   * @return a deterministic automaton of the inputs that reach a state with that bit; O(256 *
   *     states)
   * @throws IllegalArgumentException if the flag is not one of the four bits
   */
  public static Automaton toBrics(Dfa dfa, int flag) {
    int allFlags =
        ReportFlags.HERE | ReportFlags.BACK | ReportFlags.FINAL_HERE | ReportFlags.FINAL_BACK;
    if (Integer.bitCount(flag) != 1 || (flag & allFlags) == 0) {
      throw new IllegalArgumentException("report flag " + flag + " is not one bit of four");
    }
    State[] states = new State[dfa.stateCount()];
    for (int state = 0; state < states.length; state++) {
      states[state] = new State();
      states[state].setAccept((dfa.reportFlags(state) & flag) != 0);
    }
    for (int state = 0; state < states.length; state++) {
      int first = 0;
      for (int symbol = 1; symbol <= SymbolSet.ALPHABET_SIZE; symbol++) {
        int target = dfa.next(state, first);
        if (symbol == SymbolSet.ALPHABET_SIZE || dfa.next(state, symbol) != target) {
          states[state].addTransition(
              new Transition((char) first, (char) (symbol - 1), states[target]));
          first = symbol;
        }
      }
    }
    Automaton result = new Automaton();
    result.setInitialState(states[dfa.start()]);
    result.setDeterministic(true);
    result.removeDeadTransitions();
    return result;
  }

  /**
   * The language of a regex without assertions, built by the operations of brics alone.
   *
   * @param regex a syntax tree
   * @param limits of which the number of positions applies
   * @return an automaton of the inputs that the regex matches as a whole, not deterministic in
   *     general; lead it by {@link #anyBytes()} to match anywhere
   * @throws IllegalArgumentException if the tree has assertions
   * @throws LimitExceededException if it has too many positions
   */
  public static Automaton toBrics(RegexNode regex, CompileLimits limits) {
    long positions = positions(regex, limits.positions());
    if (positions > limits.positions()) {
      throw new LimitExceededException("positions", limits.positions(), positions);
    }
    return build(regex);
  }

  /**
   * The language of a regex without assertions, under the usual limits.
   *
   * @param regex a syntax tree
   * @return an automaton of the inputs that the regex matches as a whole
   * @throws IllegalArgumentException if the tree has assertions
   * @throws LimitExceededException if it has too many positions
   */
  public static Automaton toBrics(RegexNode regex) {
    return toBrics(regex, CompileLimits.defaults());
  }

  /**
   * The language of all byte strings.
   *
   * @return a deterministic automaton of one state
   */
  public static Automaton anyBytes() {
    State state = new State();
    state.setAccept(true);
    state.addTransition(new Transition((char) 0, MAX_SYMBOL, state));
    Automaton all = new Automaton();
    all.setInitialState(state);
    all.setDeterministic(true);
    return all;
  }

  /**
   * The minimal automaton that stands in a state with {@link ReportFlags#HERE} exactly after the
   * inputs that a brics automaton accepts.
   *
   * @param automaton any automaton over the chars 0 to 255, deterministic or not
   * @param stateLimit the most states of the deterministic automaton before it is minimised, at
   *     most {@link Dfa#MAX_STATES}
   * @return the minimal automaton
   * @throws IllegalArgumentException if a transition carries a char above 255, or the limit is
   *     below 1 or above {@link Dfa#MAX_STATES}
   * @throws LimitExceededException if it has more states than the limit
   */
  public static Dfa toDfa(Automaton automaton, int stateLimit) {
    if (stateLimit < 1 || stateLimit > Dfa.MAX_STATES) {
      throw new IllegalArgumentException(
          "state limit " + stateLimit + " is not in 1.." + Dfa.MAX_STATES);
    }
    return Minimizer.minimize(new Subsets(automaton).determinize(stateLimit));
  }

  private static long positions(RegexNode node, long limit) {
    return switch (node) {
      case RegexNode.Empty empty -> 0;
      case RegexNode.Symbols leaf -> 1;
      case RegexNode.Concat concat -> positions(concat.parts(), limit);
      case RegexNode.Alternate alternate -> positions(alternate.branches(), limit);
      case RegexNode.Repeat repeat -> {
        long copies = Math.max(repeat.max(), Math.max(repeat.min(), repeat.max() < 0 ? 1 : 0));
        // Both factors are below 2^32, so that the product of what passes the limit fits too.
        yield Math.min(positions(repeat.body(), limit), limit + 1) * copies;
      }
      case RegexNode.Assertion assertion ->
          throw new IllegalArgumentException(
              "brics automata know no assertions, and the regex has " + assertion.kind());
    };
  }

  private static long positions(List<RegexNode> nodes, long limit) {
    long sum = 0;
    for (RegexNode node : nodes) {
      sum += Math.min(positions(node, limit), limit + 1);
    }
    return sum;
  }

  private static Automaton build(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> Automaton.makeEmptyString();
      case RegexNode.Symbols leaf -> anyOf(leaf.set());
      case RegexNode.Concat concat -> Automaton.concatenate(buildAll(concat.parts()));
      case RegexNode.Alternate alternate -> Automaton.union(buildAll(alternate.branches()));
      case RegexNode.Repeat repeat ->
          repeat.max() == RegexNode.Repeat.UNBOUNDED
              ? build(repeat.body()).repeat(repeat.min())
              : build(repeat.body()).repeat(repeat.min(), repeat.max());
      case RegexNode.Assertion assertion ->
          throw new IllegalArgumentException("assertion " + assertion.kind());
    };
  }

  private static List<Automaton> buildAll(List<RegexNode> nodes) {
    List<Automaton> automata = new ArrayList<>(nodes.size());
    for (RegexNode node : nodes) {
      automata.add(build(node));
    }
    return automata;
  }

  private static Automaton anyOf(SymbolSet set) {
    List<Automaton> ranges = new ArrayList<>();
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      int first = symbol;
      while (symbol < SymbolSet.ALPHABET_SIZE && set.contains(symbol)) {
        symbol++;
      }
      if (symbol > first) {
        ranges.add(Automaton.makeCharRange((char) first, (char) (symbol - 1)));
      }
    }
    return Automaton.union(ranges);
  }

  /** Subset construction of a brics automaton under a limit, which the one of brics lacks. */
  private static final class Subsets {

    private final List<State> states = new ArrayList<>();
    private final Map<State, Integer> numbers = new HashMap<>();
    private final SymbolClasses classes;

    private final Map<StateSet, Integer> sets = new HashMap<>();
    private final List<StateSet> order = new ArrayList<>();

    Subsets(Automaton automaton) {
      List<SymbolSet> ranges = new ArrayList<>();
      // Of a singleton automaton, which is but a string, this makes states.
      number(automaton.getInitialState());
      for (int i = 0; i < states.size(); i++) {
        for (Transition transition : states.get(i).getTransitions()) {
          if (transition.getMax() > MAX_SYMBOL) {
            throw new IllegalArgumentException(
                "a transition on char "
                    + (int) transition.getMax()
                    + ", but symbols are bytes, 0 to "
                    + (int) MAX_SYMBOL);
          }
          ranges.add(SymbolSet.range(transition.getMin(), transition.getMax()));
          number(transition.getDest());
        }
      }
      this.classes = SymbolClasses.of(new LinkedHashSet<>(ranges));
    }

    private int number(State state) {
      return numbers.computeIfAbsent(
          state,
          fresh -> {
            states.add(fresh);
            return states.size() - 1;
          });
    }

    Dfa determinize(int stateLimit) {
      int classCount = classes.count();
      StringBuilder table = new StringBuilder();
      indexOf(StateSet.of(0), stateLimit);
      for (int i = 0; i < order.size(); i++) {
        List<List<Integer>> targets = new ArrayList<>();
        for (int c = 0; c < classCount; c++) {
          targets.add(new ArrayList<>());
        }
        for (int s = 0; s < order.get(i).size(); s++) {
          for (Transition transition : states.get(order.get(i).get(s)).getTransitions()) {
            addTarget(transition, targets);
          }
        }
        for (List<Integer> target : targets) {
          int[] members = target.stream().mapToInt(Integer::intValue).toArray();
          table.append((char) indexOf(StateSet.of(members), stateLimit));
        }
      }
      return new Dfa(classes, table.toString().toCharArray(), flags(), 0);
    }

    private void addTarget(Transition transition, List<List<Integer>> targets) {
      int number = numbers.get(transition.getDest());
      for (int c = 0; c < targets.size(); c++) {
        int symbol = classes.representative(c);
        if (transition.getMin() <= symbol && symbol <= transition.getMax()) {
          targets.get(c).add(number);
        }
      }
    }

    private int indexOf(StateSet set, int stateLimit) {
      Integer known = sets.putIfAbsent(set, order.size());
      if (known != null) {
        return known;
      }
      order.add(set);
      if (order.size() > stateLimit) {
        throw new LimitExceededException("DFA states", stateLimit, order.size());
      }
      return order.size() - 1;
    }

    private byte[] flags() {
      byte[] flags = new byte[order.size()];
      for (int i = 0; i < flags.length; i++) {
        for (int s = 0; s < order.get(i).size(); s++) {
          if (states.get(order.get(i).get(s)).isAccept()) {
            flags[i] = ReportFlags.HERE;
          }
        }
      }
      return flags;
    }
  }
}
