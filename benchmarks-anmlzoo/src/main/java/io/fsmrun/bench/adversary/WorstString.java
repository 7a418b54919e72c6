package io.fsmrun.bench.adversary;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** Climbs to a string of great cost. For one thread. */
final class WorstString {

  private static final int LONGEST = 512;

  private final Random random;
  private final ToDoubleFunction<byte[]> cost;

  WorstString(Random random, ToDoubleFunction<byte[]> cost) {
    this.random = random;
    this.cost = cost;
  }

  /** The dearest of some strings, or of those that it was altered to. */
  byte[] find(List<byte[]> strings, int mutations) {
    byte[] best = strings.get(0);
    double most = Double.NEGATIVE_INFINITY;
    for (byte[] string : strings) {
      double found = cost.applyAsDouble(string);
      if (found > most) {
        most = found;
        best = string;
      }
    }
    for (int i = 0; i < mutations; i++) {
      byte[] altered = alter(best, strings.get(random.nextInt(strings.size())));
      double found = cost.applyAsDouble(altered);
      if (found > most) {
        most = found;
        best = altered;
      }
    }
    return best;
  }

  private byte[] alter(byte[] string, byte[] other) {
    int at = random.nextInt(string.length);
    byte[] copy = string.clone();
    switch (random.nextInt(5)) {
      case 0 -> copy[at] = other[random.nextInt(other.length)];
      case 1 -> copy[at] = copy[random.nextInt(copy.length)];
      case 2 -> copy = Arrays.copyOf(copy, at + 1);
      case 3 -> copy = Arrays.copyOfRange(copy, at, copy.length);
      default -> {
        int shared = Math.min(other.length, LONGEST - Math.min(LONGEST, copy.length));
        copy = Arrays.copyOf(copy, copy.length + shared);
        System.arraycopy(other, 0, copy, string.length, shared);
      }
    }
    return copy;
  }
}
