package io.fsmrun.scan;

/** Hears how compiling comes along. */
@FunctionalInterface
public interface CompileListener {

  /** Hears nothing. */
  CompileListener NONE = (done, total) -> {};

  /**
   * Some rules are done. Called by any of the threads that compile, sometimes by several at once;
   * it should return quickly.
   *
   * @param done how many, from 0
   * @param total how many there are
   */
  void progress(int done, int total);
}
