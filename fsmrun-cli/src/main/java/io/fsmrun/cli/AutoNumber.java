package io.fsmrun.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number, or {@code auto} as {@link StrategyChoice#AUTO}. */
final class AutoNumber implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    if (text.equals("auto")) {
      return StrategyChoice.AUTO;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new TypeConversionException("'" + text + "' is neither a number from 0 nor auto");
  }
}
