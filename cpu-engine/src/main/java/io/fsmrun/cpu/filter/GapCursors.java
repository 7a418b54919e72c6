package io.fsmrun.cpu.filter;

import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.util.Arrays;

/**
 * For each set of bytes that gaps are made of a cursor: where the last byte outside the set is. It
 * goes over the input once; only as much as a piece reaches back is looked at again. Mutable, for
 * one thread.
 */
final class GapCursors {

  private final LinkTable links;

  /** Per set: up to where it was looked at, and where the last byte outside the set ended. */
  private final long[] seen;

  private final long[] brokenAt;

  /** Per set: the position that was asked for last, and the last byte outside before it. */
  private final long[] askedAt;

  private final long[] foundThere;
  private final int[] users;
  private byte[] input = ByteArrays.EMPTY_ARRAY;
  private long origin;

  /** No byte before this position is looked at. */
  private long lowest;

  GapCursors(LinkTable links) {
    this.links = links;
    this.seen = new long[links.classCount()];
    this.brokenAt = new long[links.classCount()];
    this.askedAt = new long[links.classCount()];
    this.foundThere = new long[links.classCount()];
    this.users = new int[links.classCount()];
  }

  /**
   * Says where the bytes are; as {@link LinkEnds#read}.
   *
   * @param least no byte before this position is looked at
   */
  void read(byte[] bytes, long start, long least) {
    input = bytes;
    origin = start;
    lowest = Math.max(Math.max(start, 0), least);
  }

  /** Lets go of the bytes. */
  void forget() {
    input = ByteArrays.EMPTY_ARRAY;
  }

  /** Leaves all sets to nobody. */
  void clear() {
    Arrays.fill(users, 0);
  }

  /**
   * Adds a user of a set.
   *
   * @param position from where on it matters, if there is no user yet
   * @param broken the end of the last byte outside before that, or 0 if it does not matter
   */
  void use(int gapClass, long position, long broken) {
    if (users[gapClass]++ == 0) {
      seen[gapClass] = position;
      brokenAt[gapClass] = broken;
      askedAt[gapClass] = position;
      foundThere[gapClass] = broken;
    }
  }

  /** Takes a user away. */
  void leave(int gapClass) {
    users[gapClass]--;
  }

  /**
   * The end of the last byte before a position that is outside a set.
   *
   * @param earliest no position before this one will be asked for later
   */
  long brokenBefore(int gapClass, long position, long earliest) {
    advance(gapClass, Math.min(position, earliest));
    return lookBack(gapClass, position);
  }

  /** The same as far as it is known without looking. */
  long brokenAt(int gapClass) {
    return brokenAt[gapClass];
  }

  /** Looks at all that no later call may see any more. */
  void advanceAll(long position) {
    for (int gapClass = 0; gapClass < users.length; gapClass++) {
      if (users[gapClass] > 0) {
        advance(gapClass, position);
      }
    }
  }

  private void advance(int gapClass, long position) {
    if (position > seen[gapClass]) {
      brokenAt[gapClass] = lookBack(gapClass, position);
      seen[gapClass] = position;
    }
  }

  private long lookBack(int gapClass, long position) {
    // Positions mostly ascend, so what was found for the last one says all but the bytes since.
    if (position < askedAt[gapClass] && foundThere[gapClass] > position) {
      return lookBack(gapClass, position, seen[gapClass], brokenAt[gapClass]);
    }
    if (position > askedAt[gapClass]) {
      foundThere[gapClass] = lookBack(gapClass, position, askedAt[gapClass], foundThere[gapClass]);
      askedAt[gapClass] = position;
    }
    return foundThere[gapClass];
  }

  /** The end of the last byte outside between two positions, or what is known if there is none. */
  private long lookBack(int gapClass, long position, long from, long known) {
    int floor = (int) (Math.max(from, lowest) - origin);
    int broken = links.gapScanner(gapClass).lastOutside(input, floor, (int) (position - origin));
    if (broken >= 0) {
      return origin + broken + 1;
    }
    return known;
  }
}
