package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.Ports;

/**
 * The port that the end of an edge names in a file, before it is known what the edge leads to.
 *
 * @param kind what the name says
 * @param number the port number that it stands for ({@link Ports})
 */
public record InputPort(Kind kind, int number) {

  /** What the name of a port says about the element that has it. */
  public enum Kind {
    /** No port was named, or the one port that an element has. */
    ONLY,
    /** A port of a counter. */
    COUNTER,
    /** A term of a boolean element. */
    TERM
  }

  /** The one port of an element. */
  public static final InputPort ONLY = new InputPort(Kind.ONLY, Ports.INPUT);

  /** The count-enable port of a counter. */
  public static final InputPort COUNT = new InputPort(Kind.COUNTER, Ports.COUNT);

  /** The reset port of a counter. */
  public static final InputPort RESET = new InputPort(Kind.COUNTER, Ports.RESET);

  /**
   * A term of a boolean element.
   *
   * @param number the term, from 0
   * @return its port
   */
  public static InputPort term(int number) {
    return new InputPort(Kind.TERM, number);
  }

  /**
   * The port that a suffix or port id names: {@code cnt}, {@code rst}, {@code t1} and on (terms
   * counted from 1, as in ANML), {@code b0} and on (terms counted from 0, as in MNRL).
   *
   * @param name the name
   * @return the port; null if the name is not one of these
   */
  public static InputPort named(String name) {
    if (name.equals("cnt")) {
      return COUNT;
    }
    if (name.equals("rst")) {
      return RESET;
    }
    int length = name.length();
    if (length < 2 || length > 4 || name.charAt(0) != 't' && name.charAt(0) != 'b') {
      return null;
    }
    int number = 0;
    for (int i = 1; i < length; i++) {
      int digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return null;
      }
      number = number * 10 + digit;
    }
    number -= name.charAt(0) == 't' ? 1 : 0;
    return number < 0 || number > Ports.MAX_TERMS ? null : term(number);
  }
}
