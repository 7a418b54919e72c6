package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses by which windows factors are found, and in how many passes over the input.
 *
 * <p>A pass that looks at every s-th place needs s windows of a factor, one after the other, so
 * that one of them falls on such a place. The longer its strings, the fewer places a pass looks at;
 * short ones get a pass of their own rather than slow the others down.
 */
final class WindowChooser {

  /** What it costs to look at a place, and at a window that is found, in nanoseconds. */
  private static final double PLACE_NANOS = 1.4;

  /** The same where 16 are looked at together. */
  private static final double VECTOR_PLACE_NANOS = 0.55;

  /** The same where two neighbouring places share a look-up. */
  private static final double PAIRED_PLACE_NANOS = 0.4;

  static final double ENTRY_NANOS = 8;
  private static final double FALSE_PLACE_NANOS = 5;

  /** What a bit more in every row costs. */
  private static final double ROW_NANOS = 0.006;

  private static final double SHUFFLE_NANOS = 0.08;

  /** What a place costs that shuffles let through by mistake. */
  static final double FALSE_SHUFFLE_NANOS = 2.5;

  /** A factor that costs no more is found well enough, in nanoseconds per byte; all are tried. */
  private static final double[] RARE_NANOS = {1e-4, 1e-3, 1e-2};

  /** A wide window that costs more gives way to a narrower one that is far rarer. */
  private static final double FREQUENT_NANOS = 0.01;

  /** Where stretches cost more, sets are looked for in passes of their own. */
  private static final double COMMON_RUN_NANOS = 2;

  /** A stretch of one set that costs no more is better than a narrow window. */
  private static final double RARE_RUN_NANOS = 0.02;

  /** For more factors than this fewer ways are tried. */
  private static final int FEW_TO_TRY = 6_000;

  /** So few factors get no pass of their own at a stride in between. */
  private static final int FEW = 48;

  private static final int MOST_SHUFFLED = ShuffleFinder.MAX_WINDOWS;
  private static final int MAX_STRIDE = 4;

  /** The tables of more windows leave the caches, so that fewer are worth more. */
  private static final int MANY_WINDOWS = 8_192;

  private static final int[] WIDTHS = {4, 3, 2};

  private final List<Factor> factors;
  private final ByteModel model;

  /** Per width, plain and folded, the windows of each factor, made when first asked for. */
  private final Windows[][] windows;

  /** The one of {@link #RARE_NANOS} that is tried. */
  private double rareNanos;

  /** How often each window was chosen: one that many factors share costs each of them. */
  private final Map<Integer, Integer> chosen = new HashMap<>();

  WindowChooser(List<Factor> factors, ByteModel model) {
    this.factors = factors;
    this.model = model;
    this.windows = new Windows[2 * WIDTHS[0] + 2][factors.size()];
  }

  /** A place in a factor's string. */
  private record Place(int offset, double cost) {}

  /** Factors that are found in one pass. */
  private record Group(
      FilterPasses.Method method, int width, int stride, boolean folded, List<Integer> factors) {}

  /**
   * The expected cost of finding a string, whichever way.
   *
   * @return nanoseconds per byte; infinite if it has no window
   */
  static double cost(List<SymbolSet> string, ByteModel model) {
    return runToFind(string, model)
        .map(run -> run.nanos(model))
        .orElseGet(() -> windowCost(string, model));
  }

  /** The stretch of one set by which a string is found, if that is better than by windows. */
  static Optional<StringRun> runToFind(List<SymbolSet> string, ByteModel model) {
    return StringRun.of(string)
        .filter(
            run -> {
              double nanos = run.nanos(model);
              return widest(string) < Integer.BYTES && nanos <= RARE_RUN_NANOS
                  || nanos < windowCost(string, model) / 2;
            });
  }

  private static double windowCost(List<SymbolSet> string, ByteModel model) {
    double least = Double.POSITIVE_INFINITY;
    for (int width : WIDTHS) {
      Windows folded = Windows.of(string, width, true, model);
      for (int o = 0; o < folded.count(); o++) {
        least = Math.min(least, ENTRY_NANOS * folded.chance(o));
      }
      if (least <= FREQUENT_NANOS) {
        return least;
      }
    }
    return least;
  }

  /**
   * The width at which a factor is searched for: the widest, unless all its windows are frequent.
   */
  private int width(int factor) {
    double frequent = Double.POSITIVE_INFINITY;
    int best = 0;
    for (int width : WIDTHS) {
      double cost = bestPlace(factor, width, 1, true).cost();
      if (cost < (best == 0 ? Double.POSITIVE_INFINITY : frequent / 4)) {
        frequent = cost;
        best = width;
      }
      if (frequent <= FREQUENT_NANOS) {
        return best;
      }
    }
    return best;
  }

