package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Makes the figures that the paper does not have. What was not done has no number. */
public final class BeyondFigures {

  private final Experiments experiments;
  private final List<Benchmark> benchmarks;
  private final Results results;

  /**
   * Figures of results.
   *
   * @param plan what was to be done
   * @param results what was done
   */
  public BeyondFigures(Plan plan, Results results) {
    this.experiments = plan.experiments();
    this.benchmarks = plan.benchmarks();
    this.results = results;
  }

  /**
   * All of them.
   *
   * @return in order; none if they were not to be done
   */
  public List<Figure> all() {
    if (!experiments.isComplete()) {
      return List.of();
    }
    List<Figure> figures = new ArrayList<>();
    figures.add(
        ablation("ablation-cse", "What each optimisation of cse brings", experiments::cseAblation));
    figures.add(
        ablation("ablation-pap", "What each optimisation of pap brings", experiments::papAblation));
    figures.add(
        ablation("reexecution-levels", "Levels of re-execution, cse", experiments::reexecution));
    figures.addAll(sweeps());
    figures.addAll(strings());
    figures.addAll(convergence());
    figures.add(pieces());
    return figures;
  }

  private List<String> names() {
    return benchmarks.stream().map(Benchmark::name).toList();
  }

  private Figure ablation(
      String id, String title, Function<Benchmark, Map<String, RunSpec>> variants) {
    FigureBuilder figure =
        new FigureBuilder(id, "", title, names()).axes("benchmark", "speed-up").note(note(id));
    for (String variant : variants.apply(benchmarks.getFirst()).keySet()) {
      figure.ours(variant, name -> speedup(name, b -> variants.apply(b).get(variant)));
    }
    return figure.build();
  }

  private static String note(String id) {
    return switch (id) {
      case "ablation-cse" ->
          "With the cut-off of table 3.1. The join comes after 16 symbols; cse as published has none.";
      case "ablation-pap" ->
          "Active state group and common parent concern position automata only. Without connected components every"
              + " flow of every rule is a flow of the machine.";
      default ->
          "Without a join. Where the end of the input is known without any re-execution, the levels do the same.";
    };
  }

  private double speedup(String name, Function<Benchmark, RunSpec> spec) {
    return Benchmark.named(name)
        .map(spec)
        .flatMap(results::of)
        .map(RunResult::speedup)
        .orElse(Double.NaN);
  }

  private List<Figure> sweeps() {
    List<Figure> figures = new ArrayList<>();
    Map<String, Function<Benchmark, RunSpec>> strategies = new LinkedHashMap<>();
    strategies.put("cse", b -> experiments.cse(b, false));
    strategies.put("cse-joined", b -> experiments.cse(b, true));
    strategies.put("lbe", experiments::lbe);
    strategies.forEach(
        (name, run) -> {
          figures.add(
              sweep(
                  "quantum-" + name,
                  "Sensitivity to the quantum, " + name.replace('-', ' '),
                  "symbols of a flow's turn, and between two checks",
                  b -> Experiments.quanta(run.apply(b)),
                  Experiments.QUANTA));
          figures.add(
              sweep(
                  "segments-" + name,
                  "Sensitivity to the length of segments, " + name.replace('-', ' '),
                  "number of segments of the same input",
                  b -> Experiments.segments(run.apply(b)),
                  Experiments.SEGMENTS));
        });
    return figures;
  }

  private Figure sweep(
      String id,
      String title,
      String axis,
      Function<Benchmark, Map<Integer, RunSpec>> runs,
      List<Integer> values) {
    return lines(id, title, axis, "speed-up", values)
        .with(runs, r -> Optional.of(r.speedup()))
        .build();
  }

  /** A figure with a line for each benchmark. */
  private Lines lines(String id, String title, String axis, String value, List<Integer> places) {
    return new Lines(
        new FigureBuilder(id, "", title, places.stream().map(String::valueOf).toList())
            .shape(Figure.Shape.LINES_OVER_POWERS_OF_TEN)
            .axes(axis, value));
  }

  /** Adds a line for each benchmark. */
  private final class Lines {
    private final FigureBuilder figure;

    Lines(FigureBuilder figure) {
      this.figure = figure;
    }

    Lines note(String text) {
      figure.note(text);
      return this;
    }

    Lines with(
        Function<Benchmark, Map<Integer, RunSpec>> runs,
        Function<RunResult, Optional<Double>> number) {
      for (Benchmark benchmark : benchmarks) {
        Map<Integer, RunSpec> specs = runs.apply(benchmark);
        figure.ours(
            benchmark.name(),
            place ->
                results.of(specs.get(Integer.parseInt(place))).flatMap(number).orElse(Double.NaN));
      }
      return this;
    }

    Figure build() {
      return figure.build();
    }
  }

