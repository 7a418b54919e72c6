package io.fsmrun.cpu.bytes;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * A rule, or a part of one, that matches so many bytes of a set in a row: at each end of so many,
 * whatever lies before them.
 *
 * @param rule index of the rule; several may be of one
 * @param set the bytes
 * @param least how many, from 1 to {@link #MAX_LENGTH}
 */
public record RuleRun(int rule, SymbolSet set, int least) {

  /** The most bytes in a row. */
  public static final int MAX_LENGTH = 1 << 20;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public RuleRun {
    if (least < 1 || least > MAX_LENGTH) {
      throw new IllegalArgumentException("a run of " + least + " bytes");
    }
  }
}
