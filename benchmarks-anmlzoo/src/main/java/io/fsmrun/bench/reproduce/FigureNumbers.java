package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The numbers that figures show, by the name of a benchmark or another category. What was not done
 * is not a number. Immutable.
 */
final class FigureNumbers {

  private final List<Benchmark> benchmarks;
  private final Results results;

  /** Numbers of results. */
  FigureNumbers(Plan plan, Results results) {
    this.benchmarks = plan.benchmarks();
    this.results = results;
  }

  /** The names of the benchmarks. */
  List<String> names() {
    return benchmarks.stream().map(Benchmark::name).toList();
  }

  /** The same, and more categories. */
  List<String> names(String... more) {
    List<String> all = new ArrayList<>(names());
    all.addAll(List.of(more));
    return all;
  }

  /** A number of a run on the benchmark of a name; not a number if it was not done. */
  double value(String name, Function<Benchmark, RunSpec> spec, ToDoubleFunction<RunResult> number) {
    return Benchmark.named(name)
        .flatMap(b -> results.of(spec.apply(b)))
        .map(number::applyAsDouble)
        .orElse(Double.NaN);
  }

  /** Numbers of runs by name, with the mean over all benchmarks. */
  ToDoubleFunction<String> withMean(
      Function<Benchmark, RunSpec> spec, ToDoubleFunction<RunResult> number) {
    return withMean(name -> value(name, spec, number));
  }

  /** A number by name, with the mean over all benchmarks in the category of that name. */
  ToDoubleFunction<String> withMean(ToDoubleFunction<String> value) {
    return name ->
        name.equals(Published.MEAN)
            ? FigureBuilder.mean(names().stream().map(n -> value.applyAsDouble(n)).toList())
            : value.applyAsDouble(name);
  }

  /** What was found out about the rules of a benchmark. */
  double fact(String name, ToDoubleFunction<Facts> number) {
    return results.of(new FactsSpec(name)).map(number::applyAsDouble).orElse(Double.NaN);
  }

  /** A number of the published table of benchmarks. */
  double row(String name, ToDoubleFunction<Benchmark> number) {
    return Benchmark.named(name).map(number::applyAsDouble).orElse(Double.NaN);
  }

  /** A number of the profile of a benchmark. */
  double profile(String name, ToDoubleFunction<ProfileResult> number) {
    return results
        .of(new ProfileSpec(name, RunSpec.STRINGS))
        .map(number::applyAsDouble)
        .orElse(Double.NaN);
  }
}
