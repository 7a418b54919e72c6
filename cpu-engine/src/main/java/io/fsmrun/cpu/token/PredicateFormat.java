package io.fsmrun.cpu.token;

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
 * How predicates are stored: all their symbol sets once, then for each automaton its states.
 *
 * <pre>
 *   sets        count, 32 bytes each
 *   automata    count, then for each
 *     states    count without the start
 *     start     successors
 *     state     set * 2 + (1 if it takes the token), successors
 * </pre>
 */
final class PredicateFormat {

  private static final int WORDS = SymbolSet.ALPHABET_SIZE / Long.SIZE;

  private PredicateFormat() {}

  static void writeSet(BinaryWriter out, SymbolSet set) {
    for (int word = 0; word < WORDS; word++) {
      out.writeBits(set.word(word));
    }
  }

  static SymbolSet readSet(BinaryReader in) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int word = 0; word < WORDS; word++) {
      for (long bits = in.readBits(); bits != 0; bits &= bits - 1) {
        set = set.or(SymbolSet.of(word * Long.SIZE + Long.numberOfTrailingZeros(bits)));
      }
    }
    return set;
  }

  static void write(BinaryWriter out, List<Nfa> predicates) {
    Map<SymbolSet, Integer> sets = new LinkedHashMap<>();
    for (Nfa predicate : predicates) {
      for (int state = 1; state < predicate.stateCount(); state++) {
        sets.putIfAbsent(predicate.symbols(state), sets.size());
      }
    }
    out.writeInt(sets.size());
    sets.keySet().forEach(set -> writeSet(out, set));
    out.writeInt(predicates.size());
    for (Nfa predicate : predicates) {
      out.writeInt(predicate.stateCount() - 1);
      for (int state = 0; state < predicate.stateCount(); state++) {
        if (state != Nfa.START) {
          int takes = takes(predicate, state) ? 1 : 0;
          out.writeInt(sets.get(predicate.symbols(state)) * 2 + takes);
        }
        out.writeInt(predicate.successorCount(state));
        for (int i = 0; i < predicate.successorCount(state); i++) {
          out.writeInt(predicate.successor(state, i));
        }
      }
    }
  }

  static boolean takes(Nfa predicate, int state) {
    return (predicate.reportFlags(state) & ReportFlags.HERE) != 0;
  }

  static List<Nfa> read(BinaryReader in) {
    List<SymbolSet> sets = new ArrayList<>();
    int setCount = in.readCount("symbol sets");
    for (int i = 0; i < setCount; i++) {
      sets.add(readSet(in));
    }
    List<Nfa> predicates = new ArrayList<>();
    int count = in.readCount("predicates");
    for (int i = 0; i < count; i++) {
      predicates.add(readPredicate(in, sets));
    }
    return predicates;
  }

  private static Nfa readPredicate(BinaryReader in, List<SymbolSet> sets) {
    int states = 1 + in.readCount("states");
    int[] looks = new int[states];
    int[][] successors = new int[states][];
    for (int state = 0; state < states; state++) {
      looks[state] = state == Nfa.START ? 0 : in.readInt(sets.size() * 2L, "a state's look");
      successors[state] = in.readInts(states, "a successor");
    }
    NfaBuilder builder = new NfaBuilder();
    for (int state = 1; state < states; state++) {
      builder.addState(sets.get(looks[state] >> 1));
      if ((looks[state] & 1) != 0) {
        builder.addFlags(state, ReportFlags.HERE);
      }
    }
    for (int state = 0; state < states; state++) {
      for (int successor : successors[state]) {
        if (successor == Nfa.START) {
          throw in.damaged("an edge back to the start of a predicate");
        }
        builder.addEdge(state, successor);
      }
    }
    return builder.build();
  }
}
