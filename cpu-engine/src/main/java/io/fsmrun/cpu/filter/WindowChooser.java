package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntList;
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
 * <p>A pass that looks at some places only needs several windows of a factor, one of which falls on
 * such a place ({@link Stride}). The longer its strings, the fewer places a pass looks at; short
 * ones get a pass of their own rather than slow the others down.
 */
final class WindowChooser {

  /** Windows that cost more are not taken in place of a stretch to save a pass. */
  private static final double DEAR_NANOS = 0.05;

  /** A factor that costs no more is found well enough, in nanoseconds per byte; all are tried. */
  private static final double[] RARE_NANOS = {1e-4, 1e-3, 1e-2};

  /** Where stretches cost more, sets are looked for in passes of their own. */
  private static final double COMMON_RUN_NANOS = 2;

  /** Windows of more than four bytes are taken where they should cost no more than this part. */
  private static final double WIDE_PART = 0.8;

  /** For more factors than this fewer ways are tried. */
  private static final int FEW_TO_TRY = 6_000;

  /** So few factors get no pass of their own at a stride in between. */
  private static final int FEW = 48;

  /** So few get no pass of their own at a narrower stride, with and without vectors. */
  private static final int MOST_AT_EVERY_PLACE = 2_000;

  private static final int FEW_AT_EVERY_PLACE = 192;

  /** What a place costs that is found by mistake, where usual windows are known to be. */
  private static final double MISTAKEN_NANOS = 12;

  /** Strides, those first that leave out most places. */
  private static final List<Stride> STRIDES = List.of(Stride.values()).reversed();

  /** The most steps of a choice: each stride, none, and wide windows are tried once or twice. */
  static final int MOST_STEPS = 2 * (STRIDES.size() + 2);

  /**
   * Windows are shared where that should cost no more than this part: what is found costs more than
   * its windows do, as more is looked up for it.
   */
  private static final double SHARED_PART = 0.85;

  /** Windows lose their case where that should cost no more than this part. */
  private static final double FOLDED_PART = 0.95;

  /** Other windows are taken while scanning if they should cost no more than this part. */
  private static final double WORTH_WHILE = 0.8;

  private final List<Factor> factors;
  private final ByteModel model;
  private final WindowPlaces places;
  private final WideWindows wide;
  private final DealtWindows dealt;
  private final Checkpoint checkpoint;

  /** How many steps are done. */
  private int step;

  /** Passes that were tried: trials often ask for the same. */
  private final Map<Tried, Group> tried = new HashMap<>();

  WindowChooser(List<Factor> factors, ByteModel model) {
    this(factors, model, Checkpoint.NONE);
  }

  /**
   * A chooser that may be ended.
   *
   * @param checkpoint passed for each factor; hears of {@link #MOST_STEPS} at most
   */
  WindowChooser(List<Factor> factors, ByteModel model, Checkpoint checkpoint) {
    this.factors = factors;
    this.model = model;
    this.places = new WindowPlaces(factors, model, checkpoint);
    this.wide = new WideWindows(factors, places);
    this.dealt = new DealtWindows(factors, model, places);
    this.checkpoint = checkpoint;
  }

  /**
   * Factors that are found in one pass: by windows that were chosen for all of them together, or
   * else each by its best.
   */
  private record Group(
      int width,
      Stride stride,
      boolean folded,
      List<Integer> factors,
      Optional<WindowCover.Cover> cover,
      double nanos) {}

  /** What a pass of windows is made of. */
  private record Tried(int width, Stride stride, List<Integer> factors) {}

  /**
   * Chooses.
   *
   * @throws IllegalArgumentException if a factor has no window
   */
  List<FilterPasses.Group> choose() {
    Choice best = choose(true);
    if (!best.others().isEmpty() && factors.size() <= FEW_TO_TRY) {
      // A pass that need not be made may cost more than the windows that it is better than.
      Choice other = choose(false);
      best = other.cost() < best.cost() ? other : best;
    }
    List<FilterPasses.Group> groups = new ArrayList<>();
    best.windows().forEach(group -> groups.add(placed(group)));
    groups.addAll(best.others());
    return groups;
  }

  /** Windows that are tried: the widest; narrower ones if all have them; those of few strings. */
  private enum Preferred {
    WIDEST,
    NARROW,
    OF_FEW_STRINGS
  }

  /** Passes for windows, those for stretches and for single bytes, and what they cost together. */
  private record Choice(List<Group> windows, List<FilterPasses.Group> others, double cost) {}

