package io.fsmrun.ap.reference;

import java.util.Comparator;

/**
 * One report of a network as files and users see it. Transformations keep the set of these.
 *
 * @param name the report code of the element; its id if it has no code
 * @param symbol the number of the symbol, from 0
 */
public record NamedReport(String name, long symbol) implements Comparable<NamedReport> {

  private static final Comparator<NamedReport> ORDER =
      Comparator.comparingLong(NamedReport::symbol).thenComparing(NamedReport::name);

  @Override
  public int compareTo(NamedReport other) {
    return ORDER.compare(this, other);
  }
}
