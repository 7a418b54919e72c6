package io.fsmrun.scan;

/** Hears how compiling comes along: first how many rules are done, then how engines are made. */
@FunctionalInterface
public interface CompileListener {

  /** Hears nothing. */
  CompileListener NONE = (done, total) -> {};

  /**
   * Some rules are done: it is known how they are scanned. Called by any of the threads that
   * compile, sometimes by several at once; it should return quickly.
   *
   * @param done how many, from 0
   * @param total how many there are
   */
  void progress(int done, int total);

  /**
   * An engine is being put together of the rules that it takes. Called by the thread that compiles,
   * for one engine after the other, mostly when all rules are done. Thousands of rules that share
   * windows take up to as long here as before.
   *
   * @param engine the engine's name, such as {@code literal-filter}
   * @param done how many steps are done, from 0; some may be left out, as they are not needed
   * @param total how many there are, the same for each call for this engine; they take different
   *     times
   */
  default void building(String engine, int done, int total) {}
}
