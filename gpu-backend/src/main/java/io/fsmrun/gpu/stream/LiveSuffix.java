package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many of the last bytes of a flow may still matter: the longest suffix that some match in
 * progress may be. All others need not be scanned again with what comes next.
 *
 * <p>Units are in 64 groups. Of each group it is known which bytes the states have that can be
 * reached by so many steps, as far as flows do not keep them by name, and which of those lead on or
 * report at the end of an input. A suffix is live if for some group all its bytes are among the
 * first, and its last is among the second. So more may be kept than is needed, never less. A start
 * of matches at the first byte of a flow only counts as one anywhere.
 *
 * <p>Immutable, shared by threads.
 */
final class LiveSuffix {

  private static final int GROUPS = Long.SIZE;

  private final int most;

  /** By steps, then byte: the groups with such a state; by byte, then steps: the last of them. */
  private final long[] steps;

  private final long[] lasts;

  /** States of a unit by how many steps lead to them, as sets of bytes. */
  interface Prefixes {

    /** The bytes of states that so many steps lead to, 1 or more; null if there are none. */
    SymbolSet at(int step);

    /** Of those, the states that lead on or report at the end. */
    SymbolSet lastAt(int step);
  }

  /**
   * Puts units into groups, those alike in how long bytes at random stay live: the few that always
   * are live are in few groups.
   *
   * @param most bytes of history that always do
   */
  LiveSuffix(List<? extends Prefixes> units, int most) {
    this.most = most;
    this.steps = new long[(most + 1) * SymbolSet.ALPHABET_SIZE];
    this.lasts = new long[(most + 1) * SymbolSet.ALPHABET_SIZE];
    List<Ranked> ranked = new ArrayList<>(units.size());
    for (Prefixes unit : units) {
      ranked.add(new Ranked(unit, expectedSteps(unit)));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::expected));
    for (int i = 0; i < ranked.size(); i++) {
      add(ranked.get(i).unit(), 1L << (int) ((long) i * GROUPS / ranked.size()));
    }
  }

  private record Ranked(Prefixes unit, double expected) {}

  private double expectedSteps(Prefixes unit) {
    double expected = 0;
    double live = 1;
    for (int step = 1; step <= most && unit.at(step) != null; step++) {
      live *= (double) unit.at(step).size() / SymbolSet.ALPHABET_SIZE;
      expected += live;
    }
    return expected;
  }

  private void add(Prefixes unit, long group) {
    for (int step = 1; step <= most && unit.at(step) != null; step++) {
      int ofStep = step;
      unit.at(step).forEach(symbol -> steps[ofStep * SymbolSet.ALPHABET_SIZE + symbol] |= group);
      unit.lastAt(step).forEach(symbol -> lasts[symbol * (most + 1) + ofStep] |= group);
    }
  }

  /**
   * How long the longest live suffix of the last so many bytes of an array is, 0 if none is.
   * O(bytes) if few are.
   */
  int longest(byte[] bytes, int count) {
    if (count == 0) {
      return 0;
    }
    int last = (bytes[bytes.length - 1] & 0xff) * (most + 1);
    for (int length = Math.min(count, most); length > 0; length--) {
      long groups = lasts[last + length];
      int at = bytes.length - length;
      for (int step = 1; step < length && groups != 0; step++) {
        groups &= steps[step * SymbolSet.ALPHABET_SIZE + (bytes[at++] & 0xff)];
      }
      if (groups != 0) {
        return length;
      }
    }
    return 0;
  }
}
