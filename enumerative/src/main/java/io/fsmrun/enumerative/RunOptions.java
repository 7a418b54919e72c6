package io.fsmrun.enumerative;

import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;

/**
 * How a run uses the machine. None of this changes what is reported.
 *
 * @param threads number of threads, from 1; a back end that gathers calls takes as many as it wants
 *     instead ({@link io.fsmrun.core.engine.Backend#callersWanted})
 * @param windowBytes how much input is held and cut into segments at once; input of unknown length
 *     needs no more memory
 * @param reportBudget the most reports held at once; a window that makes more is run again in
 *     smaller pieces
 * @param reexecution which segments are executed again when the end of a chain is unknown
 * @param checkInterval symbols between two checks of the machine's flows, from 1, for the counts in
 *     {@link WindowActivity}
 * @param replay how much is replayed for reports before a flow was concrete
 */
public record RunOptions(
    int threads,
    int windowBytes,
    long reportBudget,
    ReexecutionLevel reexecution,
    int checkInterval,
    PrefixReplay replay) {

  /** The most bytes a window may have: positions in it are array indices. */
  public static final int MAX_WINDOW_BYTES = 1 << 30;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public RunOptions {
    if (threads < 1
        || windowBytes < 1
        || windowBytes > MAX_WINDOW_BYTES
        || reportBudget < 1
        || checkInterval < 1) {
      throw new IllegalArgumentException(
          threads
              + " threads, windows of "
              + windowBytes
              + " bytes, "
              + reportBudget
              + " reports, checks every "
              + checkInterval
              + " symbols");
    }
  }

  /**
   * Options of the machine, with the usual re-execution, checks and replays.
   *
   * @param threads number of threads
   * @param windowBytes the most input held at once
   * @param reportBudget the most reports held at once
   */
  public RunOptions(int threads, int windowBytes, long reportBudget) {
    this(
        threads,
        windowBytes,
        reportBudget,
        ReexecutionLevel.OPPORTUNISTIC,
        16,
        PrefixReplay.AS_NEEDED);
  }

  /**
   * One thread per core, windows of 16 MiB, 64 million reports, opportunistic re-execution, checks
   * every 16 symbols, replays as needed.
   *
   * @return the usual options
   */
  public static RunOptions defaults() {
    return new RunOptions(
        Runtime.getRuntime().availableProcessors(),
        16 << 20,
        64_000_000,
        ReexecutionLevel.OPPORTUNISTIC,
        16,
        PrefixReplay.AS_NEEDED);
  }

  /**
   * The same options with another number of threads.
   *
   * @param number of threads, from 1
   * @return new options
   */
  public RunOptions withThreads(int number) {
    return new RunOptions(number, windowBytes, reportBudget, reexecution, checkInterval, replay);
  }

  /**
   * The same options with other windows.
   *
   * @param bytes the most bytes a window may have
   * @return new options
   */
  public RunOptions withWindowBytes(int bytes) {
    return new RunOptions(threads, bytes, reportBudget, reexecution, checkInterval, replay);
  }

  /**
   * The same options with another report budget.
   *
   * @param reports the most reports held at once
   * @return new options
   */
  public RunOptions withReportBudget(long reports) {
    return new RunOptions(threads, windowBytes, reports, reexecution, checkInterval, replay);
  }

  /**
   * The same options with another level of re-execution.
   *
   * @param level which segments are executed again
   * @return new options
   */
  public RunOptions withReexecution(ReexecutionLevel level) {
    return new RunOptions(threads, windowBytes, reportBudget, level, checkInterval, replay);
  }

  /**
   * The same options with another distance of checks.
   *
   * @param symbols between two checks of the machine's flows
   * @return new options
   */
  public RunOptions withCheckInterval(int symbols) {
    return new RunOptions(threads, windowBytes, reportBudget, reexecution, symbols, replay);
  }

  /**
   * The same options with another extent of replays.
   *
   * @param extent how much is replayed for reports before a flow was concrete
   * @return new options
   */
  public RunOptions withReplay(PrefixReplay extent) {
    return new RunOptions(threads, windowBytes, reportBudget, reexecution, checkInterval, extent);
  }
}
