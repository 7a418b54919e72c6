package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;

/**
 * A network that takes two bytes for each byte of the original's input, and how inputs are coded
 * for it and reports read. Reports keep their names. Immutable.
 *
 * @param network the widened network
 * @param padding where the zero byte stands
 */
public record WidenedNetwork(AutomataNetwork network, Padding padding) {

  /** Where the zero byte of a symbol of 16 bits stands. */
  public enum Padding {
    /** Before the byte: 16-bit symbols with the high byte first. */
    BEFORE,
    /** After the byte: 16-bit symbols with the low byte first. */
    AFTER
  }

  /**
   * Codes an input.
   *
   * @param input an input of the original network
   * @return the input of the widened network, twice as long; O(length)
   */
  public byte[] encode(byte[] input) {
    byte[] coded = new byte[Math.multiplyExact(2, input.length)];
    int at = padding == Padding.BEFORE ? 1 : 0;
    for (byte symbol : input) {
      coded[at] = symbol;
      at += 2;
    }
    return coded;
  }

  /**
   * Where the original network gives a report.
   *
   * @param symbol the number of a byte of the widened network's input, from 0
   * @return the number of the original symbol, from 0
   */
  public long originalSymbol(long symbol) {
    return symbol / 2;
  }
}
