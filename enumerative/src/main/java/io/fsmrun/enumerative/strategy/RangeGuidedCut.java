package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Cuts input after a frequent byte that leaves few states possible (Zhuo 2022, section 3.2.4,
 * figure 3.3 a). Immutable.
 *
 * <p>A byte is frequent if it occurs {@value #OCCURRENCES_PER_SEGMENT} times a segment in the piece
 * that is cut, on average. Of the frequent bytes, the one with the smallest range is taken; among
 * equals, the most frequent. Each equal cut moves to the nearest place after that byte, but not
 * farther than half a segment; where there is none, it stays. If no byte is frequent, all cuts are
 * equal ones.
 */
final class RangeGuidedCut {

  static final int OCCURRENCES_PER_SEGMENT = 4;

  private final StartCounts counts;

  RangeGuidedCut(StartCounts counts) {
    this.counts = counts;
  }

  /** The segments; O(length). */
  SegmentPlan cut(byte[] input, int from, int to, int segments) {
    SegmentPlan equal = SegmentPlan.equal(from, to, segments);
    int symbol = equal.count() == 1 ? -1 : choose(input, from, to, equal.count());
    if (symbol < 0) {
      return equal;
    }
    int[] bounds = new int[equal.count() + 1];
    bounds[0] = from;
    bounds[equal.count()] = to;
    for (int s = 1; s < equal.count(); s++) {
      // Places up to the middle of the neighbouring segments, each of which belongs to one cut
      // only, so that cuts stay apart.
      int least = middle(equal, s - 1) + 1;
      bounds[s] = nearest(input, symbol, equal.start(s), least, middle(equal, s));
    }
    return SegmentPlan.at(bounds);
  }

  private static int middle(SegmentPlan plan, int segment) {
    return plan.start(segment) + (plan.end(segment) - plan.start(segment)) / 2;
  }

  /** The byte to cut after; -1 if none is frequent. */
  private int choose(byte[] input, int from, int to, int segments) {
    int[] occurrences = new int[SymbolSet.ALPHABET_SIZE];
    for (int p = from; p < to; p++) {
      occurrences[input[p] & 0xff]++;
    }
    int best = -1;
    for (int symbol = 0; symbol < occurrences.length; symbol++) {
      if (occurrences[symbol] >= (long) OCCURRENCES_PER_SEGMENT * segments
          && (best < 0 || isBetter(symbol, best, occurrences))) {
        best = symbol;
      }
    }
    return best;
  }

  private boolean isBetter(int symbol, int best, int[] occurrences) {
    long range = counts.flows(StartCounts.Stage.COMPONENTS, symbol);
    long bestRange = counts.flows(StartCounts.Stage.COMPONENTS, best);
    return range < bestRange || (range == bestRange && occurrences[symbol] > occurrences[best]);
  }

  /** The position after an occurrence that is nearest to the wanted one, the lower of two. */
  private static int nearest(byte[] input, int symbol, int wanted, int least, int most) {
    int reach = Math.max(wanted - least, most - wanted);
    for (int distance = 0; distance <= reach; distance++) {
      int before = wanted - distance;
      if (before >= least && (input[before - 1] & 0xff) == symbol) {
        return before;
      }
      int after = wanted + distance;
      if (after <= most && (input[after - 1] & 0xff) == symbol) {
        return after;
      }
    }
    return wanted;
  }
}
