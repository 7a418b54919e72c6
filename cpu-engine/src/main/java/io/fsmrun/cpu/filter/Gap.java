package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * What lies between two pieces of a rule: any number of bytes between two bounds, all out of one
 * set.
 *
 * @param symbols the bytes that may lie there
 * @param min the fewest, from 0
 * @param max the most, or {@link #UNBOUNDED}
 */
public record Gap(SymbolSet symbols, int min, int max) {

  /** The value of {@code max} that sets no bound. */
  public static final int UNBOUNDED = -1;

  /** The greatest bound. */
  public static final int MAX_LENGTH = 1 << 16;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException if they are out of range
   */
  public Gap {
    if (min < 0 || min > MAX_LENGTH || max > MAX_LENGTH || max != UNBOUNDED && max < min) {
      throw new IllegalArgumentException("a gap of " + min + " to " + max);
    }
  }

  /**
   * Whether any bytes may lie there, and any number from a least one on.
   *
   * @return true if the earliest end before it is as good as any
   */
  public boolean isAnything() {
    return max == UNBOUNDED && symbols.equals(SymbolSet.ALL);
  }
}
