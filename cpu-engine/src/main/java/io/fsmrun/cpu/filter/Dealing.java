package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Deals strings of sets out to buckets: each goes where it lets the least more through. Asks
 * buckets twice as often as there are strings times buckets.
 */
final class Dealing {

  private Dealing() {}

  /**
   * A bucket, and the strings that it holds.
   *
   * @param <S> what it knows of a string
   */
  abstract static class Bucket<S> {
    private final List<S> strings = new ArrayList<>();
    private double share;

    /** The part of all places that it lets through. */
    final double share() {
      return share;
    }

    /** The same with one string more. */
    abstract double shareWith(S string);

    /** Lets a string through as well. */
    abstract void let(S string);

    /** Lets nothing through. */
    abstract void clear();

    private void add(S string) {
      share = shareWith(string);
      strings.add(string);
      let(string);
    }

    private void remove(S string) {
      strings.remove(string);
      clear();
      strings.forEach(this::let);
      share = strings.isEmpty() ? 0 : shareWith(strings.getFirst());
    }
  }

  /**
   * Deals strings out to empty buckets. Those that let most through choose first.
   *
   * @param <S> what buckets know of a string
   * @param strings all of one length
   * @param known what buckets know of one
   * @param ties an order of those that let as much through, so that the order they came in says
   *     nothing
   * @param buckets at least one
   */
  static <S> void deal(
      List<List<SymbolSet>> strings,
      Function<List<SymbolSet>, S> known,
      Comparator<S> ties,
      List<? extends Bucket<S>> buckets) {
    Bucket<S> empty = buckets.getFirst();
    List<S> sorted = new ArrayList<>(joined(strings).stream().map(known).toList());
    sorted.sort(Comparator.comparingDouble((S s) -> -empty.shareWith(s)).thenComparing(ties));
    List<Bucket<S>> bucketOf = new ArrayList<>();
    for (S string : sorted) {
      bucketOf.add(addToBest(buckets, string));
    }
    // Once more, now that it is known what else they hold.
    for (int s = 0; s < sorted.size(); s++) {
      bucketOf.get(s).remove(sorted.get(s));
      addToBest(buckets, sorted.get(s));
    }
  }

  /**
   * Joins strings that differ at one place only, as those of a word in both cases do: together they
   * let nothing else through, and in different buckets more of others.
   */
  private static List<List<SymbolSet>> joined(List<List<SymbolSet>> strings) {
    List<List<SymbolSet>> all = strings;
    for (int place = 0; place < strings.getFirst().size(); place++) {
      Map<List<SymbolSet>, SymbolSet> byOthers = new LinkedHashMap<>();
      for (List<SymbolSet> string : all) {
        List<SymbolSet> others = new ArrayList<>(string);
        SymbolSet set = others.set(place, SymbolSet.EMPTY);
        byOthers.merge(others, set, SymbolSet::or);
      }
      List<List<SymbolSet>> fewer = new ArrayList<>();
      for (Map.Entry<List<SymbolSet>, SymbolSet> entry : byOthers.entrySet()) {
        entry.getKey().set(place, entry.getValue());
        fewer.add(entry.getKey());
      }
      all = fewer;
    }
    return all;
  }

  private static <S> Bucket<S> addToBest(List<? extends Bucket<S>> buckets, S string) {
    Bucket<S> best = buckets.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (Bucket<S> bucket : buckets) {
      double more = bucket.shareWith(string) - bucket.share;
      if (more < least) {
        least = more;
        best = bucket;
      }
    }
    best.add(string);
    return best;
  }
}
