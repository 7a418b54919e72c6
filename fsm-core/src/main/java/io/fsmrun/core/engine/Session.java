package io.fsmrun.core.engine;

import io.fsmrun.core.state.StateSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs one automaton over pieces of input. Mutable, for one thread at a time; it keeps nothing of
 * one call for the next but caches, so that calls may come in any order.
 *
 * <p>Positions are indices into the array given: a machine at position {@code p} has consumed the
 * bytes before {@code p}. What a state reports at a position is said by {@link
 * io.fsmrun.core.report.ReportFlags}; {@code FINAL} bits are the caller's business. A call reports
 * the positions after each consumed byte, not the one it starts from.
 */
public interface Session {

  /**
   * Runs a known configuration.
   *
   * @param input bytes
   * @param from the position to start from
   * @param to the position to end at, at least {@code from}
   * @param start the configuration at {@code from}
   * @param ends where the ends of matches are added
   * @return the configuration at {@code to}
   * @throws ReportOverflowException if there are more reports than {@code ends} may take
   */
  StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends);

  /**
   * Runs several flows together, merging those that become equal if the checks ask for it.
   *
   * <p>For a nondeterministic automaton, known starts must come before unknown ones, and an unknown
   * start is only good as an upper bound of the first one: what merges into a lower flow is spoken
   * for by it from then on.
   *
   * @param input bytes
   * @param from the position to start from
   * @param to the position to end at, at least {@code from}
   * @param starts what each flow starts with, at least one
   * @param checks which flows to let go of
   * @param budget bounds the reports kept
   * @return what the flows became
   * @throws ReportOverflowException if there are more reports than the budget allows
   */
  SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget);

  /**
   * Begins {@link #runKnown}. A back end that gathers calls runs those together that were begun
   * before a result is asked for; others run it at once.
   *
   * @param input bytes, which do not change until the result is there
   * @param from the position to start from
   * @param to the position to end at, at least {@code from}
   * @param start the configuration at {@code from}
   * @param ends where the ends of matches are added, at the latest when the result is asked for
   * @return gives the configuration at {@code to}; asked once, by the same thread
   */
  default Supplier<StateSet> beginKnown(
      byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    StateSet end = runKnown(input, from, to, start, ends);
    return () -> end;
  }

  /**
   * Begins {@link #runFlows}, as {@link #beginKnown} does.
   *
   * @param input bytes, which do not change until the result is there
   * @param from the position to start from
   * @param to the position to end at, at least {@code from}
   * @param starts what each flow starts with, at least one
   * @param checks which flows to let go of
   * @param budget bounds the reports kept
   * @return gives what the flows became; asked once, by the same thread
   */
  default Supplier<SegmentOutcome> beginFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    SegmentOutcome outcome = runFlows(input, from, to, starts, checks, budget);
    return () -> outcome;
  }

  /**
   * Begins to run states of a deterministic automaton, each a flow of its own, over a stretch with
   * marks. A back end that gathers calls runs it in one go, others from mark to mark as it is asked
   * for.
   *
   * @param input bytes, which do not change until all is asked for
   * @param marks positions, ascending, at least two: the first is where it starts, the last where
   *     it ends
   * @param starts the states, one for each flow, ascending
   * @param checks which flows to let go of
   * @param budget bounds the reports kept
   * @return tells what becomes of them
   */
  default MarkedRun beginMarked(
      byte[] input, int[] marks, List<FlowStart> starts, FlowChecks checks, ReportBudget budget) {
    return (first, last, left) -> runFlows(input, marks[first], marks[last], left, checks, budget);
  }
}
