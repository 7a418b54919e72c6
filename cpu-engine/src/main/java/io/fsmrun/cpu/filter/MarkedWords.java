package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Members;

/**
 * Marks of the bytes of a stretch of input that are in a set, a bit a byte, 64 to a word; all
 * words, or some of them side by side. Between words that are not neighbours in the input, before
 * the first and behind the last is one without marks. So rows of marks are the same as in all
 * words, if no word with a row is left out, nor one next to it into which a row reaches. Mutable,
 * for one thread.
 *
 * <pre>
 *   words of input       3  4        9
 *   slots             .  3  4  .     9  .
 * </pre>
 */
final class MarkedWords {

  private static final int WORD = Members.BYTES;
  private static final int[] FIRST_WORD = {0};

  private final byte[] input;
  private final int lowest;
  private final int from;
  private final int to;

  /** Per slot the number of its word; any where there is a gap. */
  private final int[] words;

  private final int[] gaps;
  private final long[] masks;

  /** Scratch: a word. */
  private final long[] rest = new long[1];

  private int count;
  private int gapCount;

  private MarkedWords(
      byte[] input, int lowest, int from, int to, int[] words, int[] gaps, long[] masks) {
    this.input = input;
    this.lowest = lowest;
    this.from = from;
    this.to = to;
    this.words = words;
    this.gaps = gaps;
    this.masks = masks;
  }

  /**
   * All words, without marks yet.
   *
   * @param input holds the bytes
   * @param lowest index of the first byte that may be looked at
   * @param from index of the first byte of word 0
   * @param to index after the last byte that may be looked at; the last word may be short, or empty
   * @param scratch where words and masks are kept
   */
  static MarkedWords all(byte[] input, int lowest, int from, int to, Found scratch) {
    int count = (to - from) / WORD + 1;
    int[] words = scratch.places(count + 1);
    long[] masks = scratch.masks(count + 2);
    MarkedWords all = new MarkedWords(input, lowest, from, to, words, new int[1], masks);
    all.addGap();
    for (int word = 0; word < count; word++) {
      all.words[all.count++] = word;
    }
    return all;
  }

  /**
   * Only the words in which rows lie, or parts of them; without marks yet.
   *
   * @param row how many marks in a row, as for {@link MarkRows}
   * @param starts a bit at the first mark of every row
   * @param slots those with rows
   * @param slotCount how many
   */
  MarkedWords withRows(int row, long[] starts, int[] slots, int slotCount) {
    // A row that starts so late in a word goes on in the next one.
    long late = -1L << Long.SIZE + 1 - row;
    int most = 2 * slotCount;
    MarkedWords some =
        new MarkedWords(
            input,
            lowest,
            from,
            to,
            new int[most + slotCount],
            new int[slotCount],
            new long[most + slotCount + 1]);
    int next = 0;
    for (int i = 0; i < slotCount; i++) {
      if (slots[i] > next) {
        some.addGap();
      }
      if (slots[i] >= next) {
        some.words[some.count++] = words[slots[i]];
      }
      next = slots[i] + 1;
      if ((starts[slots[i]] & late) != 0) {
        some.words[some.count++] = words[next++];
      }
    }
    return some;
  }

  private void addGap() {
    gaps[gapCount++] = count;
    words[count++] = 0;
  }

  /** Marks the bytes of a set, and only those. */
  void mark(Members set) {
    int whole = (to - from) / WORD;
    boolean last = count > 0 && words[count - 1] == whole;
    set.find(input, from, words, whole == 0 ? 0 : last ? count - 1 : count, masks);
    for (int i = 0; i < gapCount; i++) {
      masks[gaps[i]] = 0;
    }
    if (last) {
      masks[count - 1] = rest(set, from + whole * WORD);
    }
    masks[count] = 0;
  }

  /** Marks the bytes behind the last whole word. */
  private long rest(Members set, int at) {
    if (at == to) {
      return 0;
    }
    int first = Math.min(at, input.length - WORD);
    if (first >= 0) {
      set.find(input, first, FIRST_WORD, 1, rest);
      return rest[0] >>> at - first & (1L << to - at) - 1;
    }
    long marks = 0;
    for (int i = at; i < to; i++) {
      marks |= set.has(input[i]) ? 1L << i - at : 0;
    }
    return marks;
  }

  byte[] input() {
    return input;
  }

  int lowest() {
    return lowest;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Number of slots; the first is without marks, as is what {@link #masks} has behind the last. */
  int count() {
    return count;
  }

  /** The marks, a word a slot. */
  long[] masks() {
    return masks;
  }

  /** The index in the input of the first byte of a slot's word. */
  int index(int slot) {
    return from + words[slot] * WORD;
  }
}
