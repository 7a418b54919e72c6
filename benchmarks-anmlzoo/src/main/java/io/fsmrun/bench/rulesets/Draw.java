package io.fsmrun.bench.rulesets;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws from a seed: the same seed gives the same sequence of everything. Mutable; for one thread.
 */
final class Draw {

  static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  static final String DIGITS = "0123456789";
  static final String HEX = DIGITS + "abcdef";
  static final String ALPHANUMERIC = DIGITS + LOWER + UPPER;
  static final String BASE64 = ALPHANUMERIC + "+/";

  private final SplittableRandom random;

  Draw(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A number from the least to the most, both included. */
  int number(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** True once in so many draws on average. */
  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  String of(String... values) {
    return values[random.nextInt(values.length)];
  }

  /** As many characters as asked for, each one of an alphabet. */
  String chars(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }

  String chars(String alphabet, int least, int most) {
    return chars(alphabet, number(least, most));
  }

  /** A string of any bytes, one a character. */
  String bytes(int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) random.nextInt(256));
    }
    return text.toString();
  }

  /**
   * A rank below a bound: rank r about as often as 1/(r+1), as words in a text are. Drawn by
   * inverting the integral of 1/x, which is near enough.
   */
  int rank(int bound) {
    return (int) Math.min(bound - 1.0, Math.pow(bound + 1.0, random.nextDouble()) - 1);
  }
}
