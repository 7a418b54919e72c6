package io.fsmrun.core.dfa;

import io.fsmrun.core.symbol.SymbolClasses;
import java.util.Arrays;

/**
 * The least automaton with the same reports, by Hopcroft's partition refinement.
 *
 * <p>States are first split by what they report, so each of the four report bits keeps its own
 * language. The result has the fewest states and the fewest byte classes, and its states are
 * numbered breadth first from the start: automata of one language become equal objects. O(K * n log
 * n) time for n states and K classes, O(K * n) memory.
 */
public final class Minimizer {

  private Minimizer() {}

  /**
   * Minimises.
   *
   * @param dfa any automaton
   * @return the minimal one, in canonical numbering
   */
  public static Dfa minimize(Dfa dfa) {
    Dfa reachable = renumber(dfa, identity(dfa.stateCount()), dfa.stateCount());
    Refinement refinement = new Refinement(reachable);
    refinement.run();
    return mergeClasses(renumber(reachable, refinement.blockOf, refinement.blockCount));
  }

  private static int[] identity(int size) {
    int[] same = new int[size];
    Arrays.setAll(same, i -> i);
    return same;
  }

  /** The quotient by {@code blockOf}, restricted to what the start reaches, breadth first. */
  private static Dfa renumber(Dfa dfa, int[] blockOf, int blockCount) {
    int classCount = dfa.classes().count();
    char[] old = dfa.table();
    int[] order = new int[blockCount];
    int[] number = new int[blockCount];
    Arrays.fill(number, -1);
    order[0] = dfa.start();
    number[blockOf[dfa.start()]] = 0;
    int found = 1;
    char[] table = new char[blockCount * classCount];
    byte[] flags = new byte[blockCount];
    for (int i = 0; i < found; i++) {
      int state = order[i];
      flags[i] = (byte) dfa.reportFlags(state);
      for (int c = 0; c < classCount; c++) {
        int next = old[state * classCount + c];
        int block = blockOf[next];
        if (number[block] < 0) {
          number[block] = found;
          order[found++] = next;
        }
        table[i * classCount + c] = (char) number[block];
      }
    }
    return new Dfa(
        dfa.classes(), Arrays.copyOf(table, found * classCount), Arrays.copyOf(flags, found), 0);
  }

