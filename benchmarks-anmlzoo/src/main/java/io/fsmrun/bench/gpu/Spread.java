package io.fsmrun.bench.gpu;

import java.util.Arrays;
import java.util.Locale;

/** Times of one thing done several times. */
final class Spread {

  private final double[] millis;
  private int count;

  Spread(int most) {
    millis = new double[most];
  }

  void add(double value) {
    millis[count++] = value;
  }

  double median() {
    double[] sorted = Arrays.copyOf(millis, count);
    Arrays.sort(sorted);
    return sorted[count / 2];
  }

  private double least() {
    return Arrays.stream(millis, 0, count).min().orElseThrow();
  }

  private double most() {
    return Arrays.stream(millis, 0, count).max().orElseThrow();
  }

  /** Gigabytes a second: median, least and most. */
  String speed(long bytes) {
    return String.format(
        Locale.ROOT,
        "%.3f\t%.3f\t%.3f",
        bytes / 1e6 / median(),
        bytes / 1e6 / most(),
        bytes / 1e6 / least());
  }

  /** Microseconds: median, least and most. */
  String micros() {
    return String.format(
        Locale.ROOT, "%.0f\t%.0f\t%.0f", 1000 * median(), 1000 * least(), 1000 * most());
  }
}
