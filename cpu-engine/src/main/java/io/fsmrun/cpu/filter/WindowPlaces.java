package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where in its string each factor had better be searched for: at the row of windows, one for each
 * place of a stride, that is expected least often. Mutable, for one thread.
 */
final class WindowPlaces {

  /** The tables of more windows leave the caches, so that fewer are worth more. */
  private static final int MANY_WINDOWS = 8_192;

  private static final int STRIDES = Stride.values().length + 1;

  private final List<Factor> factors;
  private final ByteModel model;
  private final Checkpoint checkpoint;

  /** Per width, plain and folded, the windows of each factor; all made when first asked for. */
  private final Windows[][] windows;

  /**
   * Per width, plain and folded, and stride, the best place of each factor by itself: its offset,
   * and its cost, which is not a number before it is known.
   */
  private final short[][] offsets;

  private final double[][] costs;

  /** Per factor {@link RowSplit#singles}, once they are asked for. */
  private final short[][] singles;

  /** Per factor its widths, once they are asked for; 0 before. */
  private final byte[] widths;

  private final byte[] leanWidths;

  /** How often each window was chosen: one that many factors share costs each of them. */
  private final Int2IntOpenHashMap chosen = new Int2IntOpenHashMap();

  /** A place in a factor's string, and the nanoseconds per byte that it is expected to cost. */
  record Place(int offset, double cost) {

    /** Whether there is such a place: others cost more than anything. */
    boolean exists() {
      return cost < Double.POSITIVE_INFINITY;
    }
  }

  WindowPlaces(List<Factor> factors, ByteModel model, Checkpoint checkpoint) {
    this.factors = factors;
    this.model = model;
    this.checkpoint = checkpoint;
    this.windows = new Windows[2 * WindowKeys.WIDEST + 2][];
    this.singles = new short[factors.size()][];
    this.widths = new byte[factors.size()];
    this.leanWidths = new byte[factors.size()];
    this.offsets = new short[windows.length * STRIDES][];
    this.costs = new double[offsets.length][];
  }

  /** Passed for each factor by whoever goes through them. */
  Checkpoint checkpoint() {
    return checkpoint;
  }

  /** The windows of a factor. */
  Windows windows(int factor, int width, boolean folded) {
    int kind = 2 * width + (folded ? 1 : 0);
    if (windows[kind] == null) {
      windows[kind] = new Windows[factors.size()];
    }
    Windows[] all = windows[kind];
    if (all[factor] == null) {
      all[factor] = Windows.of(factors.get(factor).string(), width, folded, model);
    }
    return all[factor];
  }

  /** What tells a factor apart beside its window. */
  short[] singles(int factor) {
    if (singles[factor] == null) {
      singles[factor] = RowSplit.singles(factors.get(factor).string());
    }
    return singles[factor];
  }

  /** The place of the cheapest row of windows, one for each place of a stride. */
  Place best(int factor, int width, Stride stride, boolean folded) {
    int index = (2 * width + (folded ? 1 : 0)) * STRIDES + stride.code();
    if (costs[index] == null) {
      offsets[index] = new short[factors.size()];
      costs[index] = new double[factors.size()];
      Arrays.fill(costs[index], Double.NaN);
    }
    if (Double.isNaN(costs[index][factor])) {
      Windows all = windows(factor, width, folded);
      double least = Double.POSITIVE_INFINITY;
      for (int o = 0; o + stride.reach() < all.count(); o++) {
        double cost = cost(all, o, stride);
        if (cost < least) {
          least = cost;
          offsets[index][factor] = (short) o;
        }
      }
      costs[index][factor] = least;
    }
    return new Place(offsets[index][factor], costs[index][factor]);
  }

