package io.fsmrun.ap.profile;

import io.fsmrun.ap.timing.EventCounters;
import java.util.ArrayList;
import java.util.List;

/**
 * What the elements of a network did on an input. Immutable, shared by threads. Memory: 16 bytes an
 * element.
 */
public final class ActivityProfile {

  private final long[] activations;
  private final long[] enables;
  private final long[] sizes;
  private final List<ActivityPoint> timeline;
  private final Totals totals;

  /** What was counted over all elements. */
  record Totals(long symbols, long activations, long enables, long reports) {}

  ActivityProfile(
      long[] activations,
      long[] enables,
      long[] sizes,
      List<ActivityPoint> timeline,
      Totals totals) {
    this.activations = activations;
    this.enables = enables;
    this.sizes = sizes;
    this.timeline = timeline;
    this.totals = totals;
  }

  /**
   * Number of elements of the network.
   *
   * @return 0 or more
   */
  public int elements() {
    return activations.length;
  }

  /**
   * Symbols of the input.
   *
   * @return 0 or more
   */
  public long symbols() {
    return totals.symbols;
  }

  /**
   * Reports.
   *
   * @return 0 or more
   */
  public long reports() {
    return totals.reports;
  }

  /**
   * On how many symbols an element was active.
   *
   * @param element an element
   * @return from 0 to the number of symbols
   */
  public long activations(int element) {
    return activations[element];
  }

  /**
   * On how many symbols an STE was enabled: driven, or starting. One that is only kept active by
   * its latch is not.
   *
   * @param element an element
   * @return from 0 to the number of symbols; 0 for counters and gates
   */
  public long enables(int element) {
    return enables[element];
  }

  /**
   * Active elements on a symbol, on average.
   *
   * @return 0 if there was no input
   */
  public double meanActive() {
    return totals.symbols == 0 ? 0 : (double) totals.activations / totals.symbols;
  }

  /**
   * Active elements, the most on one symbol.
   *
   * @return 0 or more
   */
  public int mostActive() {
    for (int size = sizes.length - 1; size > 0; size--) {
      if (sizes[size] > 0) {
        return size;
      }
    }
    return 0;
  }

  /**
   * On how many symbols the active set had a size.
   *
   * @param size a number of active elements
   * @return 0 or more
   */
  public long symbolsWithActive(int size) {
    return size < sizes.length ? sizes[size] : 0;
  }

  /**
   * The active-set sizes along the input.
   *
   * @return up to 2048 points, of equally many symbols each except the last
   */
  public List<ActivityPoint> timeline() {
    return timeline;
  }

  /**
   * How many symbols had active sets of which sizes.
   *
   * @return ranges that double: 0, 1, 2-3, 4-7, up to the last that is not empty
   */
  public List<CountRange> activeSetHistogram() {
    long[] inRange = new long[64];
    for (int size = 0; size < sizes.length; size++) {
      inRange[range(size)] += sizes[size];
    }
    return ranges(inRange);
  }

  /**
   * How many elements were active how often.
   *
   * @return ranges that double: 0, 1, 2-3, 4-7, up to the last that is not empty
   */
  public List<CountRange> activationHistogram() {
    return histogram(activations);
  }

  /**
   * How many elements were enabled how often, counters and gates among those never.
   *
   * @return ranges that double: 0, 1, 2-3, 4-7, up to the last that is not empty
   */
  public List<CountRange> enableHistogram() {
    return histogram(enables);
  }

  private static List<CountRange> histogram(long[] counts) {
    long[] inRange = new long[64];
    for (long count : counts) {
      inRange[range(count)]++;
    }
    return ranges(inRange);
  }

  private static int range(long count) {
    return 64 - Long.numberOfLeadingZeros(count);
  }

  private static List<CountRange> ranges(long[] inRange) {
    int last = inRange.length - 1;
    while (last > 0 && inRange[last] == 0) {
      last--;
    }
    List<CountRange> ranges = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      long from = i == 0 ? 0 : 1L << (i - 1);
      ranges.add(new CountRange(from, i == 0 ? 0 : 2 * from - 1, inRange[i]));
    }
    return List.copyOf(ranges);
  }

  /**
   * The events of the run, as of one flow without output buffers.
   *
   * @param halfCores half-cores that the network takes; each reads a row for every symbol
   * @return the events
   */
  public EventCounters events(int halfCores) {
    return new EventCounters(
        totals.symbols,
        totals.symbols * halfCores,
        totals.activations,
        totals.enables,
        0,
        0,
        0,
        totals.reports,
        0,
        0);
  }
}