  private List<Figure> strings() {
    String axis = "random strings of each rule";
    Function<Benchmark, Map<Integer, RunSpec>> runs = b -> experiments.strings(b, false);
    List<Figure> figures = new ArrayList<>();
    figures.add(
        lines(
                "strings-speedup",
                "Strings profiled: speed-up, cse",
                axis,
                "speed-up",
                Experiments.STRINGS)
            .with(runs, r -> Optional.of(r.speedup()))
            .note("With the cut-off of table 3.1, without a join.")
            .build());
    figures.add(
        lines(
                "strings-r0",
                "Strings profiled: R0, cse",
                axis,
                "flows of the machine",
                Experiments.STRINGS)
            .with(runs, r -> Optional.of(r.machine().r0Mean()))
            .build());
    figures.add(
        lines(
                "strings-reexecution",
                "Strings profiled: re-execution rate, cse",
                axis,
                "share of pairs of a rule and a segment",
                Experiments.STRINGS)
            .with(runs, r -> Optional.of(r.reexecution().rate()))
            .build());
    return figures;
  }

  private List<Figure> convergence() {
    FigureBuilder misses =
        new FigureBuilder(
                "convergence-misses",
                "",
                "Strings under which some convergence set diverges: predicted, and on the input",
                names())
            .axes("benchmark", "share of strings")
            .note(
                "Predicted: 200 random strings of 1,000 symbols that took no part in the choice. Real: 200 windows of"
                    + " 1,000 symbols of the evaluated input. A set counts as diverged if it is in several states at"
                    + " the end, even if those can never report.");
    for (String merge : List.of("mfp", "99%", "100%")) {
      misses.inTables(merge + ", a rule, predicted", n -> miss(n, merge, m -> m.predictedRule()));
      misses.inTables(merge + ", a rule, real", n -> miss(n, merge, m -> m.realRule()));
      misses.ours(merge + ", any rule, predicted", n -> miss(n, merge, m -> m.predictedMachine()));
      misses.ours(merge + ", any rule, real", n -> miss(n, merge, m -> m.realMachine()));
    }
    return List.of(
        misses.build(),
        curves("convergence-predicted", "random strings", ConvergenceResult::predicted),
        curves("convergence-real", "windows of the input", ConvergenceResult::real));
  }

  private double miss(
      String name, String merge, ToDoubleFunction<ConvergenceResult.Misses> number) {
    return Benchmark.named(name)
        .flatMap(b -> results.of(experiments.convergence(b)))
        .flatMap(r -> r.misses().stream().filter(m -> m.merge().equals(merge)).findFirst())
        .map(number::applyAsDouble)
        .orElse(Double.NaN);
  }

  private Figure curves(
      String id, String on, Function<ConvergenceResult, List<ConvergenceResult.Point>> points) {
    List<Integer> places =
        benchmarks.stream()
            .flatMap(b -> results.of(experiments.convergence(b)).stream())
            .flatMap(r -> points.apply(r).stream())
            .map(ConvergenceResult.Point::symbols)
            .distinct()
            .sorted()
            .toList();
    FigureBuilder figure =
        new FigureBuilder(
                id,
                "",
                "Flows left after so many symbols, on " + on,
                places.stream().map(String::valueOf).toList())
            .shape(Figure.Shape.LINES_OVER_POWERS_OF_TEN)
            .axes("symbols", "flows of the machine, median")
            .note(
                "One flow for every state at the start, and one for every state that is reached later; the rule with"
                    + " the most counts. Median of 200 strings of 1,000 symbols.");
    for (Benchmark benchmark : benchmarks) {
      figure.ours(
          benchmark.name(),
          place ->
              results
                  .of(experiments.convergence(benchmark))
                  .flatMap(r -> at(points.apply(r), Integer.parseInt(place)))
                  .orElse(Double.NaN));
    }
    return figure.build();
  }

  private static Optional<Double> at(List<ConvergenceResult.Point> points, int symbols) {
    return points.stream()
        .filter(p -> p.symbols() == symbols)
        .map(ConvergenceResult.Point::flows)
        .findFirst();
  }

  private Figure pieces() {
    List<Benchmark> split = benchmarks.stream().filter(b -> !b.split().isEmpty()).toList();
    FigureBuilder figure =
        new FigureBuilder(
                "pieces",
                "",
                "Independent pieces: dealt out, and cut",
                split.stream().map(Benchmark::name).toList())
            .axes("benchmark", "speed-up")
            .note(
                "Brill after each full stop and its tag, Snort after the time stamp of each packet. Dealt out: a piece"
                    + " too short to cut goes whole to the copy of the machine that is free first. Cut: every piece is"
                    + " cut into as many segments as there are copies. Over the first 50,000 bytes.");
    if (!split.isEmpty()) {
      for (String variant : experiments.pieces(split.getFirst()).keySet()) {
        figure.ours(variant, name -> speedup(name, b -> experiments.pieces(b).get(variant)));
      }
    }
    ToDoubleFunction<String> ideal =
        name -> Benchmark.named(name).orElseThrow().allocation().segments();
    return figure.ours("ideal", ideal).build();
  }
}
