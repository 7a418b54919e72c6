package io.fsmrun.cpu.token;

/**
 * Walks four pieces of a chunk side by side, so that the loads of one hide the waits of the others.
 * Each piece but the first begins after a delimiter, where the state is known.
 *
 * <p>Only reads the cache; a chunk that needs what is not in it, or that has a piece without a
 * delimiter, is left to the caller. Mutable, for one thread.
 */
final class TokenLanes {

  /** Length of a chunk. */
  static final int CHUNK = 1 << 12;

  /** Number of pieces. */
  static final int LANES = 4;

  /** Events of a piece begin at its number times this. */
  static final int STRIDE = CHUNK / LANES * 2;

  /** Indexes after the delimiters, and what the cache said there. */
  final int[] ends = new int[LANES * STRIDE];

  final int[] entries = new int[LANES * STRIDE];

  /** How many events each piece has. */
  final int[] counts = new int[LANES];

  /** The state after the chunk. */
  int lastState;

  private final int[] starts = new int[LANES + 1];

  /**
   * Walks a chunk.
   *
   * @param cache what is known of tokens
   * @param classOf classes of bytes
   * @param delimiterClass that of the delimiters
   * @param input holds the chunk
   * @param from index of its first byte
   * @param state the state before it
   * @return whether the events are those of the chunk
   */
  boolean walk(
      TokenCache cache, byte[] classOf, int delimiterClass, byte[] input, int from, int state) {
    if (!cut(classOf, delimiterClass, input, from)) {
      return false;
    }
    int together = CHUNK;
    for (int lane = 0; lane < LANES; lane++) {
      together = Math.min(together, starts[lane + 1] - starts[lane]);
    }
    return walk(cache.next, classOf, input, together, state);
  }

  private boolean cut(byte[] classOf, int delimiterClass, byte[] input, int from) {
    starts[0] = from;
    for (int lane = 1; lane < LANES; lane++) {
      int at = from + lane * (CHUNK / LANES);
      int end = at + CHUNK / LANES;
      while (at < end && (classOf[input[at] & 0xff] & 0xff) != delimiterClass) {
        at++;
      }
      if (at >= end - 1) {
        return false;
      }
      starts[lane] = at + 1;
    }
    starts[LANES] = from + CHUNK;
    return true;
  }

  /** The hot loop. It has no branches but its own: what is no event is overwritten. */
  private boolean walk(int[] next, byte[] classOf, byte[] input, int together, int state) {
    int s0 = state;
    int s1 = 0;
    int s2 = 0;
    int s3 = 0;
    int n0 = 0;
    int n1 = STRIDE;
    int n2 = 2 * STRIDE;
    int n3 = 3 * STRIDE;
    int least = 0;
    int p0 = starts[0];
    int p1 = starts[1];
    int p2 = starts[2];
    int p3 = starts[3];
    int[] at = ends;
    int[] what = entries;
    for (int i = 0; i < together; i++) {
      int e0 = next[s0 + (classOf[input[p0++] & 0xff] & 0xff)];
      int e1 = next[s1 + (classOf[input[p1++] & 0xff] & 0xff)];
      int e2 = next[s2 + (classOf[input[p2++] & 0xff] & 0xff)];
      int e3 = next[s3 + (classOf[input[p3++] & 0xff] & 0xff)];
      at[n0] = p0;
      at[n1] = p1;
      at[n2] = p2;
      at[n3] = p3;
      what[n0] = e0;
      what[n1] = e1;
      what[n2] = e2;
      what[n3] = e3;
      n0 += e0 >>> 31;
      n1 += e1 >>> 31;
      n2 += e2 >>> 31;
      n3 += e3 >>> 31;
      s0 = e0 & ~(e0 >> 31);
      s1 = e1 & ~(e1 >> 31);
      s2 = e2 & ~(e2 >> 31);
      s3 = e3 & ~(e3 >> 31);
      least = Math.min(least, Math.min(Math.min(e0, e1), Math.min(e2, e3)));
    }
    return least != TokenCache.UNKNOWN
        && rest(next, classOf, input, 0, p0, s0, n0)
        && rest(next, classOf, input, 1, p1, s1, n1)
        && rest(next, classOf, input, 2, p2, s2, n2)
        && rest(next, classOf, input, 3, p3, s3, n3);
  }

  private boolean rest(
      int[] next, byte[] classOf, byte[] input, int lane, int from, int state, int events) {
    int now = state;
    int count = events;
    for (int p = from; p < starts[lane + 1]; p++) {
      int entry = next[now + (classOf[input[p] & 0xff] & 0xff)];
      if (entry == TokenCache.UNKNOWN) {
        return false;
      }
      ends[count] = p + 1;
      entries[count] = entry;
      count += entry >>> 31;
      now = entry & ~(entry >> 31);
    }
    counts[lane] = count - lane * STRIDE;
    lastState = now;
    return true;
  }
}
