package io.fsmrun.bench.reproduce;

import io.fsmrun.profile.MergeStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Makes the tables and figures of the paper from results. What was not done has no number. */
public final class Figures {

  /** Figures 3.14 to 3.16 have the baseline, 99% and 100%. */
  private static final double LEAST_DRAWN_CUTOFF = 0.99;

  private static final List<String> SMALL = List.of("Ranges05", "Ranges1", "ExactMatch");

  private final Experiments experiments;
  private final List<Benchmark> benchmarks;
  private final Results results;

  /**
   * Figures of results.
   *
   * @param plan what was to be done
   * @param results what was done
   */
  public Figures(Plan plan, Results results) {
    this.experiments = plan.experiments();
    this.benchmarks = plan.benchmarks();
    this.results = results;
  }

  /**
   * The table and the figures of the paper.
   *
   * @return in its order
   */
  public List<Figure> published() {
    List<Figure> figures = new ArrayList<>();
    figures.add(table());
    figures.add(frequency());
    figures.add(speedup());
    figures.add(ratios());
    figures.add(flowsAtStart());
    figures.add(flowsAtEnd());
    figures.add(symbolsToOne());
    figures.add(lookBack());
    figures.add(bestLookBack());
    figures.add(sets());
    figures.add(mergeSpeedup());
    figures.add(reexecution());
    figures.add(reexecutedSegments());
    return figures;
  }

  private List<String> names() {
    return benchmarks.stream().map(Benchmark::name).toList();
  }

  private List<String> names(String... more) {
    List<String> all = new ArrayList<>(names());
    all.addAll(List.of(more));
    return all;
  }

  /** A number of a run on the benchmark of a name; not a number if it was not done. */
  private double value(
      String name, Function<Benchmark, RunSpec> spec, ToDoubleFunction<RunResult> number) {
    return Benchmark.named(name)
        .flatMap(b -> results.of(spec.apply(b)))
        .map(number::applyAsDouble)
        .orElse(Double.NaN);
  }

  /** The same, with the mean over all benchmarks in the category of that name. */
  private ToDoubleFunction<String> withMean(
      Function<Benchmark, RunSpec> spec, ToDoubleFunction<RunResult> number) {
    return withMean(name -> value(name, spec, number));
  }

  private ToDoubleFunction<String> withMean(ToDoubleFunction<String> value) {
    return name ->
        name.equals(Published.MEAN)
            ? FigureBuilder.mean(names().stream().map(n -> value.applyAsDouble(n)).toList())
            : value.applyAsDouble(name);
  }

  private double fact(String name, ToDoubleFunction<Facts> number) {
    return results.of(new FactsSpec(name)).map(number::applyAsDouble).orElse(Double.NaN);
  }

  private static double row(String name, ToDoubleFunction<Benchmark> number) {
    return Benchmark.named(name).map(number::applyAsDouble).orElse(Double.NaN);
  }

  private Figure table() {
    return new FigureBuilder("table-3.1", "Table 3.1", "The benchmarks", names())
        .shape(Figure.Shape.TABLE)
        .axes("benchmark", "")
        .note(
            "Rules are those that are accepted. States are those of complete minimal DFAs of \"anything, then the"
                + " rule\" up to 10,000 states a rule; beyond that a rule stays a position automaton. As RE2 makes them:"
                + " not minimised, a match noticed one symbol late, and scaled to the thesis's number of rules; this is what"
                + " the published states are to be compared with. Half-cores that states fill: one element a state, 24,576 a half-core.")
        .ours("rules", name -> fact(name, Facts::rules))
        .ours("rules refused", name -> fact(name, Facts::refused))
        .ours("position automata", name -> fact(name, Facts::positionAutomata))
        .ours("states", name -> fact(name, Facts::states))
        .ours("states as RE2 makes them", this::re2States)
        .ours("half-cores that states fill", name -> fact(name, Facts::halfCores))
        .ours("half-cores a segment", name -> row(name, b -> b.allocation().halfCoresPerSegment()))
        .ours("segments", name -> row(name, b -> b.allocation().segments()))
        .ours("look-back L", name -> row(name, b -> b.allocation().lookBackSymbols()))
        .ours("cut-off, %", name -> row(name, b -> b.allocation().cutOffPercent()))
        .build();
  }

