package io.fsmrun.suite;

import java.util.SplittableRandom;

/**
 * Where one rule stands in a trace. For one thread.
 *
 * <p>A rule <em>rests</em> where it stays on at least half of all bytes: at its start, and in the
 * {@code .*} between two parts. It is <em>on its way</em> if it neither rests nor reports, and is
 * nearer to a report than it was at the start; its progress is by how many bytes. Rules that rest
 * have no progress, however far they have come: else the first rule to pass a {@code .*} would be
 * the one that has come farthest until the end of the trace.
 */
abstract class Cursor {

  /** It rests where it began, and need not see bytes that leave it there. */
  static final int HOME = -1;

  /** It rests elsewhere. */
  static final int ASLEEP = -2;

  /** It can never report again, and need not see anything. */
  static final int DEAD = -3;

  /** A rule rests in a state that at least so many of the 256 byte values keep it in. */
  static final int RESTING = 128;

  /** Words of a set of bytes. */
  static final int WORDS = 4;

  /** What {@link #step(int)} wants to know of a byte, 0 to 255. */
  abstract int classOf(int symbol);

  /** Reads a byte, given by its class; says what {@link #standing()} says then. */
  abstract int step(int symbolClass);

  /**
   * How far it is on its way, 0 if it is not; or {@link #HOME}, {@link #ASLEEP} or {@link #DEAD}.
   */
  abstract int standing();

  /** Sets the bytes that take it away from home; none if it has none. */
  abstract void homeWakes(long[] words);

  /** Sets the bytes that take it away from where it is {@link #ASLEEP}. */
  abstract void wakes(long[] words);

  /**
   * A byte that brings it nearer to a report, each such byte as likely as any other.
   *
   * @throws IllegalStateException if it is {@link #DEAD}
   */
  abstract int forward(SplittableRandom random);

  /** Sets the bytes after which it is on its way. */
  abstract void goesOn(long[] words);
}
