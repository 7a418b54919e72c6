package io.fsmrun.cpu.token;

import java.util.Arrays;

/**
 * What tokens do to chains: for each kind of token the bits that it lets live, and what it makes
 * due by itself. Mutable, for one thread.
 */
final class TokenRows {

  private static final int INITIAL = 8;

  private final ChainLayout layout;
  private final long[] scratch;

  /** The bits of a row begin at its number times the layout's words. */
  long[] bits;

  /** By row: where its due words begin in the next two; those of the row after it come next. */
  int[] dueStart = new int[INITIAL + 1];

  /** Words of due sets, counted from the due set of the token. */
  int[] dueWord = new int[INITIAL];

  /** What is to be set in them. */
  long[] dueMask = new long[INITIAL];

  private int[][] predicates = new int[INITIAL][];
  private int count;

  TokenRows(ChainLayout layout) {
    this.layout = layout;
    scratch = new long[(layout.maxDelay + 1) * layout.dueWords];
    bits = new long[INITIAL * layout.words];
  }

  void clear() {
    count = 0;
  }

  /** What the rows take, about. */
  long bytes() {
    long due = (long) dueStart[count] * (Integer.BYTES + Long.BYTES);
    return (long) count * layout.words * Long.BYTES + due;
  }

  /** Those that take the tokens of a row; not to be changed. */
  int[] predicates(int row) {
    return predicates[row];
  }

  /**
   * Makes a row. O(words + places of its predicates).
   *
   * @param taking predicates that take the token, ascending
   * @param run delimiters before the token, below {@link ChainLayout#runKinds}
   * @return its number
   */
  int add(int[] taking, int run) {
    if (count == predicates.length) {
      predicates = Arrays.copyOf(predicates, 2 * count);
      dueStart = Arrays.copyOf(dueStart, 2 * count + 1);
      bits = Arrays.copyOf(bits, 2 * count * layout.words);
    }
    predicates[count] = taking;
    layout.row(taking, run, bits, count * layout.words);
    layout.addSingles(taking, run, ChainLayout.MAX_FREE + 1, false, scratch, 0);
    int at = dueStart[count];
    for (int word = 0; word < scratch.length; word++) {
      if (scratch[word] != 0) {
        if (at == dueWord.length) {
          dueWord = Arrays.copyOf(dueWord, 2 * at);
          dueMask = Arrays.copyOf(dueMask, 2 * at);
        }
        dueWord[at] = word;
        dueMask[at++] = scratch[word];
        scratch[word] = 0;
      }
    }
    dueStart[count + 1] = at;
    return count++;
  }
}
