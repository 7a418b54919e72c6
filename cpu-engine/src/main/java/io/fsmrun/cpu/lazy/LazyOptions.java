package io.fsmrun.cpu.lazy;

import java.util.Objects;

/**
 * How position automata are run together. Nothing here changes what is reported.
 *
 * @param cacheBytes about how much memory a session may use to remember sets of states, in bytes;
 *     four sets are remembered whatever the limit
 * @param lanes advance eight pieces of a block together, seven of which do not know their start
 * @param laneStart from what those start
 * @param selfLoopSkipping while a set of states leads to itself, compare only
 * @param prefixSharing keep states of several automata that are always active together as one
 */
public record LazyOptions(
    int cacheBytes,
    boolean lanes,
    LaneStart laneStart,
    boolean selfLoopSkipping,
    boolean prefixSharing) {

  static final int DEFAULT_CACHE_BYTES = 16 << 20;

  /** The largest cache, in bytes: rows are numbered by {@code int}. */
  static final int MOST_CACHE_BYTES = 1 << 30;

  /**
   * Checks the limit.
   *
   * @throws NullPointerException if the start of lanes is null
   * @throws IllegalArgumentException if the cache is to have less than 0 bytes or more than 1 GiB
   */
  public LazyOptions {
    Objects.requireNonNull(laneStart);
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
    return new LazyOptions(DEFAULT_CACHE_BYTES, true, LaneStart.ADAPTIVE, true, true);
  }

  /**
   * These options with another limit.
   *
   * @param bytes about how much memory a session may use to remember sets
   * @return a copy
   */
  public LazyOptions withCacheBytes(int bytes) {
    return new LazyOptions(bytes, lanes, laneStart, selfLoopSkipping, prefixSharing);
  }

  /**
   * These options with or without lanes.
   *
   * @param on whether blocks are cut into pieces
   * @return a copy
   */
  public LazyOptions withLanes(boolean on) {
    return new LazyOptions(cacheBytes, on, laneStart, selfLoopSkipping, prefixSharing);
  }

  /**
   * These options with another start of lanes.
   *
   * @param from from what lanes start
   * @return a copy
   */
  public LazyOptions withLaneStart(LaneStart from) {
    return new LazyOptions(cacheBytes, lanes, from, selfLoopSkipping, prefixSharing);
  }

  /**
   * These options with or without skipping.
   *
   * @param on whether sets that lead to themselves are skipped over
   * @return a copy
   */
  public LazyOptions withSelfLoopSkipping(boolean on) {
    return new LazyOptions(cacheBytes, lanes, laneStart, on, prefixSharing);
  }

  /**
   * These options with or without shared prefixes.
   *
   * @param on whether states that are always active together become one
   * @return a copy
   */
  public LazyOptions withPrefixSharing(boolean on) {
    return new LazyOptions(cacheBytes, lanes, laneStart, selfLoopSkipping, on);
  }
}