  /** Joins byte classes whose columns are equal. */
  private static Dfa mergeClasses(Dfa dfa) {
    int classCount = dfa.classes().count();
    int states = dfa.stateCount();
    char[] old = dfa.table();
    int[] twin = new int[classCount];
    int kept = 0;
    for (int c = 0; c < classCount; c++) {
      twin[c] = c;
      for (int d = 0; d < c && twin[c] == c; d++) {
        if (twin[d] == d && sameColumn(old, classCount, c, d)) {
          twin[c] = d;
        }
      }
      kept += twin[c] == c ? 1 : 0;
    }
    if (kept == classCount) {
      return dfa;
    }
    int[] labels = new int[256];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = twin[dfa.classes().classOf(symbol)];
    }
    SymbolClasses merged = SymbolClasses.ofLabels(labels);
    char[] table = new char[states * kept];
    for (int c = 0; c < kept; c++) {
      int column = dfa.classes().classOf(merged.representative(c));
      for (int state = 0; state < states; state++) {
        table[state * kept + c] = old[state * classCount + column];
      }
    }
    byte[] flags = new byte[states];
    for (int state = 0; state < states; state++) {
      flags[state] = (byte) dfa.reportFlags(state);
    }
    return new Dfa(merged, table, flags, dfa.start());
  }

  private static boolean sameColumn(char[] table, int classCount, int c, int d) {
    for (int row = 0; row < table.length; row += classCount) {
      if (table[row + c] != table[row + d]) {
        return false;
      }
    }
    return true;
  }

  /** The coarsest partition by reports that no byte class splits. */
  private static final class Refinement {

    private final int classCount;
    private final int stateCount;
    private final int[] predecessorStart;
    private final char[] predecessors;

    /** Block b holds elements[first[b] .. end[b]); those before middle[b] are marked. */
    private final int[] elements;

    private final int[] location;
    private final int[] first;
    private final int[] middle;
    private final int[] end;
    private final int[] blockOf;
    private int blockCount;

    private final int[] work;
    private int workSize;
    private final boolean[] inWork;

    Refinement(Dfa dfa) {
      classCount = dfa.classes().count();
      stateCount = dfa.stateCount();
      char[] table = dfa.table();
      predecessorStart = new int[classCount * stateCount + 1];
      predecessors = new char[classCount * stateCount];
      invert(table);
      elements = new int[stateCount];
      location = new int[stateCount];
      first = new int[stateCount];
      middle = new int[stateCount];
      end = new int[stateCount];
      blockOf = new int[stateCount];
      work = new int[stateCount];
      inWork = new boolean[stateCount];
      splitByReports(dfa);
    }

    private void invert(char[] table) {
      for (int s = 0; s < stateCount; s++) {
        for (int c = 0; c < classCount; c++) {
          predecessorStart[c * stateCount + table[s * classCount + c] + 1]++;
        }
      }
      for (int i = 1; i < predecessorStart.length; i++) {
        predecessorStart[i] += predecessorStart[i - 1];
      }
      int[] fill = predecessorStart.clone();
      for (int s = 0; s < stateCount; s++) {
        for (int c = 0; c < classCount; c++) {
          predecessors[fill[c * stateCount + table[s * classCount + c]]++] = (char) s;
        }
      }
    }

    private void splitByReports(Dfa dfa) {
      int next = 0;
      for (int flags = 0; flags < 16; flags++) {
        int begin = next;
        for (int s = 0; s < stateCount; s++) {
          if (dfa.reportFlags(s) == flags) {
            elements[next] = s;
            location[s] = next++;
            blockOf[s] = blockCount;
          }
        }
        if (next > begin) {
          first[blockCount] = begin;
          middle[blockCount] = begin;
          end[blockCount] = next;
          push(blockCount++);
        }
      }
    }

    private void push(int block) {
      work[workSize++] = block;
      inWork[block] = true;
    }

    void run() {
      int[] snapshot = new int[stateCount];
      int[] touched = new int[stateCount];
      while (workSize > 0) {
        int splitter = work[--workSize];
        inWork[splitter] = false;
        int size = end[splitter] - first[splitter];
        System.arraycopy(elements, first[splitter], snapshot, 0, size);
        for (int c = 0; c < classCount; c++) {
          int touchedCount = markPredecessors(snapshot, size, c, touched);
          for (int i = 0; i < touchedCount; i++) {
            split(touched[i]);
          }
        }
      }
    }

    private int markPredecessors(int[] snapshot, int size, int c, int[] touched) {
      int touchedCount = 0;
      for (int i = 0; i < size; i++) {
        int key = c * stateCount + snapshot[i];
        for (int p = predecessorStart[key]; p < predecessorStart[key + 1]; p++) {
          int state = predecessors[p];
          int block = blockOf[state];
          int at = location[state];
          int mark = middle[block];
          if (at >= mark) {
            if (mark == first[block]) {
              touched[touchedCount++] = block;
            }
            int other = elements[mark];
            elements[mark] = state;
            location[state] = mark;
            elements[at] = other;
            location[other] = at;
            middle[block] = mark + 1;
          }
        }
      }
      return touchedCount;
    }

    /** Makes the smaller of the marked and the unmarked part a block of its own. */
    private void split(int block) {
      int mark = middle[block];
      middle[block] = first[block];
      if (mark == end[block]) {
        return;
      }
      int fresh = blockCount++;
      if (mark - first[block] <= end[block] - mark) {
        first[fresh] = first[block];
        end[fresh] = mark;
        first[block] = mark;
        middle[block] = mark;
      } else {
        first[fresh] = mark;
        end[fresh] = end[block];
        end[block] = mark;
      }
      middle[fresh] = first[fresh];
      for (int i = first[fresh]; i < end[fresh]; i++) {
        blockOf[elements[i]] = fresh;
      }
      // Whether or not the old block waits, the smaller half is enough: either both halves wait
      // now, or
      // the old block was stable and one half implies the other.
      push(fresh);
    }
  }
}
