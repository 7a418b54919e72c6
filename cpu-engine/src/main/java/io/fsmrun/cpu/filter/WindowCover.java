package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import it.unimi.dsi.fastutil.doubles.DoubleHeapSemiIndirectPriorityQueue;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Chooses windows that many factors share, for a pass at every place: few windows are looked for at
 * less cost than many, and what is found is told apart by four bytes beside the window ({@link
 * RowSplit}). Thousands of names that end in a dozen ways need a dozen windows.
 *
 * <p>A weighted set cover, by the greedy method (Chvatal, Mathematics of Operations Research 1979):
 * the window comes next that costs least for each factor it is new to. What a window costs is what
 * is found by it, and a price for being one more, of which several are tried. Mutable, for one
 * thread.
 */
final class WindowCover {

  /** What a window costs because the pass looks for one more, in nanoseconds per byte. */
  private static final double[] PRICES = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2};

  /** Fewer factors have a window each. */
  private static final int LEAST_FACTORS = 16;

  /** So many factors may share a window and the four bytes beside it. */
  private static final int MOST_TOGETHER = 2;

  /** So many may share a window without such bytes. */
  private static final int MOST_BESIDE = 1;

  /** Where so many share each window on average, four bytes tell few of them apart. */
  private static final int MOST_SHARED = 256;

  /** What an entry costs that is compared wherever the window is, as a part of a window found. */
  private static final double COMPARED = 0.25;

  /**
   * What a window costs that more factors share, as often as one found for a factor or two: as much
   * where most windows are shared ({@link RowSplit#isMostlySplit}), else more.
   */
  private static final double SHARED_AMONG_OTHERS = 1.5;

  private static final int OFFSET_BITS = 10;
  private static final int OFFSETS = (1 << OFFSET_BITS) - 1;

  private final int width;
  private final int[] distances;
  private final Checkpoint checkpoint;

  /** Per factor of the group, the bytes that tell it apart. */
  private final short[][] singles;

  /** Windows of factors, by window: number of the factor in the group, and offset. */
  private final int[] entries;

  /** Where the entries of each window start; one more at the end. */
  private final int[] starts;

  private final double[] nanos;
  private final int[] strings;

  /**
   * What was chosen.
   *
   * @param offsets for each factor of the group, where its window is in its string
   * @param nanos what the pass is expected to cost, per byte
   */
  record Cover(IntList offsets, double nanos) {}

  /**
   * Lists all windows.
   *
   * @param places the windows of all factors
   * @param group those of the pass, each with a usable window
   */
  WindowCover(WindowPlaces places, List<Integer> group, int width, boolean folded) {
    this.width = width;
    this.checkpoint = places.checkpoint();
    this.distances = new int[] {-4, width, -3, width - 1, -2, width - 2, -8, width + 4};
    this.singles = new short[group.size()][];
    long[] named = new long[16 * group.size()];
    int count = 0;
    for (int i = 0; i < singles.length; i++) {
      checkpoint.pass();
      singles[i] = places.singles(group.get(i));
      Windows windows = places.windows(group.get(i), width, folded);
      for (int o = 0; o < windows.count(); o++) {
        if (windows.isUsable(o)) {
          named = count == named.length ? Arrays.copyOf(named, 2 * count) : named;
          named[count++] = (long) windows.name(o) << Integer.SIZE | (long) i << OFFSET_BITS | o;
        }
      }
    }
    Arrays.sort(named, 0, count);
    this.entries = new int[count];
    IntArrayList from = new IntArrayList();
    for (int e = 0; e < count; e++) {
      entries[e] = (int) named[e];
      if (e == 0 || named[e] >>> Integer.SIZE != named[e - 1] >>> Integer.SIZE) {
        from.add(e);
      }
    }
    this.nanos = new double[from.size()];
    this.strings = new int[from.size()];
    for (int w = 0; w < nanos.length; w++) {
      int entry = entries[from.getInt(w)];
      Windows windows = places.windows(group.get(factor(entry)), width, folded);
      nanos[w] = SearchCosts.ENTRY_NANOS * windows.chance(offset(entry));
      strings[w] = windows.strings(offset(entry));
    }
    from.add(count);
    this.starts = from.toIntArray();
  }

  /** Whether sharing is worth a try for so many factors. */
  static boolean isFor(int factors) {
    return factors >= LEAST_FACTORS && factors < 1 << Integer.SIZE - 1 - OFFSET_BITS;
  }

  private static int factor(int entry) {
    return entry >>> OFFSET_BITS;
  }

  private static int offset(int entry) {
    return entry & OFFSETS;
  }

  /** The cheapest windows for all factors. */
  Cover best() {
    Cover best = null;
    for (double price : PRICES) {
      for (double shared : new double[] {1, SHARED_AMONG_OTHERS}) {
        Cover cover = new Greedy(price, shared).cover();
        best = best == null || cover.nanos() < best.nanos() ? cover : best;
      }
    }
    return best;
  }

  /**
   * What a pass would cost with other windows, in nanoseconds per byte.
   *
   * @param offsets for each factor of the group, where its window is in its string
   */
  double nanos(IntList offsets) {
    Costs costs = new Costs();
    for (int w = 0; w < nanos.length; w++) {
      IntArrayList used = new IntArrayList();
      for (int e = starts[w]; e < starts[w + 1]; e++) {
        if (offsets.getInt(factor(entries[e])) == offset(entries[e])) {
          used.add(entries[e]);
        }
      }
      if (!used.isEmpty()) {
        int compared = used.size() - toldApart(used).size();
        costs.add(w, used.size(), compared);
      }
    }
    return costs.nanos();
  }

  /** What some windows cost together. */
  private final class Costs {

    private double alone;
    private double shared;
    private int windows;
    private int sharedWindows;

    /** Adds a window that so many factors have, some of which are compared wherever it is. */
    void add(int window, int factors, int compared) {
      if (factors > MOST_TOGETHER) {
        shared += nanos[window];
        sharedWindows += strings[window];
      } else {
        alone += nanos[window];
      }
      alone += compared * nanos[window] * COMPARED;
      windows += strings[window];
    }

    double nanos() {
      double factor = 2 * sharedWindows > windows ? 1 : SHARED_AMONG_OTHERS;
      return alone + factor * shared + SearchCosts.passNanos(width, Stride.EVERY, windows);
    }
  }

  /** As many of some entries as can be told apart by four bytes at one distance. */
  private IntArrayList toldApart(IntArrayList together) {
    if (together.size() <= MOST_TOGETHER) {
      return together;
    }
    IntArrayList best = new IntArrayList();
    for (int distance : distances) {
      IntArrayList told = toldApart(together, distance);
      best = told.size() > best.size() ? told : best;
      if (best.size() == together.size()) {
        break;
      }
    }
    return best;
  }

  private IntArrayList toldApart(IntArrayList together, int distance) {
    long[] keys = new long[together.size()];
    for (int i = 0; i < keys.length; i++) {
      int entry = together.getInt(i);
      keys[i] = RowSplit.key(singles[factor(entry)], offset(entry) + distance, i);
    }
    Arrays.sort(keys);
    IntArrayList told = new IntArrayList();
    int same = 0;
    for (int i = 0; i < keys.length; i++) {
      same = i > 0 && RowSplit.bytes(keys[i]) == RowSplit.bytes(keys[i - 1]) ? same + 1 : 1;
      if (same <= (keys[i] < 0 ? MOST_BESIDE : MOST_TOGETHER)) {
        told.add(together.getInt(RowSplit.entry(keys[i])));
      }
    }
    return told;
  }

  /** One choice, at one price for a window, and one factor for those that are shared. */
  private final class Greedy {

    private final double price;
    private final double shared;
    private final int[] offsets = new int[singles.length];
    private final double[] ratios = new double[nanos.length];
    private int left = singles.length;

    Greedy(double price, double shared) {
      this.price = price;
      this.shared = shared;
      Arrays.fill(offsets, -1);
      for (int w = 0; w < ratios.length; w++) {
        int factors = starts[w + 1] - starts[w];
        ratios[w] = cost(w, factors) / factors;
      }
    }

    private double cost(int window, int factors) {
      double found = factors > MOST_TOGETHER ? shared * nanos[window] : nanos[window];
      return found + price * strings[window];
    }

    Cover cover() {
      int[] all = new int[ratios.length];
      Arrays.setAll(all, w -> w);
      var queue = new DoubleHeapSemiIndirectPriorityQueue(ratios, all);
      Costs costs = new Costs();
      while (left > 0) {
        checkpoint.pass();
        int window = queue.first();
        IntArrayList news = news(window);
        if (isBehind(window, news.size(), queue)) {
          continue;
        }
        news = toldApart(news);
        if (isBehind(window, news.size(), queue)) {
          continue;
        }
        news.forEach(entry -> offsets[factor(entry)] = offset(entry));
        left -= news.size();
        costs.add(window, news.size(), 0);
      }
      return new Cover(IntList.of(offsets), costs.nanos());
    }

    /** Whether a window that is new to so many factors is not the next; it is put in its place. */
    private boolean isBehind(int window, int factors, DoubleHeapSemiIndirectPriorityQueue queue) {
      if (factors == 0) {
        queue.dequeue();
        return true;
      }
      double ratio = cost(window, factors) / factors;
      if (ratio <= ratios[window]) {
        return false;
      }
      ratios[window] = ratio;
      queue.changed();
      return queue.first() != window;
    }

    /** Entries of a window's factors that have none yet, the first of each. */
    private IntArrayList news(int window) {
      IntArrayList news = new IntArrayList();
      int before = -1;
      for (int e = starts[window]; e < starts[window + 1]; e++) {
        int factor = factor(entries[e]);
        if (factor != before && offsets[factor] < 0) {
          news.add(entries[e]);
          before = factor;
        }
      }
      return news;
    }
  }

  /** The best cover for some factors, if there are enough to share windows. */
  static Optional<Cover> of(WindowPlaces places, List<Integer> group, int width, boolean folded) {
    if (!isFor(group.size())) {
      return Optional.empty();
    }
    WindowCover cover = new WindowCover(places, group, width, folded);
    return cover.entries.length > MOST_SHARED * cover.nanos.length
        ? Optional.empty()
        : Optional.of(cover.best());
  }
}
