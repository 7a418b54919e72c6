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

  /** Which rows of marks are looked for: all of the stretch, or as much of it as can be. */
  MarkRows.Row row() {
    return new MarkRows.Row(row, known == Known.START, endsThere);
  }

  /** Bytes of the stretch. */
  int length() {
    return length;
  }

  /** Where in the stretch its row is. */
  int rowOffset() {
    return known == Known.END ? length - row : 0;
  }

  /**
   * Whether the byte beside a row is one that may lie there.
   *
   * @param start index in the input where the row starts
   */
  boolean fitsBeside(MarkedWords marks, int start) {
    return switch (known) {
      case START -> start > marks.lowest() && side.orElseThrow().has(marks.input()[start - 1]);
      case END -> start + row < marks.to() && side.orElseThrow().has(marks.input()[start + row]);
      case NEITHER -> true;
    };
  }
}
