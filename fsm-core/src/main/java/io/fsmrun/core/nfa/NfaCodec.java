package io.fsmrun.core.nfa;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores position automata as bytes: about three a state for chains. Automata that are written
 * together share a table of their distinct symbol sets.
 *
 * <pre>
 *   sets      count, then per set its ranges: count, then per range (gap to the one before, length - 1)
 *   automata  count, then per automaton
 *     states  count, then per state
 *       set    index into the table
 *       head   successors &lt;&lt; 5 | flags &lt;&lt; 1 | always enabled
 *       edges  first - state, signed (zigzag); then differences - 1
 * </pre>
 *
 * <p>All methods are safe for use by several threads, with readers and writers of their own.
 */
public final class NfaCodec {

  private static final int FLAG_BITS = 4;
  private static final int HEAD_BITS = FLAG_BITS + 1;
  private static final int MOST_RANGES = SymbolSet.ALPHABET_SIZE / 2;

  private NfaCodec() {}

  /**
   * Writes one automaton with a table of its own.
   *
   * @param nfa the automaton
   * @param out takes the bytes; O(states + edges)
   */
  public static void write(Nfa nfa, BinaryWriter out) {
    writeAll(List.of(nfa), out);
  }

  /**
   * Reads one automaton that {@link #write} wrote.
   *
   * @param in stands at its first byte
   * @return an equal automaton
   * @throws DamagedDataException if the bytes are anything else than one automaton
   */
  public static Nfa read(BinaryReader in) {
    List<Nfa> automata = readAll(in);
    if (automata.size() != 1) {
      throw in.damaged(automata.size() + " automata in the place of one");
    }
    return automata.getFirst();
  }

  /**
   * Writes automata with one table of symbol sets for all.
   *
   * @param automata any number
   * @param out takes the bytes; O(states + edges)
   */
  public static void writeAll(List<Nfa> automata, BinaryWriter out) {
    Map<SymbolSet, Integer> numbers = new LinkedHashMap<>();
    for (Nfa nfa : automata) {
      for (int state = 0; state < nfa.stateCount(); state++) {
        numbers.putIfAbsent(nfa.symbols(state), numbers.size());
      }
    }
    out.writeInt(numbers.size());
    numbers.keySet().forEach(set -> writeSet(set, out));
    out.writeInt(automata.size());
    for (Nfa nfa : automata) {
      out.writeInt(nfa.stateCount());
      for (int state = 0; state < nfa.stateCount(); state++) {
        out.writeInt(numbers.get(nfa.symbols(state)));
        writeState(nfa, state, out);
      }
    }
  }

  /**
   * Writes a set of symbols, as its ranges.
   *
   * @param set any set
   * @param out takes two bytes a range, for most sets
   */
  public static void writeSet(SymbolSet set, BinaryWriter out) {
    List<int[]> ranges = new ArrayList<>();
    for (int first = 0; first < SymbolSet.ALPHABET_SIZE; first++) {
      int end = first;
      while (end < SymbolSet.ALPHABET_SIZE && set.contains(end)) {
        end++;
      }
      if (end > first) {
        ranges.add(new int[] {first, end});
        first = end;
      }
    }
    out.writeInt(ranges.size());
    int before = 0;
    for (int[] range : ranges) {
      out.writeInt(range[0] - before);
      out.writeInt(range[1] - range[0] - 1);
      before = range[1];
    }
  }

  private static void writeState(Nfa nfa, int state, BinaryWriter out) {
    int count = nfa.successorCount(state);
    int enabled = nfa.isAlwaysEnabled(state) ? 1 : 0;
    out.writeLong((long) count << HEAD_BITS | nfa.reportFlags(state) << 1 | enabled);
    for (int i = 0; i < count; i++) {
      if (i == 0) {
        long distance = (long) nfa.successor(state, 0) - state;
        out.writeLong(distance << 1 ^ distance >> Long.SIZE - 1);
      } else {
        out.writeInt(nfa.successor(state, i) - nfa.successor(state, i - 1) - 1);
      }
    }
  }

  /**
   * Reads automata that {@link #writeAll} wrote. Memory is taken in proportion to the bytes there
   * are, whatever they say.
   *
   * @param in stands at the first byte
   * @return equal automata, in the same order
   * @throws DamagedDataException if the bytes are not automata
   */
  public static List<Nfa> readAll(BinaryReader in) {
    SymbolSet[] sets = new SymbolSet[in.readCount("symbol sets")];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = readSet(in);
    }
    int count = in.readCount("automata");
    List<Nfa> automata = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      automata.add(readNfa(in, sets));
    }
    return automata;
  }

  /**
   * Reads a set of symbols.
   *
   * @param in what {@link #writeSet} wrote
   * @return the set
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static SymbolSet readSet(BinaryReader in) {
    int count = in.readInt(MOST_RANGES + 1L, "the number of ranges");
    SymbolSet set = SymbolSet.EMPTY;
    int before = 0;
    for (int i = 0; i < count; i++) {
      int gap = in.readInt(SymbolSet.ALPHABET_SIZE - before, "the gap before a range");
      if (i > 0 && gap == 0) {
        throw in.damaged("two ranges that touch");
      }
      int first = before + gap;
      int last = first + in.readInt(SymbolSet.ALPHABET_SIZE - first, "the length of a range");
      set = set.or(SymbolSet.range(first, last));
      before = last + 1;
    }
    return set;
  }

  private static Nfa readNfa(BinaryReader in, SymbolSet[] sets) {
    int count = in.readCount("states");
    if (count == 0) {
      throw in.damaged("an automaton without a start state");
    }
    SymbolSet[] symbols = new SymbolSet[count];
    boolean[] alwaysEnabled = new boolean[count];
    byte[] flags = new byte[count];
    int[] edgeStart = new int[count + 1];
    IntArrayList edges = new IntArrayList();
    for (int state = 0; state < count; state++) {
      symbols[state] = sets[in.readInt(sets.length, "a symbol set")];
      long head = in.readLong();
      alwaysEnabled[state] = (head & 1) != 0;
      flags[state] = readFlags(in, (int) head >> 1 & (1 << FLAG_BITS) - 1);
      if (state == Nfa.START && (alwaysEnabled[state] || !symbols[state].isEmpty())) {
        throw in.damaged("a start state that can be entered");
      }
      readEdges(in, head >>> HEAD_BITS, state, count, edges);
      edgeStart[state + 1] = edges.size();
    }
    return new Nfa(symbols, alwaysEnabled, flags, edgeStart, edges.toIntArray());
  }

  private static byte readFlags(BinaryReader in, int flags) {
    if (flags != ReportFlags.canonical(flags)) {
      throw in.damaged("report flags " + flags + ", of which some say nothing");
    }
    return (byte) flags;
  }

  private static void readEdges(
      BinaryReader in, long count, int state, int stateCount, IntArrayList edges) {
    if (count > in.remaining()) {
      throw in.damaged(count + " edges, but only " + in.remaining() + " bytes are left");
    }
    long target = 0;
    for (long i = 0; i < count; i++) {
      long next = in.readLong();
      if (i == 0) {
        target = state + (next >>> 1 ^ -(next & 1));
      } else {
        // Bounded first, so that the sum cannot overflow.
        target += 1 + Math.min(next, Integer.MAX_VALUE);
      }
      if (target <= Nfa.START || target >= stateCount) {
        throw in.damaged("an edge from " + state + " to " + target);
      }
      edges.add((int) target);
    }
  }
}
