package io.fsmrun.ap.reference;

import java.util.Comparator;

/**
 * One report of a network.
 *
 * @param element the element that was active
 * @param symbol the number of the symbol on which it was, from 0
 */
public record NetworkReport(int element, long symbol) implements Comparable<NetworkReport> {

  private static final Comparator<NetworkReport> ORDER =
      Comparator.comparingLong(NetworkReport::symbol).thenComparingInt(NetworkReport::element);

  /** By symbol, then by element: the order in which engines give them. */
  @Override
  public int compareTo(NetworkReport other) {
    return ORDER.compare(this, other);
  }
}