  /** States as RE2 makes them, for as many rules as the thesis has. */
  private double re2States(String name) {
    double machines = row(name, b -> b.allocation().machines());
    return Math.rint(
        fact(name, Facts::re2States) * machines / Math.max(1, fact(name, Facts::rules)));
  }

  private double profile(String name, ToDoubleFunction<ProfileResult> number) {
    return results
        .of(new ProfileSpec(name, RunSpec.STRINGS))
        .map(number::applyAsDouble)
        .orElse(Double.NaN);
  }

  private Figure frequency() {
    return new FigureBuilder(
            "figure-3.7",
            "Figure 3.7",
            "Frequency of the most frequent partition (MFP)",
            names(Published.MEAN))
        .axes("benchmark", "share of 1,000 random strings")
        .note(
            "Each rule has a most frequent partition of its own. Shown are the mean over the rules, the share that 99%"
                + " of the rules reach, and the least of any.")
        .ours("mean over rules", withMean(n -> profile(n, ProfileResult::mfpMean)))
        .ours("99% of rules reach", withMean(n -> profile(n, ProfileResult::mfpOneInHundred)))
        .ours("least of any rule", withMean(n -> profile(n, ProfileResult::mfpLeast)))
        .build();
  }

  private Figure speedup() {
    return new FigureBuilder(
            "figure-3.10",
            "Figure 3.10",
            "Speed-up over the sequential Automata Processor",
            names(Published.MEAN))
        .axes("benchmark", "speed-up")
        .note(
            "The baseline is a sequential run, one symbol a cycle: 1. The ideal is the number of segments. \"cse\" is as"
                + " published; \"cse joined\" lets all flows of a segment go on as one after 16 symbols (ours).")
        .ours("lbe", withMean(experiments::lbe, RunResult::speedup))
        .ours("pap", withMean(experiments::pap, RunResult::speedup))
        .ours("cse", withMean(b -> experiments.cse(b, false), RunResult::speedup))
        .ours("cse joined", withMean(b -> experiments.cse(b, true), RunResult::speedup))
        .inTables("baseline", n -> 1)
        .ours("ideal", withMean(n -> row(n, b -> b.allocation().segments())))
        .build();
  }

  private Figure ratios() {
    return new FigureBuilder(
            "figure-3.10-ratios",
            "Section 3.7.1",
            "Speed-up of cse over that of lbe and pap",
            names(Published.MEAN, Published.MOST, Published.SMALL))
        .axes("benchmark", "ratio of speed-ups")
        .note("Means are means of the ratios.")
        .ours("cse over lbe", ratio(b -> experiments.cse(b, false), experiments::lbe))
        .ours("cse over pap", ratio(b -> experiments.cse(b, false), experiments::pap))
        .ours("cse joined over lbe", ratio(b -> experiments.cse(b, true), experiments::lbe))
        .ours("cse joined over pap", ratio(b -> experiments.cse(b, true), experiments::pap))
        .build();
  }

  private ToDoubleFunction<String> ratio(
      Function<Benchmark, RunSpec> above, Function<Benchmark, RunSpec> below) {
    ToDoubleFunction<String> one =
        name -> value(name, above, RunResult::speedup) / value(name, below, RunResult::speedup);
    return category -> {
      List<Double> all = names().stream().map(n -> one.applyAsDouble(n)).toList();
      return switch (category) {
        case Published.MEAN -> FigureBuilder.mean(all);
        case Published.MOST -> FigureBuilder.most(all);
        case Published.SMALL ->
            FigureBuilder.mean(
                SMALL.stream().filter(names()::contains).map(n -> one.applyAsDouble(n)).toList());
        default -> one.applyAsDouble(category);
      };
    };
  }

