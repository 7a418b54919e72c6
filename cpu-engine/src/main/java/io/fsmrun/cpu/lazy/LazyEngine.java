package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Position automata, run together. */
public final class LazyEngine implements BlockEngine {

  private final List<RuleAutomaton> automata;

  private LazyEngine(List<RuleAutomaton> automata) {
    this.automata = List.copyOf(automata);
  }

  /**
   * An engine for some rules.
   *
   * @param automata their automata
   * @return the engine
   */
  public static LazyEngine of(List<RuleAutomaton> automata) {
    return new LazyEngine(automata);
  }

  @Override
  public String name() {
    return "lazy-dfa";
  }

  @Override
  public int historyBytes() {
    return 0;
  }

  @Override
  public boolean reportsBack() {
    return true;
  }

  @Override
  public void write(BinaryWriter out) {
    throw new UnsupportedOperationException("not yet");
  }

  @Override
  public BlockSession newSession() {
    return new Naive();
  }

  /** Steps every automaton's set of active states, bit by bit. */
  private final class Naive implements BlockSession {

    private final List<BitSet> active = new ArrayList<>();

    Naive() {
      start();
    }

    @Override
    public void start() {
      active.clear();
      for (RuleAutomaton automaton : automata) {
        BitSet set = new BitSet(automaton.nfa().stateCount());
        set.set(Nfa.START);
        active.add(set);
      }
    }

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      for (int a = 0; a < automata.size(); a++) {
        Nfa nfa = automata.get(a).nfa();
        if (position == 0 && (nfa.reportFlags(Nfa.START) & ReportFlags.HERE) != 0) {
          reports.add(automata.get(a).rule(), 0);
        }
        for (int i = from; i < to; i++) {
          active.set(a, step(nfa, active.get(a), input[i] & 0xff));
          int flags = flags(nfa, active.get(a));
          report(automata.get(a).rule(), flags, position + (i + 1 - from), reports);
        }
      }
    }

    private static BitSet step(Nfa nfa, BitSet set, int symbol) {
      BitSet next = new BitSet(nfa.stateCount());
      for (int q = 0; q < nfa.stateCount(); q++) {
        if (nfa.isAlwaysEnabled(q)) {
          next.set(q);
        }
      }
      set.stream()
          .forEach(
              q -> {
                for (int i = 0; i < nfa.successorCount(q); i++) {
                  next.set(nfa.successor(q, i));
                }
              });
      for (int q = next.nextSetBit(0); q >= 0; q = next.nextSetBit(q + 1)) {
        if (!nfa.symbols(q).contains(symbol)) {
          next.clear(q);
        }
      }
      return next;
    }

    private static int flags(Nfa nfa, BitSet set) {
      return set.stream().map(nfa::reportFlags).reduce(0, (x, y) -> x | y);
    }

    private static void report(int rule, int flags, long end, ReportBuffer reports) {
      if ((flags & ReportFlags.BACK) != 0) {
        reports.add(rule, end - 1);
      }
      if ((flags & ReportFlags.HERE) != 0) {
        reports.add(rule, end);
      }
    }

    @Override
    public void finish(byte[] input, int to, long position, ReportBuffer reports) {
      for (int a = 0; a < automata.size(); a++) {
        int flags = flags(automata.get(a).nfa(), active.get(a));
        int due =
            (flags & ReportFlags.FINAL_HERE) >> 2
                | (flags & ReportFlags.FINAL_BACK) >> 2
                | (position == 0 ? flags & ReportFlags.HERE : 0);
        report(automata.get(a).rule(), due, position, reports);
      }
    }

    @Override
    public void save(BinaryWriter state) {
      throw new UnsupportedOperationException("not yet");
    }

    @Override
    public void restore(BinaryReader state, long position) {
      throw new UnsupportedOperationException("not yet");
    }
  }
}
