package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds strings by a rare byte in them: those that are a single byte, as {@code \x00}, or whose
 * sets are all too large for windows. Bytes that any of the strings has are marked, 64 at a time,
 * and compared where they are; where the bytes are four or fewer, what lies before the first one is
 * passed over at the speed of memory. Immutable.
 *
 * <p>That costs O(1) a byte, and O(strings) where a byte of them lies.
 */
final class BytePass implements SearchPass {

  /** Behind a byte so much is marked, at first and at most; more where they lie close together. */
  private static final int LEAST_MARKED = 1 << 8;

  private static final int MOST_MARKED = 1 << 20;

  private final Members any;
  private final Optional<FewBytes> few;

  /** See {@link FoundEntry}; ascending, so that what is found at a place is in order. */
  private final int[] entries;

  /** Per byte, where the list of its entries starts; one more behind. */
  private final int[] listStart = new int[SymbolSet.ALPHABET_SIZE + 1];

  /** Numbers of entries. */
  private final int[] lists;

  /**
   * A pass.
   *
   * @param factors all factors
   * @param places those to be found, and which of their bytes is looked for
   */
  BytePass(List<Factor> factors, List<FilterPasses.Place> places) {
    entries =
        places.stream()
            .mapToInt(place -> FoundEntry.of(place.factor(), place.offset()))
            .sorted()
            .toArray();
    SymbolSet union = SymbolSet.EMPTY;
    List<Integer> listed = new ArrayList<>();
    for (int entry : entries) {
      union = union.or(set(factors, entry));
    }
    List<Integer> symbols = new ArrayList<>();
    union.forEach(symbols::add);
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      for (int e = 0; e < entries.length; e++) {
        if (set(factors, entries[e]).contains(symbol)) {
          listed.add(e);
        }
      }
      listStart[symbol + 1] = listed.size();
    }
    lists = listed.stream().mapToInt(Integer::intValue).toArray();
    any = Members.of(union);
    few =
        symbols.isEmpty() || symbols.size() > FewBytes.MOST
            ? Optional.empty()
            : Optional.of(new FewBytes(symbols));
  }

  private static SymbolSet set(List<Factor> factors, int entry) {
    return factors.get(FoundEntry.factor(entry)).string().get(FoundEntry.offset(entry));
  }

  /**
   * The byte by which a string is found: the one that is rarest.
   *
   * @return where it is in the string
   */
  static int rarest(List<SymbolSet> string, ByteModel model) {
    int best = 0;
    for (int o = 1; o < string.size(); o++) {
      best =
          model.probability(string, o, o + 1) < model.probability(string, best, best + 1)
              ? o
              : best;
    }
    return best;
  }

  @Override
  public int entryCount() {
    return entries.length;
  }

  @Override
  public int factor(int entry) {
    return FoundEntry.factor(entries[entry]);
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    int length = LEAST_MARKED;
    for (int at = from; at < to; ) {
      int end = to;
      if (few.isPresent()) {
        int first = few.get().first(input, at, to);
        length = first - at < length ? Math.min(2 * length, MOST_MARKED) : LEAST_MARKED;
        at = first;
        end = Math.min(to, at + length);
      }
      search(MarkedWords.all(input, at, at, end, found), lowest, to, found);
      at = end;
    }
  }

  /** Compares strings where bytes are. */
  private void search(MarkedWords marks, int lowest, int to, Found found) {
    marks.mark(any);
    byte[] input = marks.input();
    FactorTable factors = found.factors();
    long[] waiting = found.candidates();
    int count = 0;
    for (int slot = 0; slot < marks.count(); slot++) {
      for (long rest = marks.masks()[slot]; rest != 0; rest &= rest - 1) {
        int place = marks.index(slot) + Long.numberOfTrailingZeros(rest);
        int symbol = input[place] & 0xff;
        for (int i = listStart[symbol]; i < listStart[symbol + 1]; i++) {
          int entry = entries[lists[i]];
          int start = place - FoundEntry.offset(entry);
          found.countRow(lists[i]);
          waiting[count] = Found.candidate(place, entry);
          count +=
              start >= lowest && start + factors.length(FoundEntry.factor(entry)) <= to ? 1 : 0;
          if (count == waiting.length) {
            found.addMatching(waiting, count, input, 1);
            count = 0;
          }
        }
      }
    }
    found.addMatching(waiting, count, input, 1);
  }
}
