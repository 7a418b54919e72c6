package io.fsmrun.cli;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes, such as 1000, 64KB or 1.5GB (decimal), or 10MiB (binary). */
final class ByteSize implements ITypeConverter<Long> {

  /** What is possible, for help. */
  static final String FORMS = "1000, 64KB, 10MB, 1.5GB (decimal) or 10MiB (binary)";

  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(?:([KMGT])(I?))?B?", Pattern.CASE_INSENSITIVE);
  private static final String PREFIXES = "KMGT";

  @Override
  public Long convert(String text) {
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      BigDecimal unit = BigDecimal.ONE;
      if (size.group(2) != null) {
        int power = 1 + PREFIXES.indexOf(size.group(2).toUpperCase(Locale.ROOT));
        unit = BigDecimal.valueOf(size.group(3).isEmpty() ? 1000 : 1024).pow(power);
      }
      try {
        return new BigDecimal(size.group(1)).multiply(unit).longValueExact();
      } catch (ArithmeticException e) {
        // Too many bytes, or a part of one: said below.
      }
    }
    throw new TypeConversionException("'" + text + "' is no number of bytes, such as " + FORMS);
  }
}
