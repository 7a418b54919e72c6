package io.fsmrun.enumerative;

import java.util.List;

/** Hears how a run comes along. All methods do nothing by default. */
public interface RunListener {

  /** A listener that ignores everything. */
  RunListener NONE = new RunListener() {};

  /**
   * Some work was done. Called often, by any thread.
   *
   * @param bytes input consumed so far, in parts of a window as its components are done
   */
  default void progress(long bytes) {}

  /**
   * A window was composed. Called by the thread that runs.
   *
   * @param activity what the flows did
   */
  default void window(WindowActivity activity) {}

  /**
   * Whether {@link #segments} wants to be called; asked once a window. Nothing is made for it
   * unless it does.
   *
   * @return false by default
   */
  default boolean wantsSegments() {
    return false;
  }

  /**
   * A component was composed over one piece of a window. Called by the thread that composed it, so
   * by several at once, and before the window is over: if that makes more reports than it may, it
   * is run again in halves, which are heard of anew.
   *
   * @param component index of the component in the ruleset
   * @param tables one for each segment of the piece, in order; more if flows were planned anew
   *     within a segment
   */
  default void segments(int component, List<SegmentTable> tables) {}
}