  /**
   * The cheapest passes.
   *
   * @param everyRun whether strings are found by stretches wherever these are better than their
   *     windows, or only where these are too frequent or none
   */
  private Choice choose(boolean everyRun) {
    List<Integer> all = new ArrayList<>();
    Map<SymbolSet, List<FilterPasses.Place>> runs = new LinkedHashMap<>();
    List<FilterPasses.Place> bytes = new ArrayList<>();
    double runNanos = 0;
    for (int f = 0; f < factors.size(); f++) {
      checkpoint.pass();
      if (factors.get(f).onDemand()) {
        continue;
      }
      List<SymbolSet> string = factors.get(f).string();
      Optional<StringRun> run = SearchCosts.runToFind(string, model);
      if (run.isPresent() && (everyRun || SearchCosts.windowCost(string, model) > DEAR_NANOS)) {
        runs.computeIfAbsent(run.get().set(), set -> new ArrayList<>())
            .add(new FilterPasses.Place(f, run.get().offset()));
        runNanos += run.get().hitNanos(model) + SearchCosts.RUN_STRING_NANOS;
      } else if (SearchCosts.isFoundByByte(string)) {
        bytes.add(new FilterPasses.Place(f, BytePass.start(string, model)));
      } else {
        all.add(f);
      }
    }
    List<FilterPasses.Group> others = new ArrayList<>(byRuns(runs));
    runNanos +=
        SearchCosts.runPassNanos() * others.size() + SearchCosts.RUN_SET_NANOS * runs.size();
    if (!bytes.isEmpty()) {
      others.add(new FilterPasses.Group(FilterPasses.Method.BYTES, 1, Stride.EVERY, false, bytes));
    }
    List<Group> best = List.of();
    double least = Double.POSITIVE_INFINITY;
    // The last trial is without strides.
    for (int first = 0; first <= STRIDES.size(); first++) {
      int trials = factors.size() > FEW_TO_TRY ? 1 : RARE_NANOS.length;
      for (int trial = 0; trial < trials; trial++) {
        List<Group> strides = new ArrayList<>();
        List<Integer> rest = addStrides(all, first, RARE_NANOS[trial], strides);
        List<List<Group>> ways = new ArrayList<>();
        for (Preferred preferred : Preferred.values()) {
          List<Group> groups = new ArrayList<>(strides);
          addAll(rest, preferred, groups);
          ways.add(groups);
        }
        inBuckets(rest).ifPresent(few -> ways.add(with(strides, few)));
        for (List<Group> groups : ways) {
          double cost = cost(groups);
          if (cost < least) {
            least = cost;
            best = groups;
          }
        }
      }
      checkpoint.reached(++step, MOST_STEPS);
    }
    List<Group> wide = byWideWindows(all, WIDE_PART * least);
    if (!wide.isEmpty() && cost(wide) < WIDE_PART * least) {
      least = cost(wide);
      best = wide;
    }
    checkpoint.reached(++step, MOST_STEPS);
    return new Choice(best, others, least + runNanos);
  }

