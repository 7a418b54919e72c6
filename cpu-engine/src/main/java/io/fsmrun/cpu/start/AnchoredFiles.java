package io.fsmrun.cpu.start;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads anchored automata: the distinct symbol sets, then for each state its set, its
 * flags and its edges.
 */
final class AnchoredFiles {

  private static final int WORDS = SymbolSet.ALPHABET_SIZE / Long.SIZE;
  private static final int ALL_FLAGS =
      ReportFlags.HERE | ReportFlags.BACK | ReportFlags.FINAL_HERE | ReportFlags.FINAL_BACK;

  private AnchoredFiles() {}

  static void write(Nfa nfa, BinaryWriter out) {
    Map<SymbolSet, Integer> sets = new LinkedHashMap<>();
    for (int state = 0; state < nfa.stateCount(); state++) {
      sets.putIfAbsent(nfa.symbols(state), sets.size());
    }
    out.writeInt(sets.size());
    for (SymbolSet set : sets.keySet()) {
      for (int word = 0; word < WORDS; word++) {
        out.writeBits(set.word(word));
      }
    }
    out.writeInt(nfa.stateCount());
    for (int state = 0; state < nfa.stateCount(); state++) {
      out.writeInt(sets.get(nfa.symbols(state)));
      out.writeInt(nfa.reportFlags(state));
      out.writeInt(nfa.successorCount(state));
      for (int i = 0; i < nfa.successorCount(state); i++) {
        out.writeInt(nfa.successor(state, i));
      }
    }
  }

  static Nfa read(BinaryReader in) {
    int setCount = in.readCount("symbol sets");
    List<SymbolSet> sets = new ArrayList<>();
    for (int i = 0; i < setCount; i++) {
      sets.add(readSet(in));
    }
    int stateCount = in.readCount("states");
    if (stateCount == 0) {
      throw in.damaged("an automaton without a start");
    }
    NfaBuilder builder = new NfaBuilder();
    for (int state = 0; state < stateCount; state++) {
      readState(in, state, sets, stateCount, builder);
    }
    Nfa nfa = builder.build();
    if (nfa.stateCount() != stateCount) {
      throw in.damaged(stateCount - nfa.stateCount() + " states that lead nowhere");
    }
    return nfa;
  }

  private static SymbolSet readSet(BinaryReader in) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int word = 0; word < WORDS; word++) {
      long bits = in.readBits();
      for (long rest = bits; rest != 0; rest &= rest - 1) {
        set = set.or(SymbolSet.of(word * Long.SIZE + Long.numberOfTrailingZeros(rest)));
      }
    }
    return set;
  }

  /** Edges may lead to states that are added later. */
  private static void readState(
      BinaryReader in, int state, List<SymbolSet> sets, int stateCount, NfaBuilder builder) {
    SymbolSet set = sets.get(in.readInt(sets.size(), "a symbol set"));
    if (state == Nfa.START ? !set.isEmpty() : set.isEmpty()) {
      throw in.damaged("the symbols of state " + state + " are none, or those of the start");
    }
    if (state != Nfa.START) {
      builder.addState(set);
    }
    builder.addFlags(state, in.readInt(ALL_FLAGS + 1, "report flags"));
    for (int successor : in.readInts(stateCount, "edges")) {
      if (successor == Nfa.START) {
        throw in.damaged("an edge that leads to the start");
      }
      builder.addEdge(state, successor);
    }
  }
}
