package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds strings by a long stretch of one set in them. Bytes that are in any of the sets are marked,
 * 64 at a time; only where so many of them lie in a row that there may be a stretch, those of
 * single sets are; and if they are few, those words are put side by side ({@link MarkedWords}), so
 * that sets and strings cost next to nothing. Immutable.
 *
 * <p>That costs O((sets + strings) / 64) a byte at the most, and a look at each place where a
 * string may start in a stretch.
 */
final class RunPass implements SearchPass {

  /** If no more than one in so many words may have a stretch, the others are left out. */
  private static final int FEW = 3;

  private final Members any;
  private final List<Members> members = new ArrayList<>();

  /** Per set, the first of its entries. */
  private final int[] entryStart;

  private final int[] entries;
  private final RunSearch[] searches;
  private final MarkRows.Row[] rows;

  /** Per entry, whether the stretch is all of its string. */
  private final boolean[] whole;

  private final MarkRows.Row least;

  /**
   * A pass.
   *
   * @param factors all factors
   * @param places those to be found, and where their stretches start
   */
  RunPass(List<Factor> factors, List<FilterPasses.Place> places) {
    Map<SymbolSet, List<FilterPasses.Place>> bySet = new LinkedHashMap<>();
    for (FilterPasses.Place place : places) {
      SymbolSet set = factors.get(place.factor()).string().get(place.offset());
      bySet.computeIfAbsent(set, unseen -> new ArrayList<>()).add(place);
    }
    int count = places.size();
    this.entryStart = new int[bySet.size() + 1];
    this.entries = new int[count];
    this.searches = new RunSearch[count];
    this.rows = new MarkRows.Row[count];
    this.whole = new boolean[count];
    SymbolSet union = SymbolSet.EMPTY;
    int shortest = RunSearch.MOST;
    int entry = 0;
    for (Map.Entry<SymbolSet, List<FilterPasses.Place>> group : bySet.entrySet()) {
      union = union.or(group.getKey());
      members.add(Members.of(group.getKey()));
      for (FilterPasses.Place place : group.getValue()) {
        List<SymbolSet> string = factors.get(place.factor()).string();
        entries[entry] = FoundEntry.of(place.factor(), place.offset());
        searches[entry] = new RunSearch(string, place.offset());
        rows[entry] = searches[entry].row();
        int length = searches[entry].length();
        whole[entry] = length <= RunSearch.MOST && length == string.size();
        shortest = Math.min(shortest, length);
        entry++;
      }
      entryStart[members.size()] = entry;
    }
    this.least = new MarkRows.Row(shortest, false, false);
    this.any = Members.of(union);
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
    MarkedWords all = MarkedWords.all(input, lowest, from, to, found);
    all.mark(any);
    long[] starts = found.otherMasks(all.count());
    int[] slots = found.others(all.count() + MarkRows.SLACK);
    int count = MarkRows.find(all.masks(), all.count(), least, starts, slots);
    boolean few = FEW * count < all.count();
    MarkedWords marks = few ? all.withRows(least.marks(), starts, slots, count) : all;
    for (int set = 0; set < members.size() && count > 0; set++) {
      if (few || members.size() > 1) {
        marks.mark(members.get(set));
      }
      for (int e = entryStart[set]; e < entryStart[set + 1]; e++) {
        search(e, marks, found);
      }
    }
    found.sortPass();
  }

  private void search(int entry, MarkedWords marks, Found found) {
    long[] starts = found.otherMasks(marks.count());
    int[] slots = found.others(marks.count() + MarkRows.SLACK);
    RunSearch search = searches[entry];
    int count = MarkRows.find(marks.masks(), marks.count(), rows[entry], starts, slots);
    for (int i = 0; i < count; i++) {
      int at = marks.index(slots[i]);
      for (long rest = starts[slots[i]]; rest != 0; rest &= rest - 1) {
        int row = at + Long.numberOfTrailingZeros(rest);
        if (search.fitsBeside(marks, row)) {
          take(entry, row - search.rowOffset(), marks, found);
        }
      }
    }
  }

  /** Takes a place where a stretch starts if the string lies there. */
  private void take(int entry, int place, MarkedWords marks, Found found) {
    FactorTable factors = found.factors();
    int factor = FoundEntry.factor(entries[entry]);
    int offset = FoundEntry.offset(entries[entry]);
    int start = place - offset;
    if (place >= marks.from()
        && start >= marks.lowest()
        && start + factors.length(factor) <= marks.to()
        && (whole[entry]
            || factors.mayMatch(factor, marks.input(), start)
                && factors.matchesBeside(
                    factor,
                    marks.input(),
                    start,
                    offset + searches[entry].rowOffset(),
                    rows[entry].marks()))) {
      found.countRow(entry);
      found.add(place, entries[entry]);
    }
  }
}
