package io.fsmrun.cpu.shift;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Objects;

/**
 * A set of bytes in a {@link ShiftChain}.
 *
 * @param set one of these
 * @param isOptional whether there may be none
 * @param isRepeated whether there may be any number
 */
public record ShiftElement(SymbolSet set, boolean isOptional, boolean isRepeated) {

  /** Checks that the set is there. */
  public ShiftElement {
    Objects.requireNonNull(set);
  }

  /**
   * Just one byte.
   *
   * @param set out of this
   * @return the element
   */
  public static ShiftElement one(SymbolSet set) {
    return new ShiftElement(set, false, false);
  }
}
