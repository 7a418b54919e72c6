package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Optional;

/**
 * The longest stretch of a string of sets that has one set only, as in a key of 32 hexadecimal
 * digits. Where such bytes are frequent, a stretch of them may still be rare.
 *
 * @param set the set
 * @param offset where the stretch starts
 * @param length how long it is
 * @param atStart whether bytes of the set cannot come right before it
 * @param atEnd whether they cannot come right behind it
 */
record StringRun(SymbolSet set, int offset, int length, boolean atStart, boolean atEnd) {

  /** The shortest that is searched for. */
  static final int LEAST = 16;

  /** What looking at a place costs where such a stretch may be. */
  private static final double HIT_NANOS = 8;

  /** What a pass costs, shared by some. */
  private static final double PASS_NANOS = 0.012;

  /** How likely such a stretch is at least, if there is no sample. */
  private static final double LEAST_CHANCE = 1e-5;

  /** The same if it may begin at any place of a longer one: a single key in a text has hundreds. */
  private static final double LEAST_CHANCE_INSIDE = 1e-3;

  /** The longest stretch of a string, if it is long enough. */
  static Optional<StringRun> of(List<SymbolSet> string) {
    int best = 0;
    int length = 0;
    for (int from = 0, to; from < string.size(); from = to) {
      to = end(string, from);
      if (to - from > length && !string.get(from).equals(SymbolSet.ALL)) {
        best = from;
        length = to - from;
      }
    }
    return length < LEAST ? Optional.empty() : Optional.of(at(string, best));
  }

  /** The stretch that starts at a place of a string. */
  static StringRun at(List<SymbolSet> string, int offset) {
    SymbolSet set = string.get(offset);
    int end = end(string, offset);
    boolean atStart = offset > 0 && string.get(offset - 1).and(set).isEmpty();
    boolean atEnd = end < string.size() && string.get(end).and(set).isEmpty();
    return new StringRun(set, offset, end - offset, atStart, atEnd);
  }

  private static int end(List<SymbolSet> string, int from) {
    int to = from;
    while (to < string.size() && string.get(to).equals(string.get(from))) {
      to++;
    }
    return to;
  }

  /**
   * What it costs to find it.
   *
   * @return nanoseconds per byte
   */
  double nanos(ByteModel model) {
    return PASS_NANOS + hitNanos(model);
  }

  /**
   * What it costs to find it in a pass that there is anyway.
   *
   * @return nanoseconds per byte
   */
  double hitNanos(ByteModel model) {
    double one = model.probability(List.of(set), 0, 1);
    double expected = Math.pow(one, length) * (atStart || atEnd ? 1 - one : 1);
    double least = atStart || atEnd ? LEAST_CHANCE : LEAST_CHANCE_INSIDE;
    return HIT_NANOS
        * (model.isSampled() ? model.runShare(this, expected) : Math.max(expected, least));
  }
}
