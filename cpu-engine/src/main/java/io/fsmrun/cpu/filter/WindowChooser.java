package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Collections;
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

  /** Windows that cost more are not taken in place of a stretch to save a pass. */
  private static final double DEAR_NANOS = 0.05;

  /** A factor that costs no more is found well enough, in nanoseconds per byte; all are tried. */
  private static final double[] RARE_NANOS = {1e-4, 1e-3, 1e-2};

  /** Where stretches cost more, sets are looked for in passes of their own. */
  private static final double COMMON_RUN_NANOS = 2;

  /** For more factors than this fewer ways are tried. */
  private static final int FEW_TO_TRY = 6_000;

  /** So few factors get no pass of their own at a stride in between. */
  private static final int FEW = 48;

  /** So few get no pass of their own at a narrower stride, with and without vectors. */
  private static final int MOST_AT_EVERY_PLACE = 2_000;

  private static final int FEW_AT_EVERY_PLACE = 192;
  private static final int MAX_STRIDE = 4;

  private final List<Factor> factors;
  private final ByteModel model;
  private final WindowPlaces places;

  /** The one of {@link #RARE_NANOS} that is tried. */
  private double rareNanos;

  WindowChooser(List<Factor> factors, ByteModel model) {
    this.factors = factors;
    this.model = model;
    this.places = new WindowPlaces(factors, model);
  }

  /** Factors that are found in one pass. */
  private record Group(int width, int stride, boolean folded, List<Integer> factors) {}

  /**
   * Chooses.
   *
   * @throws IllegalArgumentException if a factor has no window
   */
  List<FilterPasses.Group> choose() {
    Choice best = choose(true);
    if (!best.runs().isEmpty() && factors.size() <= FEW_TO_TRY) {
      // A pass that need not be made may cost more than the windows that it is better than.
      Choice other = choose(false);
      best = other.cost() < best.cost() ? other : best;
    }
    List<FilterPasses.Group> groups = new ArrayList<>();
    best.windows().forEach(group -> groups.add(placed(group)));
    groups.addAll(best.runs());
    return groups;
  }

  /** Passes for windows and for stretches, and what they cost together. */
  private record Choice(List<Group> windows, List<FilterPasses.Group> runs, double cost) {}

  /**
   * The cheapest passes.
   *
   * @param everyRun whether strings are found by stretches wherever these are better than their
   *     windows, or only where these are too frequent or none
   */
  private Choice choose(boolean everyRun) {
    List<Integer> all = new ArrayList<>();
    Map<SymbolSet, List<FilterPasses.Place>> runs = new LinkedHashMap<>();
    double runNanos = 0;
    for (int f = 0; f < factors.size(); f++) {
      if (factors.get(f).onDemand()) {
        continue;
      }
      List<SymbolSet> string = factors.get(f).string();
      Optional<StringRun> run = SearchCosts.runToFind(string, model);
      if (run.isPresent() && (everyRun || SearchCosts.windowCost(string, model) > DEAR_NANOS)) {
        runs.computeIfAbsent(run.get().set(), set -> new ArrayList<>())
            .add(new FilterPasses.Place(f, run.get().offset()));
        runNanos += run.get().hitNanos(model) + SearchCosts.RUN_STRING_NANOS;
      } else {
        all.add(f);
      }
    }
    List<FilterPasses.Group> byRuns = byRuns(runs);
    runNanos +=
        SearchCosts.runPassNanos() * byRuns.size() + SearchCosts.RUN_SET_NANOS * runs.size();
    List<Group> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    // The last trial is without strides.
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
    return new Choice(best, byRuns, least + runNanos);
  }

  /** Passes for stretches: as few as there may be without many long stretches of any set in one. */
  private List<FilterPasses.Group> byRuns(Map<SymbolSet, List<FilterPasses.Place>> bySet) {
    List<List<FilterPasses.Place>> passes = new ArrayList<>();
    List<SymbolSet> unions = new ArrayList<>();
    bySet.forEach(
        (set, runs) -> {
          int pass = 0;
          while (pass < passes.size() && !isRare(unions.get(pass).or(set))) {
            pass++;
          }
          if (pass == passes.size()) {
            passes.add(new ArrayList<>());
            unions.add(SymbolSet.EMPTY);
          }
          passes.get(pass).addAll(runs);
          unions.set(pass, unions.get(pass).or(set));
        });
    return passes.stream()
        .map(
            runs ->
                new FilterPasses.Group(
                    FilterPasses.Method.RUNS, StringRun.LEAST, 1, false, List.copyOf(runs)))
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
    for (int from = 0; from < factors.size(); from += RowPass.MOST) {
      List<FilterPasses.Place> rows = new ArrayList<>();
      for (int f = from; f < Math.min(from + RowPass.MOST, factors.size()); f++) {
        rows.add(rarestRow(f));
      }
      groups.add(new FilterPasses.Group(FilterPasses.Method.CLASSES, RowPass.SETS, 1, false, rows));
    }
    return groups;
  }

  private FilterPasses.Place rarestRow(int factor) {
    return new FilterPasses.Place(factor, RowPass.rarest(factors.get(factor).string(), model));
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
        better.add(
            group.withPlaces(
                group.places().stream().map(place -> rarestRow(place.factor())).toList()));
        changed |= !better.getLast().equals(group);
        continue;
      }
      if (group.method() == FilterPasses.Method.RUNS) {
        better.add(group);
        continue;
      }
      List<FilterPasses.Place> chosen = new ArrayList<>();
      for (FilterPasses.Place place : group.places()) {
        FilterPasses.Place again = hot[place.factor()] ? again(group, place) : place;
        chosen.add(again);
        changed |= !again.equals(place);
      }
      better.add(group.withPlaces(chosen));
    }
    return changed ? Optional.of(better) : Optional.empty();
  }

  private FilterPasses.Place again(FilterPasses.Group group, FilterPasses.Place place) {
    int factor = place.factor();
    int width = group.width();
    int stride = group.stride();
    WindowPlaces.Place best = places.best(factor, width, stride, group.folded());
    return best.cost() < places.cost(factor, width, stride, group.folded(), place.offset()) / 2
        ? new FilterPasses.Place(factor, best.offset())
        : place;
  }

  /**
   * A pass at a stride, unless that is 0, with all factors that fit. The others go in passes that
   * look at every place if they are few, else in passes at narrower strides.
   *
   * @param narrow whether narrower windows are preferred if all have them
   */
  private List<Group> groups(List<Integer> all, int stride, boolean narrow) {
    List<Group> groups = new ArrayList<>();
    List<Integer> others = addStrides(all, stride, groups);
    List<Integer> rest = addWidths(others, narrow, groups);
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("no window in " + factors.get(rest.get(0)).string());
    }
    return groups;
  }

  /** Adds passes of wide windows, at a stride and narrower ones; returns what is left over. */
  private List<Integer> addStrides(List<Integer> all, int stride, List<Group> groups) {
    List<Integer> rest = all;
    for (int s = stride; s >= 1 && !rest.isEmpty(); s--) {
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        (fitsWell(f, s) ? fit : others).add(f);
      }
      if (!fit.isEmpty() && (s == stride || fit.size() > mostAtEveryPlace())) {
        boolean folded = places.wantsFolding(fit, Integer.BYTES, s);
        groups.add(new Group(Integer.BYTES, s, folded, fit));
        rest = others;
      }
    }
    return rest;
  }

  private static int mostAtEveryPlace() {
    return Vectors.shuffles() ? MOST_AT_EVERY_PLACE : FEW_AT_EVERY_PLACE;
  }

  /** Adds passes that look at every place; returns what has no window. */
  private List<Integer> addWidths(List<Integer> all, boolean narrow, List<Group> groups) {
    List<Integer> rest = all;
    for (int width = Integer.BYTES; width >= 2; width--) {
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        (fits(f, width) ? fit : others).add(f);
      }
      if (fit.isEmpty() || narrow && width > 2 && allFit(rest, width - 1)) {
        continue;
      }
      if (Vectors.shuffles() || width == 2 || others.isEmpty() || fit.size() > FEW) {
        boolean folded = places.wantsFolding(fit, width, 1);
        groups.add(new Group(width, 1, folded, fit));
        rest = others;
      }
    }
    return rest;
  }

  private boolean allFit(List<Integer> rest, int width) {
    return rest.stream().allMatch(f -> fits(f, width));
  }

  private boolean fits(int factor, int width) {
    return width <= places.width(factor) && places.best(factor, width, 1, true).exists();
  }

  /** Whether a row of wide windows is about as rare as the rarest one alone. */
  private boolean fitsWell(int factor, int stride) {
    double cost = places.best(factor, Integer.BYTES, stride, true).cost();
    if (cost > SearchCosts.FREQUENT_NANOS && places.width(factor) < Integer.BYTES) {
      return false;
    }
    return cost <= rareNanos
        || stride == 1 && cost < Double.POSITIVE_INFINITY
        || cost < Double.POSITIVE_INFINITY
            && cost <= 8 * places.best(factor, Integer.BYTES, 1, true).cost();
  }

  private double cost(List<Group> groups) {
    double cost = 0;
    for (Group group : groups) {
      int windows =
          group.stride() == 1
              ? places.strings(group.factors(), group.width(), group.folded())
              : group.factors().size() * group.stride();
      cost += SearchCosts.passNanos(group.width(), group.stride(), windows);
      for (int f : group.factors()) {
        cost += places.best(f, group.width(), group.stride(), group.folded()).cost();
      }
    }
    return cost;
  }

  private FilterPasses.Group placed(Group group) {
    places.startPass();
    List<FilterPasses.Place> chosen = new ArrayList<>();
    for (int factor : group.factors()) {
      int offset = places.best(factor, group.width(), group.stride(), group.folded()).offset();
      chosen.add(new FilterPasses.Place(factor, offset));
      places.use(factor, group.width(), group.stride(), group.folded(), offset);
    }
    return new FilterPasses.Group(
        FilterPasses.Method.HASHES, group.width(), group.stride(), group.folded(), chosen);
  }
}