  /** The offset of the cheapest row of windows in a pass in which others are used. */
  int bestBeside(int factor, int width, Stride stride, boolean folded) {
    Windows all = windows(factor, width, folded);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int o = 0; o + stride.reach() < all.count(); o++) {
      double cost = costBeside(all, o, stride);
      if (cost < least) {
        least = cost;
        best = o;
      }
    }
    return best;
  }

  /** Says that a row of windows is used: other factors had better not share it. */
  void use(int factor, int width, Stride stride, boolean folded, int offset) {
    Windows all = windows(factor, width, folded);
    for (int i = 0; i < stride.windows; i++) {
      chosen.addTo(all.name(offset + stride.offset(i)), 1);
    }
  }

  /** Another pass begins: windows of others cost nothing in it. */
  void startPass() {
    chosen.clear();
  }

  /** What the row of windows at a place of a factor's string costs by itself. */
  double cost(int factor, int width, Stride stride, boolean folded, int offset) {
    return cost(windows(factor, width, folded), offset, stride);
  }

  private static double cost(Windows all, int offset, Stride stride) {
    double cost = 0;
    for (int i = 0; i < stride.windows; i++) {
      // One of them lies at a place that is looked at.
      cost += SearchCosts.ENTRY_NANOS * all.chance(offset + stride.offset(i)) / stride.windows;
    }
    return cost;
  }

  private double costBeside(Windows all, int offset, Stride stride) {
    double cost = 0;
    for (int i = 0; i < stride.windows; i++) {
      int o = offset + stride.offset(i);
      cost +=
          SearchCosts.ENTRY_NANOS * (1 + chosen.get(all.name(o))) * all.chance(o) / stride.windows;
    }
    return cost;
  }

  /**
   * The width at which a factor is searched for: the widest, unless all its windows are frequent.
   */
  int width(int factor) {
    if (widths[factor] == 0) {
      widths[factor] = (byte) widest(factor);
    }
    return widths[factor];
  }

  private int widest(int factor) {
    double frequent = Double.POSITIVE_INFINITY;
    int best = 0;
    for (int width : Windows.WIDTHS) {
      double cost = best(factor, width, Stride.EVERY, true).cost();
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
    if (leanWidths[factor] == 0) {
      leanWidths[factor] = (byte) leanest(factor);
    }
    return leanWidths[factor];
  }

  private int leanest(int factor) {
    double least = Double.POSITIVE_INFINITY;
    int lean = 0;
    for (int width : Windows.WIDTHS) {
      Place place = best(factor, width, Stride.EVERY, true);
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

  /** Number of strings that rows of windows stand for, equal windows once. */
  int strings(List<FilterPasses.Place> chosenPlaces, int width, Stride stride, boolean folded) {
    int count = 0;
    IntSet seen = new IntOpenHashSet();
    for (FilterPasses.Place place : chosenPlaces) {
      Windows all = windows(place.factor(), width, folded);
      for (int i = 0; i < stride.windows; i++) {
        int o = place.offset() + stride.offset(i);
        count += seen.add(all.name(o)) ? all.strings(o) : 0;
      }
    }
    return count;
  }

  /** The {@link WindowKeys numbers} of rows of windows, each once. */
  int[] keys(List<FilterPasses.Place> chosenPlaces, int width, Stride stride, boolean folded) {
    IntSet keys = new IntLinkedOpenHashSet();
    for (FilterPasses.Place place : chosenPlaces) {
      List<SymbolSet> string = factors.get(place.factor()).string();
      for (int i = 0; i < stride.windows; i++) {
        int o = place.offset() + stride.offset(i);
        for (int key : Windows.keys(string.subList(o, o + width), folded)) {
          keys.add(key);
        }
      }
    }
    return keys.toIntArray();
  }

  /** The windows at some places as strings of sets, each once. */
  List<List<SymbolSet>> sets(List<FilterPasses.Place> chosenPlaces, int width, boolean folded) {
    Set<List<SymbolSet>> sets = new LinkedHashSet<>();
    for (FilterPasses.Place place : chosenPlaces) {
      List<SymbolSet> string = factors.get(place.factor()).string();
      sets.add(
          string.subList(place.offset(), place.offset() + width).stream()
              .map(set -> folded ? set.foldAsciiCase() : set)
              .toList());
    }
    return List.copyOf(sets);
  }

  /** Whether so many fewer strings are to be looked for if letters lose their case. */
  boolean wantsFolding(List<Integer> group, int width, Stride stride) {
    long plain = 0;
    long folded = 0;
    for (int f : group) {
      checkpoint.pass();
      Place place = best(f, width, stride, false);
      if (!place.exists()) {
        return true;
      }
      Place other = best(f, width, stride, true);
      for (int i = 0; i < stride.windows; i++) {
        plain += windows(f, width, false).strings(place.offset() + stride.offset(i));
        folded += windows(f, width, true).strings(other.offset() + stride.offset(i));
      }
    }
    return plain > (plain > MANY_WINDOWS ? 2 : 4) * folded;
  }
}