  /** Passes of which one is for wide windows; none where these should cost more. */
  private List<Group> byWideWindows(List<Integer> all, double most) {
    List<Group> groups = new ArrayList<>();
    wide.best(all, most)
        .ifPresent(
            choice -> {
              groups.add(group(choice.width(), choice.stride(), choice.fit()));
              addAll(choice.others(), Preferred.WIDEST, groups);
            });
    return groups;
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
                    FilterPasses.Method.RUNS,
                    StringRun.LEAST,
                    Stride.EVERY,
                    false,
                    List.copyOf(runs)))
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
        checkpoint.pass();
        rows.add(rarestRow(f));
      }
      groups.add(
          new FilterPasses.Group(
              FilterPasses.Method.CLASSES, RowPass.SETS, Stride.EVERY, false, rows));
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
      if (group.method() == FilterPasses.Method.RUNS
          || group.method() == FilterPasses.Method.BYTES) {
        better.add(group);
        continue;
      }
      better.add(again(group, hot));
      changed |= !better.getLast().equals(group);
    }
    return changed ? Optional.of(better) : Optional.empty();
  }

  /** The windows of a group, with others for hot factors if the pass should then cost less. */
  private FilterPasses.Group again(FilterPasses.Group group, boolean[] hot) {
    FilterPasses.Group again =
        group.withPlaces(
            group.places().stream()
                .map(place -> hot[place.factor()] ? again(group, place) : place)
                .toList());
    List<Integer> found = group.places().stream().map(FilterPasses.Place::factor).toList();
    if (again.equals(group) || group.stride() != Stride.EVERY || !WindowCover.isFor(found.size())) {
      return again;
    }
    WindowCover cover = new WindowCover(places, found, group.width(), group.folded());
    double now = cover.nanos(offsets(group));
    double alone = cover.nanos(offsets(again));
    return alone < WORTH_WHILE * now ? again : group;
  }

  private static IntList offsets(FilterPasses.Group group) {
    return IntList.of(group.places().stream().mapToInt(FilterPasses.Place::offset).toArray());
  }

  private static List<FilterPasses.Place> places(List<Integer> found, WindowCover.Cover cover) {
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      places.add(new FilterPasses.Place(found.get(i), cover.offsets().getInt(i)));
    }
    return places;
  }

  private FilterPasses.Place again(FilterPasses.Group group, FilterPasses.Place place) {
    int factor = place.factor();
    int width = group.width();
    Stride stride = group.stride();
    WindowPlaces.Place best = places.best(factor, width, stride, group.folded());
    return best.cost() < places.cost(factor, width, stride, group.folded(), place.offset()) / 2
        ? new FilterPasses.Place(factor, best.offset())
        : place;
  }

  /**
   * Adds passes that look at every place.
   *
   * @param preferred how wide those windows are that are looked for
   */
  private void addAll(List<Integer> all, Preferred preferred, List<Group> groups) {
    List<Integer> rest = addWidths(all, preferred, groups);
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("no window in " + factors.get(rest.get(0)).string());
    }
  }

  /**
   * Adds a pass of windows of four bytes at a stride, unless all were tried, with all factors that
   * fit, and passes at strides that leave out fewer places if the others are many; returns what is
   * left over.
   *
   * @param first number of the first one in {@link #STRIDES}
   * @param rareNanos a factor that costs no more is found well enough, in nanoseconds per byte
   */
  private List<Integer> addStrides(
      List<Integer> all, int first, double rareNanos, List<Group> groups) {
    List<Integer> rest = all;
    for (int s = first; s < STRIDES.size() && !rest.isEmpty(); s++) {
      Stride stride = STRIDES.get(s);
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        checkpoint.pass();
        (fitsWell(f, stride, rareNanos) ? fit : others).add(f);
      }
      if (!fit.isEmpty() && (s == first || fit.size() > mostAtEveryPlace())) {
        groups.add(group(Integer.BYTES, stride, fit));
        rest = others;
      }
    }
    return rest;
  }

  private static int mostAtEveryPlace() {
    return Vectors.shuffles() ? MOST_AT_EVERY_PLACE : FEW_AT_EVERY_PLACE;
  }

  /** Adds passes that look at every place; returns what has no window. */
  private List<Integer> addWidths(List<Integer> all, Preferred preferred, List<Group> groups) {
    List<Integer> rest = all;
    for (int width = Integer.BYTES; width >= 2; width--) {
      List<Integer> fit = new ArrayList<>();
      List<Integer> others = new ArrayList<>();
      for (int f : rest) {
        checkpoint.pass();
        (fits(f, width, preferred) ? fit : others).add(f);
      }
      if (fit.isEmpty()
          || preferred == Preferred.NARROW && width > 2 && allFit(rest, width - 1, preferred)) {
        continue;
      }
      if (Vectors.shuffles() || width == 2 || others.isEmpty() || fit.size() > FEW) {
        groups.add(group(width, Stride.EVERY, fit));
        rest = others;
      }
    }
    return rest;
  }

  private boolean allFit(List<Integer> rest, int width, Preferred preferred) {
    return rest.stream().allMatch(f -> fits(f, width, preferred));
  }

  private boolean fits(int factor, int width, Preferred preferred) {
    int widest =
        preferred == Preferred.OF_FEW_STRINGS ? places.leanWidth(factor) : places.width(factor);
    return width <= widest && places.best(factor, width, Stride.EVERY, true).exists();
  }

  /** Whether a row of windows of four bytes is about as rare as the rarest one alone. */
  private boolean fitsWell(int factor, Stride stride, double rareNanos) {
    double cost = places.best(factor, Integer.BYTES, stride, true).cost();
    if (cost > SearchCosts.FREQUENT_NANOS && places.width(factor) < Integer.BYTES) {
      return false;
    }
    return cost <= rareNanos
        || stride == Stride.EVERY && cost < Double.POSITIVE_INFINITY
        || cost < Double.POSITIVE_INFINITY
            && cost <= 8 * places.best(factor, Integer.BYTES, Stride.EVERY, true).cost();
  }

  private static List<Group> with(List<Group> groups, Group one) {
    List<Group> all = new ArrayList<>(groups);
    all.add(one);
    return all;
  }

  /** One pass for few factors of any length; nothing where that is not so. */
  private Optional<Group> inBuckets(List<Integer> fit) {
    return dealt
        .choose(fit)
        .map(
            choice ->
                new Group(
                    DealtWindows.WIDTH,
                    Stride.EVERY,
                    choice.folded(),
                    fit,
                    Optional.of(choice.cover()),
                    choice.cover().nanos()));
  }

  /** The cheapest pass that finds some factors by windows. */
  private Group group(int width, Stride stride, List<Integer> fit) {
    Tried pass = new Tried(width, stride, fit);
    Group known = tried.get(pass);
    if (known == null) {
      known = cheapest(width, stride, fit);
      tried.put(pass, known);
    }
    return known;
  }

  private Group cheapest(int width, Stride stride, List<Integer> fit) {
    if (places.wantsFolding(fit, width, stride)) {
      return group(width, stride, fit, true, nanosAlone(width, stride, fit, true));
    }
    double alone = nanosAlone(width, stride, fit, false);
    Group group = group(width, stride, fit, false, alone);
    if (stride == Stride.EVERY && Vectors.shuffles()) {
      double foldedAlone = nanosAlone(width, stride, fit, true);
      if (foldedAlone < FOLDED_PART * alone) {
        Group folded = group(width, stride, fit, true, foldedAlone);
        return folded.nanos() < FOLDED_PART * group.nanos() ? folded : group;
      }
    }
    return group;
  }

  private Group group(int width, Stride stride, List<Integer> fit, boolean folded, double alone) {
    Optional<WindowCover.Cover> cover =
        stride == Stride.EVERY && !WindowKeys.isWide(width)
            ? WindowCover.of(places, fit, width, folded)
                .filter(shared -> shared.nanos() < SHARED_PART * alone)
            : Optional.empty();
    return new Group(
        width, stride, folded, fit, cover, cover.map(WindowCover.Cover::nanos).orElse(alone));
  }

  /** What a pass costs in which each factor is found by a window away from those of others. */
  private double nanosAlone(int width, Stride stride, List<Integer> fit, boolean folded) {
    List<FilterPasses.Place> chosen = alone(width, stride, fit, folded);
    int windows = places.strings(chosen, width, stride, folded);
    double nanos =
        SearchCosts.mayBeInNibbles(width, stride, windows)
            ? nanosOfFew(chosen, width, folded, windows)
            : SearchCosts.passNanos(width, stride, windows);
    if (stride == Stride.TWO_OF_FOUR && SearchCosts.isPaired(width, stride) && model.isSampled()) {
      int[] keys = places.keys(chosen, width, stride, folded);
      int fold = WindowKeys.fold(width, folded);
      PairedWords table = new PairedWords(fold, keys, model.usualWindows(), !Vectors.shuffles());
      // A place is the first of two or the second; what passes as either counts for both.
      nanos += MISTAKEN_NANOS * table.mistaken / stride.windows;
    }
    // Those that share a window cost no more than the sum.
    for (FilterPasses.Place place : chosen) {
      nanos += places.cost(place.factor(), width, stride, folded, place.offset());
    }
    return nanos;
  }

  /** What a pass at every place costs whose windows are few enough for tables of half bytes. */
  private double nanosOfFew(
      List<FilterPasses.Place> chosen, int width, boolean folded, int windows) {
    double nanos =
        Math.min(
            SearchCosts.nanosInMemory(width, Stride.EVERY, windows),
            NibbleBuckets.nanos(places.sets(chosen, width, folded), model));
    int[] entries = chosen.stream().mapToInt(p -> FoundEntry.of(p.factor(), p.offset())).toArray();
    // Where all strings need a rare byte, only what is around it is searched.
    double around =
        NeededBytes.of(factors, entries, model)
            .map(needed -> WindowPass.LEAST_SEARCHED * needed.share())
            .orElse(1.0);
    return Math.min(nanos, SearchCosts.BYTE_PASS_NANOS + around * nanos);
  }

  private static double cost(List<Group> groups) {
    return groups.stream().mapToDouble(Group::nanos).sum();
  }

  private FilterPasses.Group placed(Group group) {
    return new FilterPasses.Group(
        FilterPasses.Method.HASHES,
        group.width(),
        group.stride(),
        group.folded(),
        group
            .cover()
            .map(cover -> places(group.factors(), cover))
            .orElseGet(
                () -> alone(group.width(), group.stride(), group.factors(), group.folded())));
  }

  /** A window for each factor, away from those of others. */
  private List<FilterPasses.Place> alone(
      int width, Stride stride, List<Integer> found, boolean folded) {
    places.startPass();
    List<FilterPasses.Place> chosen = new ArrayList<>();
    for (int factor : found) {
      checkpoint.pass();
      int offset = places.bestBeside(factor, width, stride, folded);
      chosen.add(new FilterPasses.Place(factor, offset));
      places.use(factor, width, stride, folded, offset);
    }
    return chosen;
  }
}
