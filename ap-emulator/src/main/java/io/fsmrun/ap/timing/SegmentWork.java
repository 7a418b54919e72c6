package io.fsmrun.ap.timing;

/**
 * What the machine does for one segment of input, as far as it costs cycles. Where components
 * differ, the most of any counts, since they advance together. All lengths are in symbols. A value.
 *
 * @param symbols length of the segment
 * @param lookedBack length of the look-back before its start, run by one flow; 0 for none
 * @param flows machine flows that run in turn; from where they are joined on, this says nothing
 * @param join what happened after they were joined in one; {@link JoinWork#NONE} if they were not
 * @param evaluated how often the transition function was evaluated; 0 if the start was known
 * @param replayed length of what was run again to recover the reports from before a flow was
 *     concrete
 * @param replayWaited whether that could start only after the replay of the segment before
 * @param reexecuted length of what was executed again because the end of the chain was unknown
 */
public record SegmentWork(
    int symbols,
    int lookedBack,
    LiveFlows flows,
    JoinWork join,
    int evaluated,
    int replayed,
    boolean replayWaited,
    int reexecuted) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or a checkpoint lies outside the segment
   */
  public SegmentWork {
    if (symbols < 0 || lookedBack < 0 || evaluated < 0 || replayed < 0 || reexecuted < 0) {
      throw new IllegalArgumentException("a negative number of symbols or evaluations");
    }
    if (join.isJoined() && join.checkpoints().getInt(join.checkpoints().size() - 1) > symbols) {
      throw new IllegalArgumentException(
          "checkpoints " + join.checkpoints() + " in a segment of " + symbols + " symbols");
    }
  }

  /**
   * A segment whose start was known: one flow, and nothing to compose.
   *
   * @param symbols length of the segment
   * @return the work
   */
  public static SegmentWork known(int symbols) {
    return new SegmentWork(symbols, 0, LiveFlows.ONE, JoinWork.NONE, 0, 0, false, 0);
  }

  /**
   * A segment whose start was unknown, with its transition function evaluated once.
   *
   * @param symbols length of the segment
   * @param flows machine flows
   * @return the work
   */
  public static SegmentWork enumerated(int symbols, LiveFlows flows) {
    return new SegmentWork(symbols, 0, flows, JoinWork.NONE, 1, 0, false, 0);
  }

  /**
   * The same after a look-back.
   *
   * @param length symbols looked back
   * @return the work
   */
  public SegmentWork withLookBack(int length) {
    return new SegmentWork(
        symbols, length, flows, join, evaluated, replayed, replayWaited, reexecuted);
  }

  /**
   * The same with flows joined.
   *
   * @param joined where, and what followed
   * @return the work
   */
  public SegmentWork withJoin(JoinWork joined) {
    return new SegmentWork(
        symbols, lookedBack, flows, joined, evaluated, replayed, replayWaited, reexecuted);
  }

  /**
   * The same with another number of evaluations.
   *
   * @param times how often the transition function was evaluated
   * @return the work
   */
  public SegmentWork withEvaluations(int times) {
    return new SegmentWork(
        symbols, lookedBack, flows, join, times, replayed, replayWaited, reexecuted);
  }

  /**
   * The same with a replay.
   *
   * @param length symbols replayed
   * @param waited whether the replay of the segment before had to be over
   * @return the work
   */
  public SegmentWork withReplay(int length, boolean waited) {
    return new SegmentWork(symbols, lookedBack, flows, join, evaluated, length, waited, reexecuted);
  }

  /**
   * The same with something executed again.
   *
   * @param length symbols executed again
   * @return the work
   */
  public SegmentWork withReexecution(int length) {
    return new SegmentWork(
        symbols, lookedBack, flows, join, evaluated, replayed, replayWaited, length);
  }
}