  private Figure flowsAtStart() {
    return new FigureBuilder(
            "figure-3.11", "Figure 3.11", "Flows at the start (R0)", names(Published.MEAN))
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "flows of the machine")
        .note(
            "Flows of the whole machine, the mean over the segments whose start is unknown. A machine flow carries one"
                + " flow of every rule, so it has as many as the rule with the most. The series of rules are means over"
                + " rules and segments.")
        .ours("lbe", withMean(experiments::lbe, r -> r.machine().r0Mean()))
        .ours("pap", withMean(experiments::pap, r -> r.machine().r0Mean()))
        .ours("cse", withMean(b -> experiments.cse(b, false), r -> r.machine().r0Mean()))
        .inTables("lbe, a rule", withMean(experiments::lbe, r -> r.rules().r0Mean()))
        .inTables("pap, a rule", withMean(experiments::pap, r -> r.rules().r0Mean()))
        .inTables("cse, a rule", withMean(b -> experiments.cse(b, false), r -> r.rules().r0Mean()))
        .build();
  }

  private Figure flowsAtEnd() {
    return new FigureBuilder(
            "figure-3.12", "Figure 3.12", "Flows at the end (RT)", names(Published.MEAN))
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "flows of the machine")
        .note(
            "As above, at the end of a segment. Joined flows are one. A rule may have no flow left at the end, if all"
                + " its states fell idle.")
        .ours("lbe", withMean(experiments::lbe, r -> r.machine().rtMean()))
        .ours("pap", withMean(experiments::pap, r -> r.machine().rtMean()))
        .ours("cse", withMean(b -> experiments.cse(b, false), r -> r.machine().rtMean()))
        .ours("cse joined", withMean(b -> experiments.cse(b, true), r -> r.machine().rtMean()))
        .inTables("lbe, a rule", withMean(experiments::lbe, r -> r.rules().rtMean()))
        .inTables("pap, a rule", withMean(experiments::pap, r -> r.rules().rtMean()))
        .inTables("cse, a rule", withMean(b -> experiments.cse(b, false), r -> r.rules().rtMean()))
        .build();
  }

  private Figure symbolsToOne() {
    Function<Benchmark, RunSpec> cse = b -> experiments.cse(b, false);
    return new FigureBuilder(
            "symbols-to-one", "Section 3.7.2", "Symbols until one flow is left, cse", names())
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "symbols of a segment")
        .note(
            "Over the pairs of a rule and a segment that come to one flow; the pairs that never do are in the table as"
                + " a share of all.")
        .ours("median", n -> value(n, cse, r -> r.rules().toOne().median()))
        .ours("95%", n -> value(n, cse, r -> r.rules().toOne().p95()))
        .ours("most of any rule and segment", n -> value(n, cse, r -> r.rules().toOne().max()))
        .inTables(
            "never, share",
            n -> value(n, cse, r -> (double) r.rules().toOne().never() / r.rules().pairs()))
        .build();
  }

  private Figure lookBack() {
    List<String> lengths =
        benchmarks.stream()
            .flatMap(b -> experiments.lookBacks(b).stream())
            .distinct()
            .sorted()
            .map(String::valueOf)
            .toList();
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.13", "Figure 3.13", "Speed-up of lbe by look-back length", lengths)
            .shape(Figure.Shape.LINES)
            .axes("symbols looked back", "speed-up");
    for (Benchmark benchmark : benchmarks) {
      figure.ours(
          benchmark.name(),
          length ->
              results
                  .of(experiments.lbe(benchmark, Integer.parseInt(length)))
                  .map(RunResult::speedup)
                  .orElse(Double.NaN));
    }
    return figure.build();
  }

  private Figure bestLookBack() {
    return new FigureBuilder(
            "figure-3.13-best",
            "Section 3.7.4",
            "What the length of the look-back matters",
            names())
        .axes("benchmark", "ratio")
        .note("The best length, in symbols, is in the table.")
        .ours(
            "best over worst look-back",
            n -> FigureBuilder.most(lbe(n)) / -FigureBuilder.most(negated(lbe(n))))
        .ours("L of table 3.1 over best", this::tableOverBest)
        .inTables("best L", this::bestLength)
        .build();
  }

  private List<Double> lbe(String name) {
    Benchmark benchmark = Benchmark.named(name).orElseThrow();
    return experiments.lookBacks(benchmark).stream()
        .map(l -> value(name, b -> experiments.lbe(b, l), RunResult::speedup))
        .toList();
  }

  private static List<Double> negated(List<Double> values) {
    return values.stream().map(v -> -v).toList();
  }

  private double tableOverBest(String name) {
    return value(name, experiments::lbe, RunResult::speedup) / FigureBuilder.most(lbe(name));
  }

  private double bestLength(String name) {
    double most = FigureBuilder.most(lbe(name));
    Benchmark benchmark = Benchmark.named(name).orElseThrow();
    return Double.isNaN(most)
        ? Double.NaN
        : experiments.lookBacks(benchmark).get(lbe(name).indexOf(most));
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
                names(Published.MEAN))
            .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
            .axes("benchmark", "flows of the machine")
            .note(
                "The most sets of any rule of a benchmark, which is R0 of the machine. The text's baseline is mfp, the"
                    + " most frequent partition without any merge.");
    for (MergeStrategy merge : experiments.merges()) {
      figure.ours(
          merge.toString(),
          withMean(b -> experiments.cse(b, merge, false), r -> r.machine().r0Mean()));
    }
    figure.ours("table 3.1", withMean(b -> experiments.cse(b, false), r -> r.machine().r0Mean()));
    for (MergeStrategy merge : experiments.merges()) {
      figure.inTables(
          merge + ", a rule",
          withMean(b -> experiments.cse(b, merge, false), r -> r.rules().r0Mean()));
    }
    return figure.build();
  }

  private Figure mergeSpeedup() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.15",
                "Figure 3.15",
                "Speed-up of cse by merge strategy",
                names(Published.MEAN))
            .axes("benchmark", "speed-up");
    for (boolean isJoined : new boolean[] {false, true}) {
      for (MergeStrategy merge : experiments.merges()) {
        add(
            figure,
            merge,
            isJoined ? ", joined" : "",
            withMean(b -> experiments.cse(b, merge, isJoined), RunResult::speedup));
      }
    }
    return figure
        .inTables("table 3.1 over mfp", withMean(mergeGain(false)))
        .inTables("table 3.1 over mfp, joined", withMean(mergeGain(true)))
        .note(
            "The table has more cut-offs, and what the merge of table 3.1 brings over mfp; the mean of that is a mean of ratios.")
        .build();
  }

  private ToDoubleFunction<String> mergeGain(boolean isJoined) {
    return name ->
        value(name, b -> experiments.cse(b, isJoined), RunResult::speedup)
            / value(
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
                names(Published.MEAN))
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
          withMean(b -> experiments.cse(b, merge, false), r -> r.reexecution().rate()));
    }
    figure.ours("table 3.1", withMean(b -> experiments.cse(b, false), r -> r.reexecution().rate()));
    return figure.build();
  }

  private Figure reexecutedSegments() {
    FigureBuilder figure =
        new FigureBuilder(
                "figure-3.16-segments",
                "Section 3.7.6",
                "Segments of which something was executed again",
                names(Published.MEAN))
            .axes("benchmark", "share of segments with an unknown start");
    for (MergeStrategy merge : experiments.merges()) {
      figure.ours(
          merge.toString(),
          withMean(b -> experiments.cse(b, merge, false), r -> r.reexecution().segmentShare()));
    }
    return figure
        .ours(
            "table 3.1",
            withMean(b -> experiments.cse(b, false), r -> r.reexecution().segmentShare()))
        .build();
  }
}