  /** A number for the rarest of a string's widest windows; 0 if there is none. */
  static int rarest(List<SymbolSet> string, ByteModel model) {
    for (int width : WIDTHS) {
      Windows folded = Windows.of(string, width, true, model);
      int best = -1;
      for (int o = 0; o < folded.count(); o++) {
        if (folded.isUsable(o) && (best < 0 || folded.chance(o) < folded.chance(best))) {
          best = o;
        }
      }
      if (best >= 0) {
        return folded.name(best);
      }
    }
    return 0;
  }

  static int fewestStrings(List<SymbolSet> string) {
    int fewest = Windows.MAX_STRINGS + 1;
    Windows windows =
        Windows.of(string, Math.min(Integer.BYTES, string.size()), true, ByteModel.prior());
    for (int o = 0; o < windows.count(); o++) {
      fewest = Math.min(fewest, windows.strings(o));
    }
    return fewest;
  }

  /** The bytes of the widest window that a string has; 0 if it has none. */
  static int widest(List<SymbolSet> string) {
    for (int width : WIDTHS) {
      Windows windows = Windows.of(string, width, true, ByteModel.prior());
      for (int o = 0; o < windows.count(); o++) {
        if (windows.isUsable(o)) {
          return width;
        }
      }
    }
    return 0;
  }

  private Windows windows(int factor, int width, boolean folded) {
    Windows[] all = windows[2 * width + (folded ? 1 : 0)];
    if (all[factor] == null) {
      all[factor] = Windows.of(factors.get(factor).string(), width, folded, model);
    }
    return all[factor];
  }

  /**
   * Chooses.
   *
   * @throws IllegalArgumentException if a factor has no window
   */
  List<FilterPasses.Group> choose() {
    List<Integer> all = new ArrayList<>();
    Map<SymbolSet, List<FilterPasses.Place>> runs = new LinkedHashMap<>();
    for (int f = 0; f < factors.size(); f++) {
      Optional<StringRun> run = runToFind(factors.get(f).string(), model);
      if (run.isPresent()) {
        runs.computeIfAbsent(run.get().set(), set -> new ArrayList<>())
            .add(new FilterPasses.Place(f, run.get().offset()));
      } else {
        all.add(f);
      }
    }
    List<Group> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    // The last trial is without strides: shuffles for all, if they are few.
    for (int stride = MAX_STRIDE; stride >= 0; stride--) {
      int trials = factors.size() > FEW_TO_TRY ? 2 : 2 * RARE_NANOS.length;
      for (int trial = 0; trial < trials; trial++) {
        rareNanos = RARE_NANOS[trial / 2];
        List<Group> groups = groups(all, stride, trial % 2 == 1);
        double cost = cost(groups);
        if (cost < least) {
          least = cost;
          best = groups;
        }
      }
    }
    List<FilterPasses.Group> groups = new ArrayList<>();
    best.forEach(group -> groups.add(placed(group)));
    groups.addAll(byRuns(runs));
    return groups;
  }

  /** Passes for stretches: as few as there may be without many long stretches of any set in one. */
  private List<FilterPasses.Group> byRuns(Map<SymbolSet, List<FilterPasses.Place>> bySet) {
    List<List<FilterPasses.Place>> passes = new ArrayList<>();
    List<SymbolSet> unions = new ArrayList<>();
    bySet.forEach(
        (set, places) -> {
          int pass = 0;
          while (pass < passes.size() && !isRare(unions.get(pass).or(set))) {
            pass++;
          }
          if (pass == passes.size()) {
            passes.add(new ArrayList<>());
            unions.add(SymbolSet.EMPTY);
          }
          passes.get(pass).addAll(places);
          unions.set(pass, unions.get(pass).or(set));
        });
    return passes.stream()
        .map(
            places ->
                new FilterPasses.Group(
                    FilterPasses.Method.RUNS, StringRun.LEAST, 1, false, List.copyOf(places)))
        .toList();
  }

  /** Whether few long stretches of a set are expected. */
  private boolean isRare(SymbolSet set) {
    List<SymbolSet> string = Collections.nCopies(StringRun.LEAST, set);
    return StringRun.at(string, 0).nanos(model) <= COMMON_RUN_NANOS;
  }

