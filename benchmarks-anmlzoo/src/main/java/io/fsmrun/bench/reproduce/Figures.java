package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Makes the tables and figures of the paper from results. What was not done has no number. */
public final class Figures {

  private static final List<String> SMALL = List.of("Ranges05", "Ranges1", "ExactMatch");

  private final Experiments experiments;
  private final List<Benchmark> benchmarks;
  private final Results results;
  private final FigureNumbers numbers;
  private final MergeFigures merges;

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
    this.numbers = new FigureNumbers(plan, results);
    this.merges = new MergeFigures(plan, numbers);
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
    figures.addAll(merges.published());
    return figures;
  }

  private Figure table() {
    return new FigureBuilder("table-3.1", "Table 3.1", "The benchmarks", numbers.names())
        .shape(Figure.Shape.TABLE)
        .axes("benchmark", "")
        .note(
            "Rules are those that are accepted. States are those of complete minimal DFAs of \"anything, then the"
                + " rule\" up to 10,000 states a rule; beyond that a rule stays a position automaton. As RE2 makes them:"
                + " not minimised, a match noticed one symbol late, and scaled to the thesis's number of rules; this is what"
                + " the published states are to be compared with. Half-cores that states fill: one element a state, 24,576 a half-core.")
        .ours("rules", name -> numbers.fact(name, Facts::rules))
        .ours("rules refused", name -> numbers.fact(name, Facts::refused))
        .ours("position automata", name -> numbers.fact(name, Facts::positionAutomata))
        .ours("states", name -> numbers.fact(name, Facts::states))
        .ours("states as RE2 makes them", this::re2States)
        .ours("half-cores that states fill", name -> numbers.fact(name, Facts::halfCores))
        .ours(
            "half-cores a segment",
            name -> numbers.row(name, b -> b.allocation().halfCoresPerSegment()))
        .ours("segments", name -> numbers.row(name, b -> b.allocation().segments()))
        .ours("look-back L", name -> numbers.row(name, b -> b.allocation().lookBackSymbols()))
        .ours("cut-off, %", name -> numbers.row(name, b -> b.allocation().cutOffPercent()))
        .build();
  }

  /** States as RE2 makes them, for as many rules as the thesis has. */
  private double re2States(String name) {
    double machines = numbers.row(name, b -> b.allocation().machines());
    return Math.rint(
        numbers.fact(name, Facts::re2States)
            * machines
            / Math.max(1, numbers.fact(name, Facts::rules)));
  }

  private Figure frequency() {
    return new FigureBuilder(
            "figure-3.7",
            "Figure 3.7",
            "Frequency of the most frequent partition (MFP)",
            numbers.names(Published.MEAN))
        .axes("benchmark", "share of 1,000 random strings")
        .note(
            "Each rule has a most frequent partition of its own. Shown are the mean over the rules, the share that 99%"
                + " of the rules reach, and the least of any.")
        .ours("mean over rules", numbers.withMean(n -> numbers.profile(n, ProfileResult::mfpMean)))
        .ours(
            "99% of rules reach",
            numbers.withMean(n -> numbers.profile(n, ProfileResult::mfpOneInHundred)))
        .ours(
            "least of any rule", numbers.withMean(n -> numbers.profile(n, ProfileResult::mfpLeast)))
        .build();
  }

  private Figure speedup() {
    return new FigureBuilder(
            "figure-3.10",
            "Figure 3.10",
            "Speed-up over the sequential Automata Processor",
            numbers.names(Published.MEAN))
        .axes("benchmark", "speed-up")
        .note(
            "The baseline is a sequential run, one symbol a cycle: 1. The ideal is the number of segments. \"cse\" is as"
                + " published; \"cse joined\" lets all flows of a segment go on as one after 16 symbols (ours).")
        .ours("lbe", numbers.withMean(experiments::lbe, RunResult::speedup))
        .ours("pap", numbers.withMean(experiments::pap, RunResult::speedup))
        .ours("cse", numbers.withMean(b -> experiments.cse(b, false), RunResult::speedup))
        .ours("cse joined", numbers.withMean(b -> experiments.cse(b, true), RunResult::speedup))
        .inTables("baseline", n -> 1)
        .ours("ideal", numbers.withMean(n -> numbers.row(n, b -> b.allocation().segments())))
        .build();
  }

  private Figure ratios() {
    return new FigureBuilder(
            "figure-3.10-ratios",
            "Section 3.7.1",
            "Speed-up of cse over that of lbe and pap",
            numbers.names(Published.MEAN, Published.MOST, Published.SMALL))
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
        name ->
            numbers.value(name, above, RunResult::speedup)
                / numbers.value(name, below, RunResult::speedup);
    return category -> {
      List<Double> all = numbers.names().stream().map(n -> one.applyAsDouble(n)).toList();
      return switch (category) {
        case Published.MEAN -> FigureBuilder.mean(all);
        case Published.MOST -> FigureBuilder.most(all);
        case Published.SMALL ->
            FigureBuilder.mean(
                SMALL.stream()
                    .filter(numbers.names()::contains)
                    .map(n -> one.applyAsDouble(n))
                    .toList());
        default -> one.applyAsDouble(category);
      };
    };
  }

  private Figure flowsAtStart() {
    return new FigureBuilder(
            "figure-3.11", "Figure 3.11", "Flows at the start (R0)", numbers.names(Published.MEAN))
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "flows of the machine")
        .note(
            "Flows of the whole machine, the mean over the segments whose start is unknown. A machine flow carries one"
                + " flow of every rule, so it has as many as the rule with the most. The series of rules are means over"
                + " rules and segments.")
        .ours("lbe", numbers.withMean(experiments::lbe, r -> r.machine().r0Mean()))
        .ours("pap", numbers.withMean(experiments::pap, r -> r.machine().r0Mean()))
        .ours("cse", numbers.withMean(b -> experiments.cse(b, false), r -> r.machine().r0Mean()))
        .inTables("lbe, a rule", numbers.withMean(experiments::lbe, r -> r.rules().r0Mean()))
        .inTables("pap, a rule", numbers.withMean(experiments::pap, r -> r.rules().r0Mean()))
        .inTables(
            "cse, a rule",
            numbers.withMean(b -> experiments.cse(b, false), r -> r.rules().r0Mean()))
        .build();
  }

  private Figure flowsAtEnd() {
    return new FigureBuilder(
            "figure-3.12", "Figure 3.12", "Flows at the end (RT)", numbers.names(Published.MEAN))
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "flows of the machine")
        .note(
            "As above, at the end of a segment. Joined flows are one. A rule may have no flow left at the end, if all"
                + " its states fell idle.")
        .ours("lbe", numbers.withMean(experiments::lbe, r -> r.machine().rtMean()))
        .ours("pap", numbers.withMean(experiments::pap, r -> r.machine().rtMean()))
        .ours("cse", numbers.withMean(b -> experiments.cse(b, false), r -> r.machine().rtMean()))
        .ours(
            "cse joined",
            numbers.withMean(b -> experiments.cse(b, true), r -> r.machine().rtMean()))
        .inTables("lbe, a rule", numbers.withMean(experiments::lbe, r -> r.rules().rtMean()))
        .inTables("pap, a rule", numbers.withMean(experiments::pap, r -> r.rules().rtMean()))
        .inTables(
            "cse, a rule",
            numbers.withMean(b -> experiments.cse(b, false), r -> r.rules().rtMean()))
        .build();
  }

  private Figure symbolsToOne() {
    Function<Benchmark, RunSpec> cse = b -> experiments.cse(b, false);
    return new FigureBuilder(
            "symbols-to-one",
            "Section 3.7.2",
            "Symbols until one flow is left, cse",
            numbers.names())
        .shape(Figure.Shape.BARS_BY_POWERS_OF_TEN)
        .axes("benchmark", "symbols of a segment")
        .note(
            "Over the pairs of a rule and a segment that come to one flow; the pairs that never do are in the table as"
                + " a share of all.")
        .ours("median", n -> numbers.value(n, cse, r -> r.rules().toOne().median()))
        .ours("95%", n -> numbers.value(n, cse, r -> r.rules().toOne().p95()))
        .ours(
            "most of any rule and segment",
            n -> numbers.value(n, cse, r -> r.rules().toOne().max()))
        .inTables(
            "never, share",
            n -> numbers.value(n, cse, r -> (double) r.rules().toOne().never() / r.rules().pairs()))
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
            numbers.names())
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
        .map(l -> numbers.value(name, b -> experiments.lbe(b, l), RunResult::speedup))
        .toList();
  }

  private static List<Double> negated(List<Double> values) {
    return values.stream().map(v -> -v).toList();
  }

  private double tableOverBest(String name) {
    return numbers.value(name, experiments::lbe, RunResult::speedup)
        / FigureBuilder.most(lbe(name));
  }

  private double bestLength(String name) {
    double most = FigureBuilder.most(lbe(name));
    Benchmark benchmark = Benchmark.named(name).orElseThrow();
    return Double.isNaN(most)
        ? Double.NaN
        : experiments.lookBacks(benchmark).get(lbe(name).indexOf(most));
  }
}
