package io.fsmrun.ap.engine;

/**
 * Decides from what a unit of a {@link Plan} did whether it goes on as it is, by the costs measured
 * (docs/benchmarks/networks.md). Immutable.
 */
final class UnitJudge {

  /** Cost of a remembered step, in nanoseconds. */
  private static final double KNOWN_NANOS = 0.5;

  /** Cost of a step that is not known, and of each edge it looks at. */
  private static final double MISS_NANOS = 80;

  private static final double EDGE_NANOS = 4;

  /** Cost of a step of 64 packed states. */
  private static final double WORD_NANOS = 0.4;

  private final StateGraph graph;
  private final EngineOptions options;
  private final PlanTuning tuning;

  /** What is to become of a unit. */
  enum Verdict {
    KEEP,
    /** Step for a while without remembering. */
    FORGET,
    SPLIT,
    /** Its components belong among the packed ones. */
    PACK
  }

  UnitJudge(StateGraph graph, EngineOptions options, PlanTuning tuning) {
    this.graph = graph;
    this.options = options;
    this.tuning = tuning;
  }

  /** What a symbol costs that is not known at such a rate, in nanoseconds. */
  double cost(MemoUnit unit, double missRate) {
    return missRate * (MISS_NANOS + EDGE_NANOS * unit.edgesPerMiss());
  }

  /** Whether a component is small enough to be packed. */
  boolean fits(int component) {
    return graph.componentStart[component + 1] - graph.componentStart[component]
        <= DenseLayout.MAX_STATES;
  }

  /** Judges a unit by what it did in a block of some symbols. */
  Verdict verdict(JudgedUnit judged, int symbols) {
    MemoUnit unit = judged.unit;
    if (!unit.remembers()) {
      judged.endPause();
      return Verdict.KEEP;
    }
    double missRate = (double) (unit.misses() - judged.missesBefore) / symbols;
    double cost = cost(unit, missRate);
    int patience = judged.merged ? judged.patience * tuning.patience() : 1;
    boolean worthIt =
        missRate > tuning.often()
            ? judged.symbols >= (long) tuning.youngSymbols() * patience
            : unit.misses() >= (long) tuning.grownMisses() * patience
                && cost > (judged.merged ? tuning.regrettedNanos() : tuning.toleratedNanos());
    if (!worthIt) {
      return Verdict.KEEP;
    }
    int states = unit.lastState() - unit.firstState();
    boolean alone = unit.lastComponent() - unit.firstComponent() == 1;
    if (options.dense() && (alone || states <= tuning.smallStates()) && allFit(unit)) {
      return KNOWN_NANOS + cost > WORD_NANOS * (states + 63) / 64 ? Verdict.PACK : Verdict.KEEP;
    }
    if (!alone) {
      return Verdict.SPLIT;
    }
    return missRate > tuning.often() && unit.bytes() > tuning.lostBytes()
        ? Verdict.FORGET
        : Verdict.KEEP;
  }

  private boolean allFit(MemoUnit unit) {
    for (int component = unit.firstComponent(); component < unit.lastComponent(); component++) {
      if (!fits(component)) {
        return false;
      }
    }
    return true;
  }
}
