package io.fsmrun.enumerative;

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
}
