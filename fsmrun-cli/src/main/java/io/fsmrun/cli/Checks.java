package io.fsmrun.cli;

import java.util.Optional;

/** Checks of what the command line says. */
final class Checks {

  private static final int MOST_THREADS = 1 << 12;

  private Checks() {}

  static void threads(int threads) throws UserErrorException {
    within("--threads", threads, 1, MOST_THREADS);
  }

  static void within(String option, int value, int least, int most) throws UserErrorException {
    if (value < least) {
      throw new UserErrorException(option + " must be at least " + least + ", not " + value);
    }
    if (value > most) {
      throw new UserErrorException(option + " must be at most " + most + ", not " + value);
    }
  }

  /** Refuses an option that was given and has no meaning beside another. */
  static void absent(Object value, String option, String because) throws UserErrorException {
    boolean given = value instanceof Boolean flag ? flag : value != null;
    if (given) {
      throw new UserErrorException(option + " " + because);
    }
  }

  static <T> T orElse(T given, T otherwise) {
    return Optional.ofNullable(given).orElse(otherwise);
  }
}
