package io.fsmrun.ap.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Colours for elements by how often they were active, from light to dark as the count grows by
 * powers. Meant for drawings on a light ground. Immutable, shared by threads.
 */
public final class HeatMap {

  /** Of elements that were never active. */
  public static final String NEVER = "#f2f2f2";

  /** One hue, light to dark, so that the order is seen without colour too. */
  private static final int[][] RAMP = {
    {255, 245, 220}, {253, 216, 150}, {252, 171, 92}, {240, 112, 58}, {206, 55, 38}, {128, 10, 28}
  };

  private static final int STEPS = 8;

  private final ActivityProfile profile;
  private final long most;

  /**
   * A colour and what it means.
   *
   * @param colour as "#rrggbb"
   * @param from the least count that has it
   * @param to the greatest
   */
  public record Entry(String colour, long from, long to) {

    /**
     * The counts in words.
     *
     * @return "never active", or the range of counts
     */
    public String label() {
      if (to == 0) {
        return "never active";
      }
      return from == to
          ? String.format(Locale.ROOT, "active %,d times", from)
          : String.format(Locale.ROOT, "active %,d to %,d times", from, to);
    }
  }

  /**
   * The colours of a run.
   *
   * @param profile what was counted
   */
  public HeatMap(ActivityProfile profile) {
    this.profile = profile;
    long highest = 0;
    for (int element = 0; element < profile.elements(); element++) {
      highest = Math.max(highest, profile.activations(element));
    }
    most = highest;
  }

  /**
   * The colour of an element.
   *
   * @param element an element
   * @return as "#rrggbb"
   */
  public String colour(int element) {
    long count = profile.activations(element);
    return count == 0 ? NEVER : ramp(step(count));
  }

  /**
   * What an element's node should have in a DOT file.
   *
   * @param element an element
   * @return attributes without brackets: fill, a readable font colour, and the count as a tooltip
   */
  public String dotAttributes(int element) {
    long count = profile.activations(element);
    boolean dark = count > 0 && step(count) >= STEPS - 3;
    return String.format(
        Locale.ROOT,
        "style=filled, fillcolor=\"%s\", fontcolor=\"%s\", tooltip=\"active %d times\"",
        colour(element),
        dark ? "#ffffff" : "#000000",
        count);
  }

  /**
   * All colours that the map may use, from never to most.
   *
   * @return one entry for each; ranges join without gaps
   */
  public List<Entry> legend() {
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry(NEVER, 0, 0));
    long from = 1;
    for (int step = 0; step < STEPS && from <= most; step++) {
      if (step(from) == step) {
        long to = last(step, from);
        entries.add(new Entry(ramp(step), from, to));
        from = to + 1;
      }
    }
    return List.copyOf(entries);
  }

  /** The greatest count of a step: counts of a step are adjacent. */
  private long last(int step, long from) {
    long low = from;
    long high = most;
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (step(middle) == step) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private int step(long count) {
    if (most <= 1) {
      return STEPS - 1;
    }
    return (int) Math.round(Math.log((double) count) / Math.log((double) most) * (STEPS - 1));
  }

  private static String ramp(int step) {
    double at = (double) step / (STEPS - 1) * (RAMP.length - 1);
    int low = Math.min((int) at, RAMP.length - 2);
    double part = at - low;
    StringBuilder colour = new StringBuilder("#");
    for (int channel = 0; channel < 3; channel++) {
      long value = Math.round(RAMP[low][channel] * (1 - part) + RAMP[low + 1][channel] * part);
      colour.append(String.format(Locale.ROOT, "%02x", value));
    }
    return colour.toString();
  }
}
