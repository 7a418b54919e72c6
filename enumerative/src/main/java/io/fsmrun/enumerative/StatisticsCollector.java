package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Adds up the numbers of {@link RunStatistics} over windows. */
final class StatisticsCollector {

  /** The counts of one window, filled by several threads. */
  static final class Window {
    private final LongAdder enumerated = new LongAdder();
    private final LongAdder r0Sum = new LongAdder();
    private final LongAdder rtSum = new LongAdder();
    private final LongAccumulator r0Max = new LongAccumulator(Math::max, 0);
    private final LongAccumulator rtMax = new LongAccumulator(Math::max, 0);
    private final LongAdder reexecutedPairs = new LongAdder();
    private final AtomicIntegerArray reexecuted;

    Window(int segments) {
      reexecuted = new AtomicIntegerArray(segments);
    }

    void add(SegmentOutcome outcome) {
      int live = outcome.liveAtEnd();
      enumerated.increment();
      r0Sum.add(outcome.flowCount());
      rtSum.add(live);
      r0Max.accumulate(outcome.flowCount());
      rtMax.accumulate(live);
    }

    void reexecuted(int segment) {
      reexecutedPairs.increment();
      reexecuted.set(segment, 1);
    }

    boolean wasReexecuted(int segment) {
      return reexecuted.get(segment) != 0;
    }
  }

  private int segments;
  private long enumerated;
  private long r0Sum;
  private long rtSum;
  private long r0Max;
  private long rtMax;
  private long reexecutedPairs;
  private long reexecutedSegments;

  void add(WindowRun run) {
    Window window = run.counts();
    segments = Math.max(segments, run.activity().segmentCount());
    enumerated += window.enumerated.sum();
    r0Sum += window.r0Sum.sum();
    rtSum += window.rtSum.sum();
    r0Max = Math.max(r0Max, window.r0Max.get());
    rtMax = Math.max(rtMax, window.rtMax.get());
    reexecutedPairs += window.reexecutedPairs.sum();
    for (int s = 0; s < run.activity().segmentCount(); s++) {
      reexecutedSegments += window.wasReexecuted(s) ? 1 : 0;
    }
  }

  RunStatistics finish(long bytes, long reports) {
    double pairs = Math.max(1, enumerated);
    return new RunStatistics(
        bytes,
        reports,
        Math.max(1, segments),
        enumerated,
        r0Sum / pairs,
        (int) r0Max,
        rtSum / pairs,
        (int) rtMax,
        reexecutedSegments,
        reexecutedPairs / pairs);
  }
}
