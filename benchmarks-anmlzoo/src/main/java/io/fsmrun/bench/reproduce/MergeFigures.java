package io.fsmrun.bench.reproduce;

import io.fsmrun.profile.MergeStrategy;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of the paper that compare merge strategies, 3.14 to 3.16. Immutable. */
final class MergeFigures {

  /** The figures have the baseline, 99% and 100%. */
  private static final double LEAST_DRAWN_CUTOFF = 0.99;

  private final Experiments experiments;
  private final FigureNumbers numbers;

  /** Figures of numbers. */
  MergeFigures(Plan plan, FigureNumbers numbers) {
    this.experiments = plan.experiments();
    this.numbers = numbers;
  }

  /** In the paper's order. */
  List<Figure> published() {
    return List.of(sets(), mergeSpeedup(), reexecution(), reexecutedSegments());
  }

  /** Adds a merge strategy, drawn if the thesis draws it. */
  private static void add(
      FigureBuilder figure, MergeStrategy merge, String more, ToDoubleFunction<String> value) {
    boolean isDrawn = merge.isMostFrequent() || merge.cutoff() >= LEAST_DRAWN_CUTOFF;
    if (isDrawn) {
      figure.ours(merge + more, value);
    } else {
      figure.inTables(merge + more, value);
    }
  }

  private Figure sets() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.14",
                "Figure 3.14",
                "Convergence sets (R0 of cse) by merge strategy",
                numbers.names(Published.MEAN))
            .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
            .axes("benchmark", "flows of the machine")
            .note(
                "The most sets of any rule of a benchmark, which is R0 of the machine. The text's baseline is mfp, the"
                    + " most frequent partition without any merge.");
    for (MergeStrategy merge : experiments.merges()) {
      figure.ours(
          merge.toString(),
          numbers.withMean(b -> experiments.cse(b, merge, false), r -> r.machine().r0Mean()));
    }
    figure.ours(
        "table 3.1", numbers.withMean(b -> experiments.cse(b, false), r -> r.machine().r0Mean()));
    for (MergeStrategy merge : experiments.merges()) {
      figure.inTables(
          merge + ", a rule",
          numbers.withMean(b -> experiments.cse(b, merge, false), r -> r.rules().r0Mean()));
    }
    return figure.build();
  }

  private Figure mergeSpeedup() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.15",
                "Figure 3.15",
                "Speed-up of cse by merge strategy",
                numbers.names(Published.MEAN))
            .axes("benchmark", "speed-up");
    for (boolean isJoined : new boolean[] {false, true}) {
      for (MergeStrategy merge : experiments.merges()) {
        add(
            figure,
            merge,
            isJoined ? ", joined" : "",
            numbers.withMean(b -> experiments.cse(b, merge, isJoined), RunResult::speedup));
      }
    }
    return figure
        .inTables("table 3.1 over mfp", numbers.withMean(mergeGain(false)))
        .inTables("table 3.1 over mfp, joined", numbers.withMean(mergeGain(true)))
        .note(
            "The table has more cut-offs, and what the merge of table 3.1 brings over mfp; the mean of that is a mean of ratios.")
        .build();
  }

  private ToDoubleFunction<String> mergeGain(boolean isJoined) {
    return name ->
        numbers.value(name, b -> experiments.cse(b, isJoined), RunResult::speedup)
            / numbers.value(
                name,
                b -> experiments.cse(b, MergeStrategy.mostFrequent(), isJoined),
                RunResult::speedup);
  }

  private Figure reexecution() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.16",
                "Figure 3.16",
                "Re-execution rate of cse by merge strategy",
                numbers.names(Published.MEAN))
            .axes("benchmark", "share of pairs of a rule and a segment")
            .note(
                "Share of the pairs of a rule and a segment with an unknown start of which something was executed"
                    + " again, without a join, at the opportunistic level. The share of segments of which any rule was"
                    + " executed again is the next figure.");
    for (MergeStrategy merge : experiments.merges()) {
      add(
          figure,
          merge,
          "",
          numbers.withMean(b -> experiments.cse(b, merge, false), r -> r.reexecution().rate()));
    }
    figure.ours(
        "table 3.1", numbers.withMean(b -> experiments.cse(b, false), r -> r.reexecution().rate()));
    return figure.build();
  }

  private Figure reexecutedSegments() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.16-segments",
                "Section 3.7.6",
                "Segments of which something was executed again",
                numbers.names(Published.MEAN))
            .axes("benchmark", "share of segments with an unknown start");
    for (MergeStrategy merge : experiments.merges()) {
      figure.ours(
          merge.toString(),
          numbers.withMean(
              b -> experiments.cse(b, merge, false), r -> r.reexecution().segmentShare()));
    }
    return figure
        .ours(
            "table 3.1",
            numbers.withMean(b -> experiments.cse(b, false), r -> r.reexecution().segmentShare()))
        .build();
  }
}
