package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.core.symbol.SymbolClasses;

/**
 * A network that takes two bytes of input a symbol, and how inputs are coded for it and reports
 * read.
 *
 * <p>A symbol is {@code first * (classes + 1) + second}, where first and second are the classes of
 * two bytes of the input; second is the number of classes if the input ends after the first. A
 * report code is the name of an original report, a colon, and 0 or 1 for the first or second byte
 * of the pair. So reports can be read back whatever was done to the strided network since.
 * Immutable.
 *
 * @param network the strided network
 * @param classes the classes of bytes that the original network does not tell apart
 */
public record StridedNetwork(AutomataNetwork network, SymbolClasses classes) {

  /** Length of what follows the name in a report code. */
  private static final int SUFFIX = 2;

  /**
   * Codes an input.
   *
   * @param input an input of the original network
   * @return the input of the strided network, half as long, rounded up; O(length)
   */
  public byte[] encode(byte[] input) {
    byte[] coded = new byte[(input.length + 1) / 2];
    for (int i = 0; i < coded.length; i++) {
      int second =
          2 * i + 1 < input.length ? classes.classOf(input[2 * i + 1] & 0xff) : classes.count();
      coded[i] = (byte) symbol(classes.classOf(input[2 * i] & 0xff), second);
    }
    return coded;
  }

  private int symbol(int first, int second) {
    return first * (classes.count() + 1) + second;
  }

  /**
   * What the original network calls a report.
   *
   * @param reportCode the report code of an element of the strided network
   * @return the report code, or the id where there is none, of an element of the original network
   */
  public String originalName(String reportCode) {
    return reportCode.substring(0, reportCode.length() - SUFFIX);
  }

  /**
   * Where the original network gives a report.
   *
   * @param reportCode the report code of an element of the strided network
   * @param symbol the number of a symbol of the strided network, from 0
   * @return the number of the original symbol, from 0
   */
  public long originalSymbol(String reportCode, long symbol) {
    return 2 * symbol + (reportCode.charAt(reportCode.length() - 1) - '0');
  }
}
