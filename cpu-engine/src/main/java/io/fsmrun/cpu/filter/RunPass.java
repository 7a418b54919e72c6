package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds strings by a long stretch of one set in them. Bytes that are in any of the sets are marked,
 * 64 at a time; only where so many of them lie in a row that there may be a stretch, single sets
 * are. Immutable.
 *
 * <p>That costs O((sets + strings) / 64) a byte at the most, and a look at each place where a
 * string may start in a stretch.
 */
final class RunPass implements SearchPass {

  private static final int WORD = Members.BYTES;

  private final Members any;
  private final List<Members> members = new ArrayList<>();

  /** Per set, the first of its entries. */
  private final int[] entryStart;

  private final int[] entries;
  private final RunSearch[] searches;

  /** Per entry, whether the stretch is all of its string. */
  private final boolean[] whole;

  private final int least;

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
        int length = searches[entry].length();
        whole[entry] = length <= RunSearch.MOST && length == string.size();
        shortest = Math.min(shortest, length);
        entry++;
      }
      entryStart[members.size()] = entry;
    }
    this.least = shortest;
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
    int words = (to - from) / WORD;
    // Behind the whole words one with the bytes that are left, and one without any.
    long[] inSet = found.masks(words + 2);
    long[] starts = found.otherMasks(words + 1);
    int[] wanted = found.places(words + 1);
    RunSearch.Marks marks = new RunSearch.Marks(input, lowest, from, to, inSet);
    for (int i = 0; i <= words; i++) {
      wanted[i] = i;
    }
    int count = words;
    if (members.size() > 1) {
      mark(any, marks, wanted, words, inSet);
      count = promising(inSet, words, wanted, starts);
    }
    for (int set = 0; set < members.size(); set++) {
      mark(members.get(set), marks, wanted, count, inSet);
      for (int e = entryStart[set]; e < entryStart[set + 1]; e++) {
        search(e, marks, starts, words + 1, found);
      }
    }
    found.sortPass();
  }

  /** Marks a set's bytes in some words and in what is behind all. */
  private static void mark(
      Members set, RunSearch.Marks marks, int[] wanted, int count, long[] masks) {
    int words = (marks.to - marks.from) / WORD;
    set.find(marks.input, marks.from, wanted, count, masks);
    long rest = 0;
    for (int at = marks.from + words * WORD; at < marks.to; at++) {
      rest |= set.has(marks.input[at]) ? 1L << at - marks.from : 0;
    }
    masks[words] = rest;
    masks[words + 1] = 0;
  }

  /**
   * The words where a stretch may lie, or a part of one. The marks of all others are taken away.
   */
  private int promising(long[] masks, int words, int[] wanted, long[] starts) {
    MarkRows.starts(masks, words, least, starts);
    // A row that starts so late in a word goes on in the next one.
    long late = -1L << Long.SIZE + 1 - least;
    long before = 0;
    int count = 0;
    for (int i = 0; i < words; i++) {
      boolean wants = (starts[i] | before & late) != 0;
      before = starts[i];
      wanted[count] = i;
      count += wants ? 1 : 0;
      masks[i] = wants ? masks[i] : 0;
    }
    return count;
  }

  private void search(int entry, RunSearch.Marks marks, long[] starts, int count, Found found) {
    RunSearch search = searches[entry];
    FactorTable factors = found.factors();
    int factor = FoundEntry.factor(entries[entry]);
    int offset = FoundEntry.offset(entries[entry]);
    int length = factors.length(factor);
    int[] places = found.others(WORD);
    MarkRows.starts(marks.inSet, count, search.row(), starts);
    for (int word = 0; word < count; word++) {
      int here = starts[word] == 0 ? 0 : search.find(marks, word, starts[word], places);
      for (int p = 0; p < here; p++) {
        int start = places[p] - offset;
        if (places[p] >= marks.from
            && start >= marks.lowest
            && start + length <= marks.to
            && (whole[entry] || factors.matches(factor, marks.input, start))) {
          found.countRow(entry);
          found.add(places[p], entries[entry]);
        }
      }
    }
  }
}
