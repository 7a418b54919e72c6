package io.fsmrun.testkit;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The judge of every engine: runs an automaton symbol by symbol, straight from the definitions,
 * with the sets of the JDK. It shares no code with any engine and is as slow as that makes it:
 * O(symbols * edges of the active states).
 *
 * <p>All methods are safe for use by several threads.
 */
public final class ReferenceEngine {

  private ReferenceEngine() {}

  /**
   * All reports of a ruleset on a whole input.
   *
   * @param rules the rules
   * @param input the whole input
   * @return the reports, in order of end, then rule, each once
   */
  public static List<Report> reports(RuleSet rules, byte[] input) {
    SortedSet<Report> reports = new TreeSet<>();
    for (RuleSet.Component component : rules.components()) {
      for (int end : ends(component.automaton(), input)) {
        reports.add(new Report(component.ruleId(), end));
      }
    }
    return new ArrayList<>(reports);
  }

  /**
   * The ends of all matches of one automaton on a whole input.
   *
   * @param automaton the automaton, run from its start
   * @param input the whole input
   * @return the ends, from 0 to the length of the input
   */
  public static SortedSet<Integer> ends(Automaton automaton, byte[] input) {
    SortedSet<Integer> ends = new TreeSet<>();
    Set<Integer> active = startStates(automaton);
    addEnds(flags(automaton, active), 0, ends);
    for (int position = 1; position <= input.length; position++) {
      active = step(automaton, active, input[position - 1] & 0xff);
      addEnds(flags(automaton, active), position, ends);
    }
    addFinalEnds(flags(automaton, active), input.length, ends);
    return ends;
  }

  /**
   * The ends that a run over a piece of input adds: those told at the positions after each consumed
   * byte. Nothing is added for the position it starts from, nor for the end of the input.
   *
   * @param automaton the automaton
   * @param start the active states at {@code from}
   * @param input bytes
   * @param from the position to start from
   * @param to the position to end at
   * @return the ends, from {@code from} to {@code to}
   */
  public static SortedSet<Integer> endsOfPiece(
      Automaton automaton, Collection<Integer> start, byte[] input, int from, int to) {
    SortedSet<Integer> ends = new TreeSet<>();
    Set<Integer> active = new TreeSet<>(start);
    for (int position = from + 1; position <= to; position++) {
      active = step(automaton, active, input[position - 1] & 0xff);
      addEnds(flags(automaton, active), position, ends);
    }
    return ends;
  }

  /**
   * The states that a set of states leads to.
   *
   * @param automaton the automaton
   * @param start the active states at {@code from}
   * @param input bytes
   * @param from the position to start from
   * @param to the position to end at
   * @return the active states at {@code to}
   */
  public static SortedSet<Integer> run(
      Automaton automaton, Collection<Integer> start, byte[] input, int from, int to) {
    SortedSet<Integer> active = new TreeSet<>(start);
    for (int position = from; position < to; position++) {
      active = step(automaton, active, input[position] & 0xff);
    }
    return active;
  }

  /**
   * One symbol.
   *
   * @param automaton the automaton
   * @param active the active states
   * @param symbol a byte value, 0 to 255
   * @return the states active after it
   */
  public static SortedSet<Integer> step(Automaton automaton, Set<Integer> active, int symbol) {
    SortedSet<Integer> next = new TreeSet<>();
    switch (automaton) {
      case Dfa dfa -> {
        for (int state : active) {
          next.add(dfa.next(state, symbol));
        }
      }
      case Nfa nfa -> {
        for (int state = 0; state < nfa.stateCount(); state++) {
          // Symbols first: few states have this one, and predecessors take long to look for.
          if (nfa.symbols(state).contains(symbol)
              && (nfa.isAlwaysEnabled(state) || hasPredecessor(nfa, state, active))) {
            next.add(state);
          }
        }
      }
      default -> throw new IllegalArgumentException("unknown form " + automaton.getClass());
    }
    return next;
  }

  private static boolean hasPredecessor(Nfa nfa, int state, Set<Integer> active) {
    for (int before : active) {
      for (int i = 0; i < nfa.successorCount(before); i++) {
        if (nfa.successor(before, i) == state) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * What active states report: the union over the states.
   *
   * @param automaton the automaton
   * @param active the active states
   * @return bits of {@link ReportFlags}
   */
  public static int flags(Automaton automaton, Set<Integer> active) {
    int union = ReportFlags.NONE;
    for (int state : active) {
      union |=
          switch (automaton) {
            case Dfa dfa -> dfa.reportFlags(state);
            case Nfa nfa -> nfa.reportFlags(state);
            default -> throw new IllegalArgumentException("unknown form " + automaton.getClass());
          };
    }
    return union;
  }

  private static Set<Integer> startStates(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> Set.of(dfa.start());
      case Nfa nfa -> Set.of(Nfa.START);
      default -> throw new IllegalArgumentException("unknown form " + automaton.getClass());
    };
  }

  private static void addEnds(int flags, int position, Set<Integer> ends) {
    if ((flags & ReportFlags.HERE) != 0) {
      ends.add(position);
    }
    if ((flags & ReportFlags.BACK) != 0 && position > 0) {
      ends.add(position - 1);
    }
  }

  private static void addFinalEnds(int flags, int length, Set<Integer> ends) {
    if ((flags & ReportFlags.FINAL_HERE) != 0) {
      ends.add(length);
    }
    if ((flags & ReportFlags.FINAL_BACK) != 0 && length > 0) {
      ends.add(length - 1);
    }
  }
}
