package io.fsmrun.cpu.filter;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where in its string each factor had better be searched for: at the row of windows, one for each
 * place of a stride, that is expected least often. Mutable, for one thread.
 */
final class WindowPlaces {

  /** The tables of more windows leave the caches, so that fewer are worth more. */
  private static final int MANY_WINDOWS = 8_192;

  private final List<Factor> factors;
  private final ByteModel model;

  /** Per width, plain and folded, the windows of each factor, made when first asked for. */
  private final Windows[][] windows;

  /** How often each window was chosen: one that many factors share costs each of them. */
  private final Map<Integer, Integer> chosen = new HashMap<>();

  /** A place in a factor's string, and the nanoseconds per byte that it is expected to cost. */
  record Place(int offset, double cost) {

    /** Whether there is such a place: others cost more than anything. */
    boolean exists() {
      return cost < Double.POSITIVE_INFINITY;
    }
  }

  WindowPlaces(List<Factor> factors, ByteModel model) {
    this.factors = factors;
    this.model = model;
    this.windows = new Windows[2 * Windows.WIDTHS[0] + 2][factors.size()];
  }

  /** The windows of a factor. */
  Windows windows(int factor, int width, boolean folded) {
    Windows[] all = windows[2 * width + (folded ? 1 : 0)];
    if (all[factor] == null) {
      all[factor] = Windows.of(factors.get(factor).string(), width, folded, model);
    }
    return all[factor];
  }

  /** The place of the cheapest row of windows, one for each place of a stride. */
  Place best(int factor, int width, int stride, boolean folded) {
    Windows all = windows(factor, width, folded);
    Place best = new Place(0, Double.POSITIVE_INFINITY);
    for (int o = 0; o + stride <= all.count(); o++) {
      double cost = cost(all, o, stride);
      if (cost < best.cost()) {
        best = new Place(o, cost);
      }
    }
    return best;
  }

  /** Says that a row of windows is used: other factors had better not share it. */
  void use(int factor, int width, int stride, boolean folded, int offset) {
    Windows all = windows(factor, width, folded);
    for (int o = offset; o < offset + stride; o++) {
      chosen.merge(all.name(o), 1, Integer::sum);
    }
  }

  /** Another pass begins: windows of others cost nothing in it. */
  void startPass() {
    chosen.clear();
  }

  /** What the row of windows at a place of a factor's string costs. */
  double cost(int factor, int width, int stride, boolean folded, int offset) {
    return cost(windows(factor, width, folded), offset, stride);
  }

  private double cost(Windows all, int offset, int stride) {
    double cost = 0;
    for (int i = offset; i < offset + stride; i++) {
      // Each place is looked at every stride-th time only.
      int others = chosen.isEmpty() ? 0 : chosen.getOrDefault(all.name(i), 0);
      cost += SearchCosts.ENTRY_NANOS * (1 + others) * all.chance(i) / stride;
    }
    return cost;
  }

  /**
   * The width at which a factor is searched for: the widest, unless all its windows are frequent.
   */
  int width(int factor) {
    double frequent = Double.POSITIVE_INFINITY;
    int best = 0;
    for (int width : Windows.WIDTHS) {
      double cost = best(factor, width, 1, true).cost();
      if (cost < (best == 0 ? Double.POSITIVE_INFINITY : frequent / 4)) {
        frequent = cost;
        best = width;
      }
      if (frequent <= SearchCosts.FREQUENT_NANOS) {
        return best;
      }
    }
    return best;
  }

  /**
   * The width at which a factor costs least if each string that its window stands for costs
   * something: in {@code /n0\.[a-z0-9]{50}/} the window {@code n0.} is hardly more frequent than
   * the 36 of four bytes.
   */
  int leanWidth(int factor) {
    double least = Double.POSITIVE_INFINITY;
    int lean = 0;
    for (int width : Windows.WIDTHS) {
      Place place = best(factor, width, 1, true);
      if (place.exists()) {
        int strings = windows(factor, width, true).strings(place.offset());
        double cost = place.cost() + SearchCosts.STRING_NANOS * strings;
        if (cost < least) {
          least = cost;
          lean = width;
        }
      }
    }
    return lean;
  }

  /** Number of strings that windows stand for, equal windows once. */
  int strings(List<FilterPasses.Place> chosenPlaces, int width, boolean folded) {
    int count = 0;
    IntSet seen = new IntOpenHashSet();
    for (FilterPasses.Place place : chosenPlaces) {
      Windows all = windows(place.factor(), width, folded);
      count += seen.add(all.name(place.offset())) ? all.strings(place.offset()) : 0;
    }
    return count;
  }

  /** Whether so many fewer strings are to be looked for if letters lose their case. */
  boolean wantsFolding(List<Integer> group, int width, int stride) {
    long plain = 0;
    long folded = 0;
    for (int f : group) {
      Place place = best(f, width, stride, false);
      if (!place.exists()) {
        return true;
      }
      Place other = best(f, width, stride, true);
      for (int i = 0; i < stride; i++) {
        plain += windows(f, width, false).strings(place.offset() + i);
        folded += windows(f, width, true).strings(other.offset() + i);
      }
    }
    return plain > (plain > MANY_WINDOWS ? 2 : 4) * folded;
  }
}
