package io.fsmrun.ap.engine;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which components run together, and how; it changes as the input shows what pays.
 *
 * <p>At first all components make one unit that remembers steps. After each block of symbols every
 * unit is judged by how often it met a step it did not know. Too often, and it is split, since sets
 * of fewer components repeat more; when it is small and still does not repeat, its components are
 * packed into the {@link DenseFabric}, if they fit and that is cheaper by the costs measured
 * (docs/benchmarks/networks.md). Neighbouring units that have long met hardly anything new, and
 * know little, are put together again, for one look-up instead of two; if the time that blocks take
 * says that this does not pay, it is taken back. What is active moves along, so reports do not
 * depend on any of it.
 */
final class Plan {

  private static final int PARTS = 4;

  private final StateGraph graph;
  private final EngineOptions options;
  private final PlanTuning tuning;
  private final UnitJudge judge;
  private final DenseKernel kernel;
  private final MemoBudget budget;
  private final List<JudgedUnit> units = new ArrayList<>();
  private final IntArrayList packed = new IntArrayList();
  private MemoUnit[] memo = {};
  private MemoBank[] banks = {};
  private DenseFabric dense;
  private long sinceReview;
  private long nanosSinceReview;
  private Trial trial;

  /** Units were put together, and it is not yet known whether that pays. */
  private static final class Trial {
    final double nanosBefore;
    int reviews;

    Trial(double nanosBefore) {
      this.nanosBefore = nanosBefore;
    }
  }

  Plan(StateGraph graph, EngineOptions options, PlanTuning tuning) {
    this.graph = graph;
    this.options = options;
    this.tuning = tuning;
    this.judge = new UnitJudge(graph, options, tuning);
    this.kernel = DenseKernels.choose(options);
    this.budget = new MemoBudget(options.memoBytes());
    this.dense = new DenseFabric(graph, new int[0], kernel);
    firstUnits();
  }

  private void firstUnits() {
    int components = graph.componentCount();
    if (components == 0) {
      return;
    }
    if (!options.memo() && options.dense()) {
      packAll();
      return;
    }
    int parts = Math.min(components, options.threads() == 1 ? 1 : 4 * options.threads());
    for (int part = 0; part < parts; part++) {
      addUnit(
          (int) ((long) components * part / parts), (int) ((long) components * (part + 1) / parts));
    }
    refresh();
  }

  private void packAll() {
    int from = 0;
    for (int component = 0; component < graph.componentCount(); component++) {
      if (judge.fits(component)) {
        addUnit(from, component);
        packed.add(component);
        from = component + 1;
      }
    }
    addUnit(from, graph.componentCount());
    dense = new DenseFabric(graph, packed.toIntArray(), kernel);
    refresh();
  }

  private void addUnit(int from, int to) {
    if (from < to) {
      MemoUnit unit = new MemoUnit(graph, from, to, new int[0], budget);
      if (!options.memo()) {
        unit.remember(false);
      }
      units.add(new JudgedUnit(unit, false, 1));
    }
  }

  private void refresh() {
    memo = units.stream().map(judged -> judged.unit).toArray(MemoUnit[]::new);
    banks = new MemoBank[(memo.length + MemoBank.WIDTH - 1) / MemoBank.WIDTH];
    for (int bank = 0; bank < banks.length; bank++) {
      int from = bank * MemoBank.WIDTH;
      int to = Math.min(from + MemoBank.WIDTH, memo.length);
      banks[bank] = new MemoBank(Arrays.copyOfRange(memo, from, to));
    }
  }

  /** The units, side by side. */
  MemoBank[] banks() {
    return banks;
  }

  /** The units that remember steps. */
  MemoUnit[] memo() {
    return memo;
  }

  DenseFabric dense() {
    return dense;
  }

  long memoBytes() {
    return budget.usedBytes();
  }

  /** Makes some of the states active and all others not. */
  void setActive(IntArrayList states, SetStep step) {
    int[] sorted = states.toIntArray();
    Arrays.sort(sorted);
    dense.setActive(states);
    for (JudgedUnit judged : units) {
      MemoUnit unit = judged.unit;
      unit.setActive(between(sorted, unit.firstState(), unit.lastState()), step);
    }
  }

  private static int[] between(int[] sorted, int first, int last) {
    int from = Arrays.binarySearch(sorted, first);
    int to = Arrays.binarySearch(sorted, last);
    return Arrays.copyOfRange(sorted, from < 0 ? -from - 1 : from, to < 0 ? -to - 1 : to);
  }

  /** Adds all active states to a list. */
  void copyActive(IntArrayList to) {
    dense.copyActive(to);
    for (MemoUnit unit : memo) {
      unit.copyActive(to);
    }
  }

