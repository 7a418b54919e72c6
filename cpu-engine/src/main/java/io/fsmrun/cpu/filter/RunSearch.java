package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.List;
import java.util.Optional;

/**
 * Finds where the long stretch of a string may lie, by rows of marked bytes. Where the byte before
 * it or the one behind cannot be of its set, only rows count that begin or end there; these are
 * few, and that byte is looked at. Immutable.
 */
final class RunSearch {

  /** The longest row of marks that is looked for; of longer stretches, a part. */
  static final int MOST = MarkRows.MOST;

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
    // Where both sides are known but the stretch is too long, its end is not looked for.
    this.endsThere = run.atEnd() && (row == length || !run.atStart());
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

  /** How many marks in a row are looked for: all of the stretch, or as many as can be. */
  int row() {
    return row;
  }

  /** Bytes of the stretch. */
  int length() {
    return length;
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
   * @param word its number
   * @param rows a bit at the first mark of every row of {@link #row} marks
   * @param places takes where stretches may start; room for 64
   * @return how many
   */
  int find(Marks marks, int word, long rows, int[] places) {
    int at = marks.from + word * Members.BYTES;
    long inSet = marks.inSet[word];
    long starts = rows;
    if (known == Known.START) {
      starts &= ~(inSet << 1 | (word == 0 ? 0 : marks.inSet[word - 1] >>> -1));
    }
    if (endsThere) {
      starts &= ~(inSet >>> row | marks.inSet[word + 1] << -row);
    }
    int count = 0;
    for (long rest = starts; rest != 0; rest &= rest - 1) {
      int start = at + Long.numberOfTrailingZeros(rest);
      places[count] = known == Known.END ? start - (length - row) : start;
      count += fitsBeside(marks, start) ? 1 : 0;
    }
    return count;
  }

  /** Whether the byte beside a row is one that may lie there. Few rows get here. */
  private boolean fitsBeside(Marks marks, int start) {
    return switch (known) {
      case START -> start > marks.lowest && side.orElseThrow().has(marks.input[start - 1]);
      case END -> start + row < marks.to && side.orElseThrow().has(marks.input[start + row]);
      case NEITHER -> true;
    };
  }
}
