package io.fsmrun.ap.engine;

/**
 * How networks are run. Every choice gives the same reports.
 *
 * @param threads the most threads that work on one stream, at least 1
 * @param memo whether steps that were made before are remembered
 * @param dense whether components whose steps seldom repeat are packed into wide masks
 * @param vectors whether wide masks may use the vector unit
 * @param memoBytes bytes that one session may use to remember steps
 */
public record EngineOptions(
    int threads, boolean memo, boolean dense, boolean vectors, long memoBytes) {

  /** One thread, everything on, 256 MiB to remember. */
  public static final EngineOptions DEFAULT = new EngineOptions(1, true, true, true, 256L << 20);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no thread, or less than nothing to remember in
   */
  public EngineOptions {
    if (threads < 1) {
      throw new IllegalArgumentException(threads + " threads; at least 1 is needed");
    }
    if (memoBytes < 0) {
      throw new IllegalArgumentException(memoBytes + " bytes to remember steps");
    }
  }

  /**
   * The same with another number of threads.
   *
   * @param count at least 1
   * @return new options
   */
  public EngineOptions withThreads(int count) {
    return new EngineOptions(count, memo, dense, vectors, memoBytes);
  }

  /**
   * The same with remembering switched.
   *
   * @param on whether steps are remembered
   * @return new options
   */
  public EngineOptions withMemo(boolean on) {
    return new EngineOptions(threads, on, dense, vectors, memoBytes);
  }

  /**
   * The same with packing switched.
   *
   * @param on whether components may be packed into wide masks
   * @return new options
   */
  public EngineOptions withDense(boolean on) {
    return new EngineOptions(threads, memo, on, vectors, memoBytes);
  }

  /**
   * The same with the vector unit switched.
   *
   * @param on whether wide masks may use it
   * @return new options
   */
  public EngineOptions withVectors(boolean on) {
    return new EngineOptions(threads, memo, dense, on, memoBytes);
  }

  /**
   * The same with another bound.
   *
   * @param bytes bytes that one session may use to remember steps
   * @return new options
   */
  public EngineOptions withMemoBytes(long bytes) {
    return new EngineOptions(threads, memo, dense, vectors, bytes);
  }
}
