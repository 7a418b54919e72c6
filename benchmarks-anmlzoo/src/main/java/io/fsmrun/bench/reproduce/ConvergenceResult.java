package io.fsmrun.bench.reproduce;

import io.fsmrun.profile.ConvergenceStudy;
import java.util.List;

/**
 * Convergence as predicted, on random strings, and real, on windows of the input. A value.
 *
 * @param misses one for each merge strategy
 * @param predicted flows of the machine along random strings, one flow a state
 * @param real the same along windows of the input
 * @param toOne symbols until all states of a rule were in one, on windows of the input
 * @param seconds that the measurement took
 */
public record ConvergenceResult(
    List<Misses> misses,
    List<Point> predicted,
    List<Point> real,
    ConvergenceStudy.SymbolsToOne toOne,
    double seconds) {

  /** Copies the lists. */
  public ConvergenceResult {
    misses = List.copyOf(misses);
    predicted = List.copyOf(predicted);
    real = List.copyOf(real);
  }

  /**
   * Share of the strings under which some convergence set diverges, 0 to 1.
   *
   * @param merge the merge strategy
   * @param predictedRule on random strings, some set of a rule, the mean over rules
   * @param realRule on the input, some set of a rule, the mean over rules
   * @param predictedMachine on random strings, some set of any rule
   * @param realMachine on the input, some set of any rule
   */
  public record Misses(
      String merge,
      double predictedRule,
      double realRule,
      double predictedMachine,
      double realMachine) {}

  /**
   * Flows after a number of symbols.
   *
   * @param symbols consumed
   * @param flows the median over the strings
   */
  public record Point(int symbols, double flows) {}
}
