package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds strings by a long stretch of one set in them. Bytes that are in any of the sets are marked,
 * 64 at a time; only where so many of them lie in a row that there may be a stretch, single sets
 * are. Immutable.
 *
 * <p>That costs O(sets / 64) a byte at the most, and O(strings that may start anywhere in a
 * stretch) where there is one.
 */
final class RunPass implements SearchPass {

  private static final int WORD = Members.BYTES;

  private final Members any;
  private final List<Members> members = new ArrayList<>();

  /** Per set, the first of its entries. */
  private final int[] entryStart;

  private final int[] factor;
  private final int[] offset;
  private final int[] length;
  private final boolean[] atStart;
  private final boolean[] atEnd;

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
    this.factor = new int[count];
    this.offset = new int[count];
    this.length = new int[count];
    this.atStart = new boolean[count];
    this.atEnd = new boolean[count];
    this.whole = new boolean[count];
    SymbolSet union = SymbolSet.EMPTY;
    int shortest = Integer.MAX_VALUE;
    int entry = 0;
    for (Map.Entry<SymbolSet, List<FilterPasses.Place>> group : bySet.entrySet()) {
      union = union.or(group.getKey());
      members.add(Members.of(group.getKey()));
      for (FilterPasses.Place place : group.getValue()) {
        factor[entry] = place.factor();
        offset[entry] = place.offset();
        StringRun run = StringRun.at(factors.get(place.factor()).string(), place.offset());
        length[entry] = run.length();
        atStart[entry] = run.atStart();
        atEnd[entry] = run.atEnd();
        whole[entry] = run.length() == factors.get(place.factor()).string().size();
        shortest = Math.min(shortest, run.length());
        entry++;
      }
      entryStart[members.size()] = entry;
    }
    this.least = shortest;
    this.any = Members.of(union);
  }

  @Override
  public int entryCount() {
    return factor.length;
  }

  @Override
  public int factor(int entry) {
    return factor[entry];
  }

  @Override
  public int offset(int entry) {
    return offset[entry];
  }

  @Override
  public void search(byte[] input, int lowest, int from, int to, Found found) {
    int words = (to - from) / WORD;
    long[] masks = found.masks(words);
    int[] wanted = found.places(words + 1);
    for (int i = 0; i < words; i++) {
      wanted[i] = i;
    }
    any.find(input, from, wanted, words, masks);
    int count = words;
    if (members.size() > 1) {
      count = promising(masks, words, wanted);
    }
    for (int set = 0; set < members.size(); set++) {
      if (members.size() > 1) {
        members.get(set).find(input, from, wanted, count, masks);
      }
      new Search(set, input, lowest, to, found).search(from, masks, wanted, count, words);
    }
    found.sortPass();
  }

  /** The words where a stretch may lie, or a part of one. */
  private static int promising(long[] masks, int words, int[] wanted) {
    int count = 0;
    for (int i = 0; i < words; i++) {
      int before = i == 0 ? WORD : Long.numberOfLeadingZeros(~masks[i - 1]);
      int behind = i == words - 1 ? WORD : Long.numberOfTrailingZeros(~masks[i + 1]);
      int first = Long.numberOfTrailingZeros(~masks[i]);
      int last = Long.numberOfLeadingZeros(~masks[i]);
      wanted[count] = i;
      boolean starts = first > 0 && before + first >= StringRun.LEAST;
      boolean ends = last > 0 && last + behind >= StringRun.LEAST;
      count += starts || ends || hasRun(masks[i]) ? 1 : 0;
    }
    return count;
  }

  /** Whether there are {@link StringRun#LEAST} ones in a row. */
  private static boolean hasRun(long mask) {
    long ones = mask & mask >>> 1;
    ones &= ones >>> 2;
    ones &= ones >>> 4;
    return (ones & ones >>> 8) != 0;
  }

  /** One search for one set. */
  private final class Search {

    private final int set;
    private final byte[] input;
    private final int lowest;
    private final int to;
    private final Found found;

    Search(int set, byte[] input, int lowest, int to, Found found) {
      this.set = set;
      this.input = input;
      this.lowest = lowest;
      this.to = to;
      this.found = found;
    }

    /** Goes over some words, between which there is no stretch, and what is behind the last. */
    void search(int from, long[] masks, int[] wanted, int count, int words) {
      int start = from;
      int next = 0;
      for (int i = 0; i < count; i++) {
        int word = wanted[i];
        int at = from + word * WORD;
        if (word != next) {
          take(start, from + next * WORD);
          start = at;
        }
        next = word + 1;
        if (masks[word] != -1) {
          start = look(masks[word], at, start);
        }
      }
      int at = from + words * WORD;
      if (next != words) {
        take(start, from + next * WORD);
        start = at;
      }
      for (; at < to; at++) {
        if (!members.get(set).has(input[at])) {
          take(start, at);
          start = at + 1;
        }
      }
      take(start, to);
    }

    /**
     * Looks at the stretches that end in a word.
     *
     * @param mask the bytes in the set; not all
     * @param start where the stretch starts that may end first
     * @return where the stretch starts that does not end
     */
    private int look(long mask, int at, int start) {
      long others = ~mask;
      int first = Long.numberOfTrailingZeros(others);
      take(start, at + first);
      if (hasRun(mask)) {
        int from = first + 1;
        for (long rest = others & others - 1; rest != 0; rest &= rest - 1) {
          int end = Long.numberOfTrailingZeros(rest);
          take(at + from, at + end);
          from = end + 1;
        }
      }
      return at + WORD - Long.numberOfLeadingZeros(others);
    }

    private void take(int from, int end) {
      if (end - from >= least) {
        check(from, end);
      }
    }

    private void check(int from, int end) {
      for (int e = entryStart[set]; e < entryStart[set + 1]; e++) {
        int last = end - length[e];
        int low = atEnd[e] ? Math.max(from, last) : from;
        int high = atStart[e] ? Math.min(from, last) : last;
        for (int place = low; place <= high; place++) {
          checkPlace(e, place);
        }
      }
    }

    private void checkPlace(int entry, int place) {
      int start = place - offset[entry];
      FactorTable factors = found.factors();
      if (start >= lowest
          && start + factors.length(factor[entry]) <= to
          && (whole[entry] || factors.matches(factor[entry], input, start))) {
        found.countRow(entry);
        found.add(place, entry);
      }
    }
  }
}
