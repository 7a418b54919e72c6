package io.fsmrun.profile;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Locale;
import java.util.Optional;

/**
 * Why two convergence sets stay apart: a state of each, what leads there, and what would bring both
 * together.
 *
 * <p>A value, shared by threads.
 *
 * @param one a state of the first set
 * @param other a state of the second set
 * @param wayToOne the shortest string from the start state to {@code one}, its bytes as characters
 *     up to U+00FF; empty if no string leads there
 * @param wayToOther the shortest string from the start state to {@code other}
 * @param meeting whether both can come to one state
 * @param shortest the shortest string after which both are in one state, its bytes as characters up
 *     to U+00FF; without characters if there is none or none was found
 * @param deciding the bytes that do what the least probable symbol of that string does; empty if
 *     there is no such string
 * @param probability how probable these bytes are as symbols of random strings, 0 to 1; the strings
 *     themselves round it to 1 in 4096, and up if it is less
 */
public record ApartStates(
    int one,
    int other,
    Optional<String> wayToOne,
    Optional<String> wayToOther,
    Meeting meeting,
    String shortest,
    SymbolSet deciding,
    double probability) {

  /** Whether two states can come to one. */
  public enum Meeting {
    /** Some string brings both to one state. */
    POSSIBLE,
    /** No string does. */
    NEVER,
    /** No string was found before the search was given up. */
    NOT_FOUND
  }

  /**
   * All this in words, with bytes as {@link SymbolChoice#parse} reads them.
   *
   * @return a clause without a full stop, such as: after "abc" and at the start it stays apart:
   *     only \n brings both together, which 0.0% of the symbols are
   */
  public String sentence() {
    String places = place(wayToOne, one) + " and " + place(wayToOther, other) + " it stays apart: ";
    return switch (meeting) {
      case NEVER -> places + "no string brings both together";
      case NOT_FOUND -> places + "no string was found that brings both together";
      case POSSIBLE -> places + reason();
    };
  }

  private String reason() {
    if (deciding.equals(SymbolSet.ALL)) {
      int symbols = shortest.length();
      return "any " + (symbols == 1 ? "byte brings" : symbols + " bytes bring") + " both together";
    }
    String bytes = ByteText.of(deciding);
    String share = String.format(Locale.ROOT, "%.1f%% of the symbols", 100 * probability);
    if (shortest.length() == 1) {
      return "only " + bytes + " brings both together, which " + share + " are";
    }
    return "the shortest string that brings both together is "
        + ByteText.quoted(shortest)
        + ", of which the rarest step takes "
        + bytes
        + ", which "
        + share
        + " are";
  }

  private static String place(Optional<String> way, int state) {
    if (way.isEmpty()) {
      return "in state " + state + ", which no string leads to,";
    }
    return way.get().isEmpty() ? "at the start" : "after " + ByteText.quoted(way.get());
  }
}
