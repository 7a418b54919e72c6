package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import java.util.Arrays;

/**
 * What the flows of the whole ruleset machine did in one window: the facts that a cycle model
 * needs.
 *
 * <p>A machine flow {@code f} carries the {@code f}-th start set of every component that has one.
 * Two machine flows merge when they are equal in every component (specification, section 3); a
 * component that has no start set for the higher one does not stand in the way.
 */
public final class WindowActivity {

  private final int[] lengths;
  private final int[][] liveSymbols;
  private final int[] replayedSymbols;
  private final long reexecutedSymbols;

  WindowActivity(
      int[] lengths, int[][] liveSymbols, int[] replayedSymbols, long reexecutedSymbols) {
    this.lengths = lengths;
    this.liveSymbols = liveSymbols;
    this.replayedSymbols = replayedSymbols;
    this.reexecutedSymbols = reexecutedSymbols;
  }

  /**
   * Number of segments.
   *
   * @return at least 1
   */
  public int segmentCount() {
    return lengths.length;
  }

  /**
   * Symbols of a segment.
   *
   * @param segment from 0
   * @return its length in bytes
   */
  public int length(int segment) {
    return lengths[segment];
  }

  /**
   * For how many symbols each flow of a segment was live.
   *
   * @param segment from 0
   * @return one number per flow, at most the length of the segment; the first is the length
   */
  public int[] liveSymbols(int segment) {
    return liveSymbols[segment].clone();
  }

  /**
   * Symbols of a segment replayed to recover reports, the most of any component: components advance
   * together.
   *
   * @param segment from 0
   * @return 0 up to the length of the segment
   */
  public int replayedSymbols(int segment) {
    return replayedSymbols[segment];
  }

  /**
   * Symbols of the segments that were executed again for some component, each segment counted once.
   *
   * @return 0 or more
   */
  public long reexecutedSymbols() {
    return reexecutedSymbols;
  }

  /** Collects the outcomes of all components in one segment. Safe for use by several threads. */
  static final class Collector {

    private int[][] apartUntil = {{}};

    /** Takes in the flows of one component. */
    synchronized void add(SegmentOutcome outcome) {
      int flows = outcome.flowCount();
      if (flows > apartUntil.length) {
        int old = apartUntil.length;
        apartUntil = Arrays.copyOf(apartUntil, flows);
        for (int f = old; f < flows; f++) {
          apartUntil[f] = new int[f];
        }
      }
      int length = outcome.to() - outcome.from();
      for (int f = 1; f < flows; f++) {
        for (int g = 0; g < f; g++) {
          int until = outcome.apartUntil(g, f);
          int apart = until == SegmentOutcome.NEVER ? length : until - outcome.from();
          apartUntil[f][g] = Math.max(apartUntil[f][g], apart);
        }
      }
    }

    /** For how many symbols each machine flow was live. */
    synchronized int[] liveSymbols(int length) {
      int[] live = new int[apartUntil.length];
      live[0] = length;
      for (int f = 1; f < live.length; f++) {
        live[f] = Arrays.stream(apartUntil[f]).min().orElse(length);
      }
      return live;
    }
  }
}
