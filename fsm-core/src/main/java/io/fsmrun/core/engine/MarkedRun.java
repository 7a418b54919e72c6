package io.fsmrun.core.engine;

import java.util.List;

/**
 * States of a deterministic automaton on their way over a stretch of input with marks, each a flow
 * of its own (see {@link Session#beginMarked}). Between two marks it can be asked what became of
 * those that are left, as if that were a call of its own. For one thread.
 */
@FunctionalInterface
public interface MarkedRun {

  /**
   * What became of the states that are left at one mark, up to another. Asked mark by mark: the
   * first time from mark 0 on, then from where the answer before ended.
   *
   * @param first the mark to start from
   * @param last the mark to end at, above {@code first}
   * @param starts the states that are left at the first mark, one for each flow, ascending
   * @return the outcome of {@link Session#runFlows} with these starts between these marks
   * @throws ReportOverflowException if there are more reports than the budget allows
   */
  SegmentOutcome between(int first, int last, List<FlowStart> starts);
}
