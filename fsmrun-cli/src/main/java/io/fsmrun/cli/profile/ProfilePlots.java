package io.fsmrun.cli.profile;

import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.Charts;
import io.fsmrun.cli.plot.LinePlot;
import io.fsmrun.cli.plot.Scale;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.PartitionShare;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The plots of a study. */
public final class ProfilePlots {

  /** Ranks of partitions that are shown. */
  private static final int RANKS = 10;

  private static final int SHARE_BINS = 10;

  private ProfilePlots() {}

  /**
   * How large a share of the strings the partitions of each rank have, the mean over the rules.
   *
   * @param study the study
   * @return bars by rank
   */
  static BarPlot frequencyByRank(ConvergenceStudy study) {
    double[] sums = new double[RANKS];
    for (RuleStudy rule : study.rules()) {
      List<PartitionShare> shares = rule.frequencies();
      for (int rank = 0; rank < Math.min(RANKS, shares.size()); rank++) {
        sums[rank] += shares.get(rank).share();
      }
    }
    int rules = Math.max(1, study.rules().size());
    return new BarPlot(
        "Share of strings by rank of partition",
        "rank of a partition among those of its rule",
        "share of the strings (%), mean over rules",
        Scale.LINEAR,
        IntStream.rangeClosed(1, RANKS).mapToObj(String::valueOf).toList(),
        List.of(
            new BarPlot.Series(
                "share", IntStream.range(0, RANKS).mapToObj(r -> 100 * sums[r] / rules).toList())));
  }

  /**
   * How many rules have a most frequent partition of which share.
   *
   * @param study the study
   * @return bars by share
   */
  static BarPlot mostFrequentShares(ConvergenceStudy study) {
    double[] counts = new double[SHARE_BINS + 1];
    for (RuleStudy rule : study.rules()) {
      double share = rule.frequencies().isEmpty() ? 1 : rule.frequencies().getFirst().share();
      counts[share == 1 ? SHARE_BINS : (int) (share * SHARE_BINS)]++;
    }
    List<String> labels = new ArrayList<>();
    for (int bin = 0; bin < SHARE_BINS; bin++) {
      labels.add(String.format(Locale.ROOT, "%d-%d%%", bin * 10, bin * 10 + 10));
    }
    labels.add("100%");
    return new BarPlot(
        "Rules by frequency of their most frequent partition (MFP)",
        "share of the strings that gave the most frequent partition",
        "rules",
        Scale.LOGARITHMIC,
        labels,
        List.of(
            new BarPlot.Series(
                "rules", IntStream.range(0, counts.length).mapToObj(i -> counts[i]).toList())));
  }

  /**
   * How many convergence sets each cut-off takes.
   *
   * @param study the study
   * @return bars by merge strategy
   */
  static BarPlot setsByCutoff(ConvergenceStudy study) {
    return byStrategy(
        study,
        "Convergence sets by cut-off",
        "sets (flows at the start)",
        Scale.LOGARITHMIC,
        List.of("mean over rules", "most of any rule"),
        List.of(MergeOutcome::meanSets, MergeOutcome::mostSets));
  }

  /**
   * How often predictions of each cut-off fail.
   *
   * @param study the study
   * @return bars by merge strategy
   */
  static BarPlot missesByCutoff(ConvergenceStudy study) {
    return byStrategy(
        study,
        "Predicted re-execution by cut-off",
        "share of segments (%)",
        Scale.LINEAR,
        List.of("a rule, mean", "any rule of the machine"),
        List.of(m -> 100 * m.ruleMissRate(), m -> 100 * m.machineMissRate()));
  }

  private static BarPlot byStrategy(
      ConvergenceStudy study,
      String title,
      String yLabel,
      Scale scale,
      List<String> names,
      List<ToDoubleFunction<MergeOutcome>> values) {
    List<BarPlot.Series> series = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ToDoubleFunction<MergeOutcome> value = values.get(i);
      series.add(
          new BarPlot.Series(
              names.get(i), study.merges().stream().map(value::applyAsDouble).toList()));
    }
    return new BarPlot(
        title,
        "merge strategy",
        yLabel,
        scale,
        study.merges().stream().map(m -> m.strategy().toString()).toList(),
        series);
  }

  /**
   * Live flows along the string, by percentiles.
   *
   * @param curve one curve of the study
   * @return lines over symbols
   */
  static LinePlot flows(FlowCurve curve) {
    return new LinePlot(
        "Live flows: " + curve.of(),
        "symbols consumed",
        "live flows",
        Scale.LOGARITHMIC,
        Scale.LOGARITHMIC,
        List.of(
            line("most", curve, FlowCurve.Point::max),
            line("99th percentile", curve, FlowCurve.Point::p99),
            line("90th percentile", curve, FlowCurve.Point::p90),
            line("median", curve, FlowCurve.Point::p50)));
  }

  private static LinePlot.Line line(
      String name, FlowCurve curve, ToDoubleFunction<FlowCurve.Point> value) {
    return new LinePlot.Line(
        name,
        curve.points().stream()
            .filter(point -> point.symbols() > 0)
            .map(point -> new LinePlot.Point(point.symbols(), value.applyAsDouble(point)))
            .toList());
  }

  /**
   * Draws all plots into a directory, each as PNG and as SVG.
   *
   * @param study the study
   * @param directory an existing directory
   * @throws IOException if a file cannot be written
   */
  public static void write(ConvergenceStudy study, Path directory) throws IOException {
    for (String format : List.of(".png", ".svg")) {
      Charts.bars(frequencyByRank(study), directory.resolve("partition-frequency" + format));
      Charts.bars(mostFrequentShares(study), directory.resolve("most-frequent-share" + format));
      Charts.bars(setsByCutoff(study), directory.resolve("sets-by-cutoff" + format));
      Charts.bars(missesByCutoff(study), directory.resolve("reexecution-by-cutoff" + format));
      for (int i = 0; i < study.curves().size(); i++) {
        Charts.line(
            flows(study.curves().get(i)), directory.resolve("live-flows-" + (i + 1) + format));
      }
    }
  }
}
