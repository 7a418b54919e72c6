package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds strings by a rare byte in them, and the next ones: those that are a single byte, as {@code
 * \x00}, or whose sets are all too large for windows, as {@code [0-9]{4}}. Bytes that any of the
 * strings has are marked, 64 at a time, and compared where they are; where the bytes are four or
 * fewer, what lies before the first one is passed over at the speed of memory. Or else places are
 * marked where up to four bytes in a row may be ({@link SetFinder}). Immutable.
 *
 * <p>That costs O(1) a byte, and O(strings) where a byte of them lies.
 */
final class BytePass implements SearchPass {

  /** Behind a byte so much is marked, at first and at most; more where they lie close together. */
  private static final int LEAST_MARKED = 1 << 8;

  private static final int MOST_MARKED = 1 << 20;

  /** In so many bytes places are found at a time, which bounds the memory for them. */
  private static final int BYTES_AT_ONCE = 3 << 12;

  private final Members any;
  private final Optional<FewBytes> few;
  private final Optional<SetFinder> sets;

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
   * @param model says which bytes are rare
   */
  BytePass(List<Factor> factors, List<FilterPasses.Place> places, ByteModel model) {
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
    sets = sets(factors, model, union);
  }

  /** A finder of bytes in a row, if that costs less than one of single bytes. */
  private Optional<SetFinder> sets(List<Factor> factors, ByteModel model, SymbolSet union) {
    if (!SetFinder.isFast()) {
      return Optional.empty();
    }
    List<List<SymbolSet>> strings =
        IntStream.of(entries)
            .mapToObj(e -> PassTables.known(string(factors, e), FoundEntry.offset(e)))
            .distinct()
            .toList();
    if (strings.isEmpty() || strings.size() > ByteBuckets.MOST_STRINGS) {
      return Optional.empty();
    }
    double single = SearchCosts.byteNanos(model.probability(List.of(union), 0, 1));
    return Optional.of(new SetFinder(strings, model)).filter(finder -> finder.nanos() < single);
  }

  private static SymbolSet set(List<Factor> factors, int entry) {
    return string(factors, entry).get(FoundEntry.offset(entry));
  }

  private static List<SymbolSet> string(List<Factor> factors, int entry) {
    return factors.get(FoundEntry.factor(entry)).string();
  }

  /**
   * Where the bytes begin by which a string is found: where up to four in a row are rarest, or one
   * if only single bytes are looked for.
   *
   * @return where they are in the string
   */
  static int start(List<SymbolSet> string, ByteModel model) {
    if (!SetFinder.isFast()) {
      return rarest(string, model);
    }
    int best = 0;
    for (int o = 1; o < string.size(); o++) {
      best =
          PassTables.chance(string, o, model) < PassTables.chance(string, best, model) ? o : best;
    }
    return best;
  }

  /**
   * The rarest byte of a string.
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
  public boolean isTried() {
    return sets.isPresent() && sets.get().isTried();
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    if (sets.isPresent()) {
      searchSets(sets.get(), input, lowest, from, to, found);
      return;
    }
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

  /** Compares strings where bytes in a row may be. */
  private void searchSets(
      SetFinder finder, byte[] input, int lowest, int from, int to, Found found) {
    int waiting = 0;
    for (int at = from; at < to; ) {
      int end = Math.min(to, at + BYTES_AT_ONCE);
      int[] places = found.places(end - at + PlaceMasks.SLACK);
      int count = finder.find(input, at, end, places, found.words());
      for (int i = 0; i < count; i++) {
        waiting = add(places[i], waiting, input, lowest, to, found);
      }
      at = end;
    }
    found.addMatching(found.candidates(), waiting, input, 1);
  }

  /** Compares strings where bytes are. */
  private void search(MarkedWords marks, int lowest, int to, Found found) {
    marks.mark(any);
    int waiting = 0;
    for (int slot = 0; slot < marks.count(); slot++) {
      for (long rest = marks.masks()[slot]; rest != 0; rest &= rest - 1) {
        int place = marks.index(slot) + Long.numberOfTrailingZeros(rest);
        waiting = add(place, waiting, marks.input(), lowest, to, found);
      }
    }
    found.addMatching(found.candidates(), waiting, marks.input(), 1);
  }

  /**
   * Adds the strings that may lie at a place to those that are to be compared, which are as soon as
   * they are many.
   *
   * @param before how many there are
   * @return how many there are then
   */
  private int add(int place, int before, byte[] input, int lowest, int to, Found found) {
    FactorTable factors = found.factors();
    long[] waiting = found.candidates();
    int count = before;
    int symbol = input[place] & 0xff;
    for (int i = listStart[symbol]; i < listStart[symbol + 1]; i++) {
      int entry = entries[lists[i]];
      int start = place - FoundEntry.offset(entry);
      found.countRow(lists[i]);
      waiting[count] = Found.candidate(place, entry);
      count += start >= lowest && start + factors.length(FoundEntry.factor(entry)) <= to ? 1 : 0;
      if (count == waiting.length) {
        found.addMatching(waiting, count, input, 1);
        count = 0;
      }
    }
    return count;
  }
}
