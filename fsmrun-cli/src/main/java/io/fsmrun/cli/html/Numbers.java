package io.fsmrun.cli.html;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** How numbers are written in tables, the same in every country. */
final class Numbers {

  private static final String NONE = "\u2013";
  private static final MathContext SIX_DIGITS = new MathContext(6);
  private static final double SMALL = 1e-4;

  /** From here on a number has six digits before the point. */
  private static final double LARGE = 1e5;

  private Numbers() {}

  /** Six significant digits, more for large whole numbers; a dash for what is no number. */
  static String text(double value) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "\u221e" : "-\u221e";
    }
    double size = Math.abs(value);
    if (size != 0 && size < SMALL) {
      return format("0.#####E0", value);
    }
    if (size >= LARGE) {
      return format("#,##0.#", value);
    }
    return format("#,##0.#########", new BigDecimal(value).round(SIX_DIGITS).doubleValue());
  }

  private static String format(String pattern, double value) {
    return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
  }
}