  /** The windows of passes over classes, for all factors: one pass for so many as it takes. */
  List<FilterPasses.Group> classes() {
    List<FilterPasses.Group> groups = new ArrayList<>();
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int f = 0; f < factors.size(); f++) {
      places.add(new FilterPasses.Place(f, RowPass.rarest(factors.get(f).string(), model)));
      if (places.size() == RowPass.MOST || f == factors.size() - 1) {
        groups.add(classes(places));
        places.clear();
      }
    }
    return groups;
  }

  private static FilterPasses.Group classes(List<FilterPasses.Place> places) {
    return new FilterPasses.Group(
        FilterPasses.Method.CLASSES, RowPass.SETS, 1, false, List.copyOf(places));
  }

  private FilterPasses.Group classesAgain(FilterPasses.Group group) {
    List<FilterPasses.Place> places = new ArrayList<>();
    for (FilterPasses.Place place : group.places()) {
      int factor = place.factor();
      places.add(
          new FilterPasses.Place(factor, RowPass.rarest(factors.get(factor).string(), model)));
    }
    return group.withPlaces(places);
  }

  /** The expected cost of finding a string by its classes, in nanoseconds per byte. */
  static double classCost(List<SymbolSet> string, ByteModel model) {
    if (string.size() < 2) {
      return Double.POSITIVE_INFINITY;
    }
    int o = RowPass.rarest(string, model);
    int end = Math.min(string.size(), o + RowPass.SETS);
    return ROW_NANOS + RowPass.HIT_NANOS * model.probability(string, o, end);
  }

  /**
   * Chooses again for some factors, in the passes that they are in.
   *
   * @param groups what was chosen
   * @param hot per factor, whether it was found too often
   * @return what is better, or nothing if nothing is
   */
  Optional<List<FilterPasses.Group>> chooseAgain(List<FilterPasses.Group> groups, boolean[] hot) {
    List<FilterPasses.Group> better = new ArrayList<>();
    boolean changed = false;
    for (FilterPasses.Group group : groups) {
      if (group.method() == FilterPasses.Method.CLASSES) {
        // Which factors the index gives too often was not counted: all are chosen again, once.
        better.add(classesAgain(group));
        changed |= !better.get(better.size() - 1).equals(group);
        continue;
      }
      if (group.method() == FilterPasses.Method.RUNS) {
        better.add(group);
        continue;
      }
      List<FilterPasses.Place> places = new ArrayList<>();
      for (FilterPasses.Place place : group.places()) {
        FilterPasses.Place chosenPlace = hot[place.factor()] ? again(group, place) : place;
        places.add(chosenPlace);
        changed |= !chosenPlace.equals(place);
      }
      better.add(group.withPlaces(places));
    }
    return changed ? Optional.of(better) : Optional.empty();
  }

  private FilterPasses.Place again(FilterPasses.Group group, FilterPasses.Place place) {
    int factor = place.factor();
    Windows all = windows(factor, group.width(), group.folded());
    Place best = bestPlace(factor, group.width(), group.stride(), group.folded());
    return best.cost() < placeCost(all, place.offset(), group.stride()) / 2
        ? new FilterPasses.Place(factor, best.offset())
        : place;
  }

  /**
   * A pass at a stride, unless that is 0, with all factors that fit. The others go in a pass of
   * shuffles if they are few, else in passes at narrower strides.
   *
   * @param shuffles whether narrower windows are preferred if they are few enough for shuffles
   */
  private List<Group> groups(List<Integer> all, int stride, boolean shuffles) {
    List<Group> groups = new ArrayList<>();
    List<Integer> rest = all;
    for (int s = stride; s >= 1 && !rest.isEmpty(); s--) {
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        (fitsWell(f, s) ? fit : others).add(f);
      }
      if (!fit.isEmpty() && (s == stride || fit.size() > MOST_SHUFFLED)) {
        boolean folded = wantsFolding(fit, Integer.BYTES, s);
        groups.add(new Group(FilterPasses.Method.HASHES, Integer.BYTES, s, folded, fit));
        rest = others;
      }
    }
    for (int width = Integer.BYTES; width >= 2; width--) {
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        (fits(f, width) ? fit : others).add(f);
      }
      if (fit.isEmpty()) {
        continue;
      }
      boolean folded = wantsFolding(fit, width, 1);
      boolean shuffled = Vectors.shuffles() && windowCount(fit, width, folded) <= MOST_SHUFFLED;
      if (shuffles && !shuffled && width > 2 && canShuffle(rest, width - 1)) {
        continue;
      }
      if (shuffled || width == 2 || others.isEmpty() || fit.size() > FEW) {
        FilterPasses.Method method =
            shuffled ? FilterPasses.Method.SHUFFLES : FilterPasses.Method.HASHES;
        groups.add(new Group(method, width, 1, folded, fit));
        rest = others;
      }
    }
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("no window in " + factors.get(rest.get(0)).string());
    }
    return groups;
  }

  /** Whether all have windows of some width that are few together. */
  private boolean canShuffle(List<Integer> rest, int width) {
    return Vectors.shuffles()
        && rest.stream().allMatch(f -> fits(f, width))
        && windowCount(rest, width, wantsFolding(rest, width, 1)) <= MOST_SHUFFLED;
  }

  private boolean fits(int factor, int width) {
    return width <= width(factor)
        && bestPlace(factor, width, 1, true).cost() < Double.POSITIVE_INFINITY;
  }

  /** Whether a row of wide windows is about as rare as the rarest one alone. */
  private boolean fitsWell(int factor, int stride) {
    double cost = bestPlace(factor, Integer.BYTES, stride, true).cost();
    if (cost > FREQUENT_NANOS && width(factor) < Integer.BYTES) {
      return false;
    }
    return cost <= rareNanos
        || stride == 1 && cost < Double.POSITIVE_INFINITY
        || cost < Double.POSITIVE_INFINITY
            && cost <= 8 * bestPlace(factor, Integer.BYTES, 1, true).cost();
  }

  private int windowCount(List<Integer> group, int width, boolean folded) {
    int count = 0;
    IntSet seen = new IntOpenHashSet();
    for (int f : group) {
      Place place = bestPlace(f, width, 1, folded);
      Windows all = windows(f, width, folded);
      count += seen.add(all.name(place.offset())) ? all.strings(place.offset()) : 0;
    }
    return count;
  }

  private boolean wantsFolding(List<Integer> group, int width, int stride) {
    long plain = 0;
    long folded = 0;
    for (int f : group) {
      Place place = bestPlace(f, width, stride, false);
      if (place.cost() == Double.POSITIVE_INFINITY) {
        return true;
      }
      Place other = bestPlace(f, width, stride, true);
      for (int i = 0; i < stride; i++) {
        plain += windows(f, width, false).strings(place.offset() + i);
        folded += windows(f, width, true).strings(other.offset() + i);
      }
    }
    return plain > (plain > MANY_WINDOWS ? 2 : 4) * folded;
  }

  private double cost(List<Group> groups) {
    double cost = 0;
    for (Group group : groups) {
      double count = 0;
      cost +=
          group.method() == FilterPasses.Method.SHUFFLES
              ? SHUFFLE_NANOS + FALSE_SHUFFLE_NANOS * falseShuffles(group)
              : placeNanos(group.width(), group.stride()) / group.stride();
      for (int f : group.factors()) {
        cost += bestPlace(f, group.width(), group.stride(), group.folded()).cost();
        count += group.stride();
      }
      cost += FALSE_PLACE_NANOS / group.stride() * Math.min(1, count / (1 << 18));
    }
    return cost;
  }

  /** Which part of the places shuffles let through by mistake. */
  private double falseShuffles(Group group) {
    int count = windowCount(group.factors(), group.width(), group.folded());
    return Math.min(1, ShuffleFinder.falseShare(count, group.width()));
  }

  /** What a pass at every place costs. */
  static double narrowNanos() {
    return placeNanos(Integer.BYTES - 1, 1);
  }

  private static double placeNanos(int width, int stride) {
    if (PairedHashes.isFor(width, stride)) {
      return PAIRED_PLACE_NANOS;
    }
    return HashFinder.isVectorised(stride) ? VECTOR_PLACE_NANOS : PLACE_NANOS;
  }

  /** The place of the cheapest row of windows, one for each place of a stride. */
  private Place bestPlace(int factor, int width, int stride, boolean folded) {
    Windows all = windows(factor, width, folded);
    Place best = new Place(0, Double.POSITIVE_INFINITY);
    for (int o = 0; o + stride <= all.count(); o++) {
      double cost = placeCost(all, o, stride);
      if (cost < best.cost()) {
        best = new Place(o, cost);
      }
    }
    return best;
  }

  private double placeCost(Windows all, int offset, int stride) {
    double cost = 0;
    for (int i = offset; i < offset + stride; i++) {
      // Each place is looked at every stride-th time only.
      int others = chosen.isEmpty() ? 0 : chosen.getOrDefault(all.name(i), 0);
      cost += ENTRY_NANOS * (1 + others) * all.chance(i) / stride;
    }
    return cost;
  }

  private FilterPasses.Group placed(Group group) {
    chosen.clear();
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int factor : group.factors()) {
      Place place = bestPlace(factor, group.width(), group.stride(), group.folded());
      places.add(new FilterPasses.Place(factor, place.offset()));
      // Shuffles are for few windows, so factors had better share them.
      int spread = group.method() == FilterPasses.Method.SHUFFLES ? 0 : group.stride();
      for (int o = place.offset(); o < place.offset() + spread; o++) {
        chosen.merge(windows(factor, group.width(), group.folded()).name(o), 1, Integer::sum);
      }
    }
    return new FilterPasses.Group(
        group.method(), group.width(), group.stride(), group.folded(), places);
  }
}
