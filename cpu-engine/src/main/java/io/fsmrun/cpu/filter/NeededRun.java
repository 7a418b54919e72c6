package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * What every match of a tail needs: so many bytes of one set in a row, not far from where the tail
 * begins, as in {@code /.{0,40}\b[0-9a-f]{32}\b/}. Most texts do not have that, and a few bytes
 * tell; then the tail need not be run. Immutable. {@link NeededRunFinder} finds it.
 */
final class NeededRun {

  private final boolean[] members = new boolean[SymbolSet.ALPHABET_SIZE];
  private final int length;
  private final int first;
  private final int last;

  /**
   * A run.
   *
   * @param set its bytes
   * @param length how many
   * @param first it begins after so many bytes at the earliest
   * @param last and after so many at the latest
   */
  NeededRun(SymbolSet set, int length, int first, int last) {
    set.forEach(symbol -> members[symbol] = true);
    this.length = length;
    this.first = first;
    this.last = last;
  }

  /** Bytes of the run. */
  int length() {
    return length;
  }

  /** The run begins after so many bytes at the earliest. */
  int first() {
    return first;
  }

  /** The run begins after so many bytes at the latest. */
  int last() {
    return last;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NeededRun run
        && length == run.length
        && first == run.first
        && last == run.last
        && Arrays.equals(members, run.members);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(new int[] {length, first, last, Arrays.hashCode(members)});
  }

  /** Whether a byte is in the set. */
  boolean has(byte symbol) {
    return members[symbol & 0xff];
  }

  /**
   * The run that all matches of an automaton need, and that the fewest texts have.
   *
   * @param tail the automaton; no state is always enabled, none is useless. O(states + edges) for
   *     each set of bytes that is tried, times the logarithm of the run's length
   * @return nothing if there is none, or none that is long and near
   */
  static Optional<NeededRun> of(Nfa tail) {
    return NeededRunFinder.mayFind(tail) ? new NeededRunFinder(tail).find() : Optional.empty();
  }

  /**
   * Whether the run may lie where a match would need it.
   *
   * @param input the bytes
   * @param begin index of the first byte of a match
   * @param to index after the last byte that is known
   * @return false if the tail cannot match from there; true, too, if more bytes would have to be
   *     known. O(length of the run + bytes in which it may begin)
   */
  boolean mayFollow(byte[] input, int begin, int to) {
    int end = begin + last + length;
    if (end > to) {
      return true;
    }
    // Every run covers one of the places that are so many bytes apart.
    int lowest = begin + first;
    for (int place = lowest + length - 1; place < end; ) {
      int start = place;
      while (start >= lowest && has(input[start])) {
        start--;
      }
      start++;
      if (start > place) {
        place += length;
        continue;
      }
      if (start + length > end) {
        return false;
      }
      int stop = place + 1;
      while (stop < start + length && has(input[stop])) {
        stop++;
      }
      if (stop == start + length) {
        return true;
      }
      lowest = stop + 1;
      place = stop + length;
    }
    return false;
  }
}
