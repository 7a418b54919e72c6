package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds out whether few factors of any length are found in one pass: by windows of two bytes, which
 * all have, where {@link NibbleBuckets} or {@link ByteBuckets} look at what is behind these too.
 * For one thread.
 */
final class DealtWindows {

  /** Bytes of the windows, the narrowest there are. */
  static final int WIDTH = 2;

  /** What a window costs that lies somewhere without what is looked for behind it. */
  private static final double FOUND_NANOS = 9;

  /** If so few windows have letters of one case only, letters keep their case. */
  private static final int MOST_UNFOLDED = NibbleTables.MOST_STRINGS / 2;

  private final List<Factor> factors;
  private final ByteModel model;
  private final WindowPlaces places;
  private final Checkpoint checkpoint;

  /** What was chosen, by factors: trials often ask for the same. */
  private final Map<List<Integer>, Optional<Choice>> tried = new HashMap<>();

  DealtWindows(List<Factor> factors, ByteModel model, WindowPlaces places) {
    this.factors = factors;
    this.model = model;
    this.places = places;
    this.checkpoint = places.checkpoint();
  }

  /**
   * A choice.
   *
   * @param folded whether windows are
   * @param cover where they are, and what the pass should cost
   */
  record Choice(boolean folded, WindowCover.Cover cover) {}

  /** Windows of some factors; nothing if these are too many, or one has no such window. */
  Optional<Choice> choose(List<Integer> fit) {
    if (fit.isEmpty() || !mayBeDealt(fit.size())) {
      return Optional.empty();
    }
    return tried.computeIfAbsent(fit, this::chosen);
  }

  private Optional<Choice> chosen(List<Integer> fit) {
    IntList offsets = new IntArrayList();
    List<FilterPasses.Place> chosen = new ArrayList<>();
    List<List<SymbolSet>> strings = new ArrayList<>();
    double hits = 0;
    double found = 0;
    for (int factor : fit) {
      checkpoint.pass();
      WindowPlaces.Place place = rarest(factor);
      if (!place.exists()) {
        return Optional.empty();
      }
      offsets.add(place.offset());
      chosen.add(new FilterPasses.Place(factor, place.offset()));
      strings.add(PassTables.known(factors.get(factor).string(), place.offset()));
      hits += place.cost();
      found += places.windows(factor, WIDTH, true).chance(place.offset());
    }
    boolean folded = !mayKeepCase(chosen);
    int windows = places.strings(chosen, WIDTH, Stride.EVERY, folded);
    if (!mayBeDealt(windows)) {
      return Optional.empty();
    }
    double nanos = nanosDealt(strings.stream().distinct().toList(), found) + hits;
    return Optional.of(new Choice(folded, new WindowCover.Cover(offsets, nanos)));
  }

  /** Whether windows that were chosen folded may be looked for as they are. */
  private boolean mayKeepCase(List<FilterPasses.Place> chosen) {
    return chosen.stream()
            .allMatch(p -> places.windows(p.factor(), WIDTH, false).isUsable(p.offset()))
        && places.strings(chosen, WIDTH, Stride.EVERY, false) <= MOST_UNFOLDED;
  }

  /** Whether a pass at every place may deal so many windows out, and look at what is behind. */
  private static boolean mayBeDealt(int windows) {
    return SearchCosts.mayBeInNibbles(WIDTH, Stride.EVERY, windows)
        || SearchCosts.mayBeInBuckets(Stride.EVERY, windows);
  }

  /**
   * What looking for what is dealt out costs.
   *
   * @param strings of sets, all of one length
   * @param found how likely a window is, without what is behind it
   */
  private double nanosDealt(List<List<SymbolSet>> strings, double found) {
    if (SearchCosts.mayBeInBuckets(Stride.EVERY, strings.size())) {
      ByteBuckets buckets = new ByteBuckets(strings, model);
      return TabulatedHashes.nanos(buckets) + Math.min(found, buckets.share()) * FOUND_NANOS;
    }
    NibbleTables tables = new NibbleTables(strings, model);
    return NibbleBuckets.nanos(tables) + Math.min(found, tables.share()) * FOUND_NANOS;
  }

  /** Where a factor's string has a window of two bytes that is rare with what is behind it. */
  private WindowPlaces.Place rarest(int factor) {
    List<SymbolSet> string = factors.get(factor).string();
    Windows windows = places.windows(factor, WIDTH, true);
    WindowPlaces.Place rarest = new WindowPlaces.Place(0, Double.POSITIVE_INFINITY);
    for (int o = 0; o < windows.count(); o++) {
      double cost = SearchCosts.ENTRY_NANOS * PassTables.chance(string, o, model);
      rarest =
          windows.isUsable(o) && cost < rarest.cost() ? new WindowPlaces.Place(o, cost) : rarest;
    }
    return rarest;
  }
}
