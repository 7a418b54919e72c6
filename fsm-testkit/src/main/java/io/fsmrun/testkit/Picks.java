package io.fsmrun.testkit;

import java.util.Random;

/** Draws parts of random rules and inputs. */
public final class Picks {

  private Picks() {}

  /**
   * Draws one of some.
   *
   * @param from at least one
   * @param random where it is drawn from, one number
   * @param <T> what they are
   * @return any of them, each as likely
   */
  public static <T> T pick(T[] from, Random random) {
    return from[random.nextInt(from.length)];
  }
}
