package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the tests of this package share: random unions, options, and what they must report. */
final class Unions {

  private Unions() {}

  /** Some automata, of which several may be equal or report for one rule. */
  static List<RuleAutomaton> random(RandomAutomata random, int mostAutomata, int mostStates) {
    List<RuleAutomaton> automata = new ArrayList<>();
    for (int i = random.number(0, mostAutomata); i > 0; i--) {
      Nfa nfa =
          !automata.isEmpty() && random.chance(0.2)
              ? automata.get(random.number(0, automata.size() - 1)).nfa()
              : random.chance(0.3) ? random.countedGap(9) : random.nfa(mostStates);
      automata.add(new RuleAutomaton(random.number(0, mostAutomata), nfa));
    }
    return automata;
  }

  /**
   * Adds the states of some bytes in a row.
   *
   * @param before the state that leads to the first; negative if that is always enabled
   * @return the state of the last
   */
  static int word(NfaBuilder builder, int before, byte[] bytes) {
    int at = before;
    for (byte symbol : bytes) {
      int state = builder.addState(SymbolSet.of(symbol));
      if (at < 0) {
        builder.setAlwaysEnabled(state);
      } else {
        builder.addEdge(at, state);
      }
      at = state;
    }
    return at;
  }

  /** A group for each automaton. */
  static int[] alone(int automata) {
    int[] groups = new int[automata];
    Arrays.setAll(groups, i -> i);
    return groups;
  }

  /** Every switch either way, and often a cache that is always full. */
  static LazyOptions options(RandomAutomata random) {
    int cacheBytes = random.chance(0.5) ? random.number(0, 3000) : 1 << 20;
    return new LazyOptions(
        cacheBytes, random.chance(0.5), laneStart(random), random.chance(0.5), random.chance(0.5));
  }

  static LaneStart laneStart(RandomAutomata random) {
    LaneStart[] starts = LaneStart.values();
    return starts[random.number(0, starts.length - 1)];
  }

  static byte[] input(RandomAutomata random, List<RuleAutomaton> automata, int length) {
    if (automata.isEmpty() || random.chance(0.3)) {
      return random.input(length, random.number(1, 5));
    }
    return random.input(length, automata.get(random.number(0, automata.size() - 1)).nfa());
  }

  /** All reports, as texts that sort. */
  static SortedSet<Long> expected(List<RuleAutomaton> automata, byte[] input) {
    SortedSet<Long> reports = new TreeSet<>();
    for (RuleAutomaton automaton : automata) {
      for (int end : ReferenceEngine.ends(automaton.nfa(), input)) {
        reports.add(report(automaton.rule(), end));
      }
    }
    return reports;
  }

  /** A report as one number. */
  static long report(int rule, long end) {
    return end << 20 | rule;
  }

  /** Scans a piece of a stream that starts at index 0. */
  static void scan(BlockSession session, byte[] input, int from, int to, SortedSet<Long> found) {
    ReportBuffer out = new ReportBuffer();
    out.startBlock(from);
    session.scan(input, from, to, from, out);
    collect(out, found);
  }

  static void finish(BlockSession session, byte[] input, SortedSet<Long> found) {
    ReportBuffer out = new ReportBuffer();
    out.startBlock(input.length);
    session.finish(input, input.length, input.length, out);
    collect(out, found);
  }

  static void collect(ReportBuffer out, SortedSet<Long> found) {
    out.sort();
    for (int i = 0; i < out.size(); i++) {
      found.add(report(out.rule(i), out.end(i)));
    }
  }

  static SortedSet<Long> scanWhole(BlockSession session, byte[] input) {
    SortedSet<Long> found = new TreeSet<>();
    session.start();
    scan(session, input, 0, input.length, found);
    finish(session, input, found);
    return found;
  }
}