  /**
   * Judges the units by what they did in the last block.
   *
   * @param symbols the length of the block
   * @param nanos the time that it took
   */
  void judge(int symbols, long nanos) {
    if (!options.memo()) {
      return;
    }
    List<JudgedUnit> kept = new ArrayList<>();
    IntArrayList newlyPacked = new IntArrayList();
    IntArrayList activeThere = new IntArrayList();
    for (JudgedUnit judged : units) {
      judged.symbols += symbols;
      switch (judge.verdict(judged, symbols)) {
        case KEEP -> kept.add(judged);
        case FORGET -> {
          judged.forget();
          kept.add(judged);
        }
        case SPLIT -> split(judged, judged.merged ? 2 : PARTS, kept);
        case PACK -> pack(judged.unit, newlyPacked, activeThere);
      }
      judged.missesBefore = judged.unit.misses();
    }
    sinceReview += symbols;
    nanosSinceReview += nanos;
    boolean merged = sinceReview >= tuning.reviewSymbols() && review(kept);
    if (!merged && kept.size() == units.size() && newlyPacked.isEmpty()) {
      return;
    }
    units.clear();
    units.addAll(kept);
    refresh();
    if (!newlyPacked.isEmpty()) {
      dense.copyActive(activeThere);
      packed.addAll(newlyPacked);
      dense = new DenseFabric(graph, packed.toIntArray(), kernel);
      dense.setActive(activeThere);
    }
  }

  /**
   * Puts neighbours together that have settled, and takes that back if it has not made the whole
   * faster. Says whether there is any change.
   */
  private boolean review(List<JudgedUnit> kept) {
    for (JudgedUnit judged : kept) {
      double missRate = (double) (judged.unit.misses() - judged.missesAtReview) / sinceReview;
      judged.settledCost =
          judged.symbols < (long) tuning.reviewSymbols() * judged.patience
              ? Double.MAX_VALUE
              : judge.cost(judged.unit, missRate);
      judged.missesAtReview = judged.unit.misses();
    }
    double nanos = (double) nanosSinceReview / sinceReview;
    sinceReview = 0;
    nanosSinceReview = 0;
    if (trial != null) {
      if (++trial.reviews < tuning.trialReviews() && !isTrialSettled(kept)) {
        return false;
      }
      boolean pays = nanos < trial.nanosBefore * tuning.trialGain();
      trial = null;
      return endTrial(kept, pays);
    }
    boolean any = mergeSettled(kept);
    trial = any ? new Trial(nanos) : null;
    return any;
  }

  private boolean isTrialSettled(List<JudgedUnit> kept) {
    for (JudgedUnit judged : kept) {
      if (judged.onTrial && judged.settledCost > tuning.settledNanos()) {
        return false;
      }
    }
    return true;
  }

  private boolean endTrial(List<JudgedUnit> kept, boolean pays) {
    List<JudgedUnit> before = new ArrayList<>(kept);
    kept.clear();
    boolean any = false;
    for (JudgedUnit judged : before) {
      if (judged.onTrial && !pays) {
        int from = kept.size();
        split(judged, 2, kept);
        kept.subList(from, kept.size()).forEach(half -> half.barred = true);
        any = true;
      } else {
        judged.onTrial = false;
        kept.add(judged);
      }
    }
    return any;
  }

  private boolean mergeSettled(List<JudgedUnit> kept) {
    int least = options.threads() == 1 ? 1 : MemoBank.WIDTH * options.threads();
    boolean any = false;
    for (int i = 0; i + 1 < kept.size() && kept.size() > least; i++) {
      JudgedUnit left = kept.get(i);
      JudgedUnit right = kept.get(i + 1);
      if (left.unit.lastComponent() == right.unit.firstComponent()
          && !left.barred
          && !right.barred
          && left.settledCost <= tuning.settledNanos()
          && right.settledCost <= tuning.settledNanos()
          && left.entries() + right.entries() <= tuning.mergedEntries()) {
        kept.set(i, merge(left, right));
        kept.remove(i + 1);
        any = true;
      }
    }
    return any;
  }

  private JudgedUnit merge(JudgedUnit left, JudgedUnit right) {
    IntArrayList active = new IntArrayList();
    left.unit.copyActive(active);
    right.unit.copyActive(active);
    left.unit.discard();
    right.unit.discard();
    MemoUnit unit =
        new MemoUnit(
            graph,
            left.unit.firstComponent(),
            right.unit.lastComponent(),
            active.toIntArray(),
            budget);
    JudgedUnit merged = new JudgedUnit(unit, true, Math.max(left.patience, right.patience));
    merged.onTrial = true;
    return merged;
  }

  private void split(JudgedUnit judged, int mostParts, List<JudgedUnit> kept) {
    MemoUnit unit = judged.unit;
    int patience = judged.merged ? judged.patience * tuning.patience() : judged.patience;
    IntArrayList active = new IntArrayList();
    unit.copyActive(active);
    int[] sorted = active.toIntArray();
    Arrays.sort(sorted);
    unit.discard();
    int count = unit.lastComponent() - unit.firstComponent();
    int parts = Math.min(mostParts, count);
    for (int part = 0; part < parts; part++) {
      int from = unit.firstComponent() + (int) ((long) count * part / parts);
      int to = unit.firstComponent() + (int) ((long) count * (part + 1) / parts);
      int[] own = between(sorted, graph.componentStart[from], graph.componentStart[to]);
      kept.add(new JudgedUnit(new MemoUnit(graph, from, to, own, budget), false, patience));
    }
  }

  private static void pack(MemoUnit unit, IntArrayList components, IntArrayList active) {
    unit.copyActive(active);
    unit.discard();
    for (int component = unit.firstComponent(); component < unit.lastComponent(); component++) {
      components.add(component);
    }
  }
}
