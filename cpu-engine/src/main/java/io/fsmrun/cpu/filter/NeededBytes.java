package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * One to four rare bytes of which every string of a pass has one, as all mail addresses have an
 * {@code @}: where there is none of them nothing has to be looked for. Chosen by a weighted set
 * cover, greedily (Chvátal 1979). Immutable.
 */
final class NeededBytes {

  /** Bytes that come more often than this in a sample, or should, are not worth looking for. */
  private static final double RARE_IN_SAMPLE = 1.0 / 4096;

  private static final double RARE = 1.0 / 256;

  private final FewBytes bytes;
  private final int least;
  private final int most;

  /** How often one of them is expected. */
  private final double share;

  private NeededBytes(List<Integer> chosen, int least, int most, double share) {
    this.share = share;
    this.bytes = new FewBytes(chosen);
    this.least = least;
    this.most = most;
  }

  /**
   * The bytes that some strings need.
   *
   * @param factors all factors
   * @param entries windows in the strings of some, see {@link FoundEntry}
   * @param model says which bytes are rare
   * @return nothing if there are no such bytes, or none that are rare
   */
  static Optional<NeededBytes> of(List<Factor> factors, int[] entries, ByteModel model) {
    BitSet[] sole = new BitSet[entries.length];
    for (int e = 0; e < entries.length; e++) {
      sole[e] = soleSymbols(factors.get(FoundEntry.factor(entries[e])).string());
      if (sole[e].isEmpty()) {
        return Optional.empty();
      }
    }
    Optional<List<Integer>> cover = cover(sole, model);
    if (entries.length == 0 || cover.isEmpty()) {
      return Optional.empty();
    }
    int least = Integer.MAX_VALUE;
    int most = Integer.MIN_VALUE;
    for (int entry : entries) {
      int distance =
          nearest(
              factors.get(FoundEntry.factor(entry)).string(),
              FoundEntry.offset(entry),
              cover.get());
      least = Math.min(least, distance);
      most = Math.max(most, distance);
    }
    double share = cover.get().stream().mapToDouble(symbol -> share(symbol, model)).sum();
    return Optional.of(new NeededBytes(cover.get(), least, most, share));
  }

  /** The symbols that a string has somewhere in any case. */
  private static BitSet soleSymbols(List<SymbolSet> string) {
    BitSet symbols = new BitSet();
    for (SymbolSet set : string) {
      if (set.size() == 1) {
        set.forEach(symbols::set);
      }
    }
    return symbols;
  }

  private static Optional<List<Integer>> cover(BitSet[] sole, ByteModel model) {
    List<Integer> chosen = new ArrayList<>();
    boolean[] covered = new boolean[sole.length];
    double share = 0;
    for (int left = sole.length; left > 0; ) {
      int[] gains = new int[SymbolSet.ALPHABET_SIZE];
      for (int e = 0; e < sole.length; e++) {
        if (!covered[e]) {
          sole[e].stream().forEach(symbol -> gains[symbol]++);
        }
      }
      int best = 0;
      for (int symbol = 1; symbol < gains.length; symbol++) {
        if (gains[symbol] * share(best, model) > gains[best] * share(symbol, model)) {
          best = symbol;
        }
      }
      share += share(best, model);
      chosen.add(best);
      if (chosen.size() > FewBytes.MOST || share > (model.isSampled() ? RARE_IN_SAMPLE : RARE)) {
        return Optional.empty();
      }
      for (int e = 0; e < sole.length; e++) {
        covered[e] |= sole[e].get(best);
      }
      left -= gains[best];
    }
    return Optional.of(chosen);
  }

  private static double share(int symbol, ByteModel model) {
    return model.probability(List.of(SymbolSet.of(symbol)), 0, 1);
  }

  /** How far behind a window's first byte the nearest of some symbols is. */
  private static int nearest(List<SymbolSet> string, int offset, List<Integer> symbols) {
    int nearest = Integer.MAX_VALUE;
    for (int i = 0; i < string.size(); i++) {
      SymbolSet set = string.get(i);
      if (set.size() == 1
          && symbols.stream().anyMatch(set::contains)
          && Math.abs((long) i - offset) < Math.abs((long) nearest - offset)) {
        nearest = i;
      }
    }
    return nearest - offset;
  }

  /** How often one of the bytes is expected: a part of all places. */
  double share() {
    return share;
  }

  /** How far behind the first byte of a window one of the bytes is at least; negative if before. */
  int least() {
    return least;
  }

  /** The same at most. */
  int most() {
    return most;
  }

  /**
   * The first of the bytes.
   *
   * @return its index in {@code [from, to)}, or {@code to} if there is none
   */
  int first(byte[] input, int from, int to) {
    return bytes.first(input, from, to);
  }
}
