package io.fsmrun.cpu.lazy;

/**
 * How position automata are run together. Nothing here changes what is reported.
 *
 * @param cacheBytes about how much memory a session may use to remember sets of states, in bytes;
 *     four sets are remembered whatever the limit
 * @param lanes advance eight pieces of a block together, seven of them from guesses that are
 *     checked afterwards
 * @param selfLoopSkipping while a set of states leads to itself, compare only
 * @param prefixSharing keep states of several automata that are always active together as one
 */
public record LazyOptions(
    int cacheBytes, boolean lanes, boolean selfLoopSkipping, boolean prefixSharing) {

  private static final int DEFAULT_CACHE_BYTES = 16 << 20;

  /** The largest cache, in bytes: rows are numbered by {@code int}. */
  static final int MOST_CACHE_BYTES = 1 << 30;

  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if the cache is to have less than 0 bytes or more than 1 GiB
   */
  public LazyOptions {
    if (cacheBytes < 0 || cacheBytes > MOST_CACHE_BYTES) {
      throw new IllegalArgumentException(
          "a cache of " + cacheBytes + " bytes, not 0 to " + MOST_CACHE_BYTES);
    }
  }

  /**
   * 16 MiB, everything on.
   *
   * @return the usual options
   */
  public static LazyOptions defaults() {
    return new LazyOptions(DEFAULT_CACHE_BYTES, true, true, true);
  }

  /**
   * These options with another limit.
   *
   * @param bytes about how much memory a session may use to remember sets
   * @return a copy
   */
  public LazyOptions withCacheBytes(int bytes) {
    return new LazyOptions(bytes, lanes, selfLoopSkipping, prefixSharing);
  }

  /**
   * These options with or without lanes.
   *
   * @param on whether blocks are cut into pieces
   * @return a copy
   */
  public LazyOptions withLanes(boolean on) {
    return new LazyOptions(cacheBytes, on, selfLoopSkipping, prefixSharing);
  }

  /**
   * These options with or without skipping.
   *
   * @param on whether sets that lead to themselves are skipped over
   * @return a copy
   */
  public LazyOptions withSelfLoopSkipping(boolean on) {
    return new LazyOptions(cacheBytes, lanes, on, prefixSharing);
  }

  /**
   * These options with or without shared prefixes.
   *
   * @param on whether states that are always active together become one
   * @return a copy
   */
  public LazyOptions withPrefixSharing(boolean on) {
    return new LazyOptions(cacheBytes, lanes, selfLoopSkipping, on);
  }
}
