package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.List;
import java.util.Optional;

/**
 * Finds where the long stretch of a string may lie, in marked bytes: by the byte before it or the
 * byte behind it if these cannot be of its set, which are few places; else by rows of marks, 64
 * places at once. Immutable.
 */
final class RunSearch {

  /** The longest row of marks that is looked for; of longer stretches, a part. */
  static final int MOST = Members.BYTES - 1;

  private enum Known {
    START,
    END,
    NEITHER
  }

  private final int length;
  private final int row;
  private final Known known;

  /** Whether the row must not go on. */
  private final boolean endsThere;

  /** The bytes that may come right before a stretch whose start is known, or right behind. */
  private final Optional<Members> side;

  /**
   * A search.
   *
   * @param string the string
   * @param offset where its stretch starts
   */
  RunSearch(List<SymbolSet> string, int offset) {
    StringRun run = StringRun.at(string, offset);
    this.length = run.length();
    this.row = Math.min(length, MOST);
    this.endsThere = run.atStart() && run.atEnd() && row == length;
    if (run.atStart()) {
      this.known = Known.START;
      this.side = Optional.of(Members.of(string.get(offset - 1)));
    } else if (run.atEnd()) {
      this.known = Known.END;
      this.side = Optional.of(Members.of(string.get(offset + length)));
    } else {
      this.known = Known.NEITHER;
      this.side = Optional.empty();
    }
  }

  /** Bytes of the stretch. */
  int length() {
    return length;
  }

  /**
   * Where so many marks in a row end: twice as many in each step, then those that are left.
   *
   * @param before the 64 marks before these
   * @param marks marks, the first one lowest
   * @param count how many in a row, 1 to 64
   * @return a bit at the last mark of every such row
   */
  static long ends(long before, long marks, int count) {
    long low = before;
    long high = marks;
    int done = 1;
    for (; high != 0 && 2 * done <= count; done *= 2) {
      high &= high << done | low >>> -done;
      low &= low << done;
    }
    int rest = count - done;
    return rest == 0 ? high : high & (high << rest | low >>> -rest);
  }

  /**
   * Where so many marks in a row start, as {@link #ends}.
   *
   * @param behind the 64 marks behind these
   * @param count how many in a row, 1 to 64
   * @return a bit at the first mark of every such row
   */
  static long starts(long marks, long behind, int count) {
    long low = marks;
    long high = behind;
    int done = 1;
    for (; low != 0 && 2 * done <= count; done *= 2) {
      low &= low >>> done | high << -done;
      high &= high >>> done;
    }
    int rest = count - done;
    return rest == 0 ? low : low & (low >>> rest | high << -rest);
  }

  /** Marked bytes of a stretch of input. A byte lies in word {@code (index - from) / 64}. */
  static final class Marks {

    final byte[] input;
    final int lowest;
    final int from;
    final int to;

    /** The bytes of the stretch. */
    final long[] inSet;

    Marks(byte[] input, int lowest, int from, int to, long[] inSet) {
      this.input = input;
      this.lowest = lowest;
      this.from = from;
      this.to = to;
      this.inSet = inSet;
    }
  }

  /**
   * Looks at one word.
   *
   * @param word its number; {@code marks.inSet} has a word behind it
   * @param places takes where stretches may start; room for 64
   * @return how many
   */
  int find(Marks marks, int word, int[] places) {
    return switch (known) {
      case START -> byStart(marks, word, places);
      case END -> byEnd(marks, word, places);
      case NEITHER -> anywhere(marks, word, places);
    };
  }

  // A stretch with bytes beside it that cannot be of its set is a whole row of marks. These are few,
  // so the byte beside is looked at last.

  private int byStart(Marks marks, int word, int[] places) {
    long inSet = marks.inSet[word];
    long before = word == 0 ? 0 : marks.inSet[word - 1];
    long starts = inSet & ~(inSet << 1 | before >>> -1);
    if (starts == 0) {
      return 0;
    }
    long next = marks.inSet[word + 1];
    starts &= starts(inSet, next, row);
    if (endsThere) {
      starts &= ~(inSet >>> row | next << -row);
    }
    int at = marks.from + word * Members.BYTES;
    int count = 0;
    for (; starts != 0; starts &= starts - 1) {
      int first = at + Long.numberOfTrailingZeros(starts);
      places[count] = first;
      count += first > marks.lowest && side.orElseThrow().has(marks.input[first - 1]) ? 1 : 0;
    }
    return count;
  }

  private int byEnd(Marks marks, int word, int[] places) {
    long inSet = marks.inSet[word];
    long ends = inSet & ~(inSet >>> 1 | marks.inSet[word + 1] << -1);
    if (ends == 0) {
      return 0;
    }
    long before = word == 0 ? 0 : marks.inSet[word - 1];
    ends &= ends(before, inSet, row);
    int at = marks.from + word * Members.BYTES;
    int count = 0;
    for (; ends != 0; ends &= ends - 1) {
      int behind = at + 1 + Long.numberOfTrailingZeros(ends);
      places[count] = behind - length;
      count += behind < marks.to && side.orElseThrow().has(marks.input[behind]) ? 1 : 0;
    }
    return count;
  }

  private int anywhere(Marks marks, int word, int[] places) {
    int at = marks.from + word * Members.BYTES;
    long before = word == 0 ? 0 : marks.inSet[word - 1];
    return add(ends(before, marks.inSet[word], row), at + 1 - row, places);
  }

  /** Takes the numbers of the bits that are set. */
  private static int add(long bits, int first, int[] places) {
    int count = 0;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      places[count++] = first + Long.numberOfTrailingZeros(rest);
    }
    return count;
  }
}
