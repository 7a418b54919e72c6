package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.chip.ThesisAllocation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A value that the text of the thesis states (Zhuo 2022, chapter 3). Most bars of its figures have
 * no number in the text; nothing is read off drawings.
 *
 * @param figure the figure or table it belongs to
 * @param series which of its series
 * @param category a benchmark, or what the figure has in its place
 * @param value the number
 * @param relation how exactly it is stated
 * @param section where
 */
public record Published(
    String figure,
    String series,
    String category,
    double value,
    Relation relation,
    String section) {

  /** The category of a mean over the benchmarks. */
  public static final String MEAN = "mean";

  /** The category of the most of any benchmark. */
  public static final String MOST = "most";

  /** How exactly a value is stated. */
  public enum Relation {
    /** As a number. */
    EXACT,
    /** In words, such as "near ideal" or "around 1". */
    ABOUT,
    /** As a bound from above. */
    BELOW
  }

  private static final String TABLE = "table-3.1";

  /** Differences up to this share of the stated value need no explanation. */
  public static final double TOLERANCE = 0.10;

  /**
   * All that the text states.
   *
   * @return in the order of the figures
   */
  public static List<Published> all() {
    List<Published> all = new ArrayList<>();
    table(all);
    all.add(exact("figure-3.7", "mean over rules", "ClamAV", 0.61, "3.4.4"));
    speedups(all);
    flows(all);
    merges(all);
    return all;
  }

  private static void table(List<Published> all) {
    for (ThesisAllocation row : ThesisAllocation.values()) {
      String name = row.label();
      all.add(exact(TABLE, "rules", name, row.machines(), "table 3.1"));
      all.add(exact(TABLE, "states", name, row.states(), "table 3.1"));
      all.add(exact(TABLE, "states as RE2 makes them", name, row.states(), "table 3.1"));
      all.add(exact(TABLE, "half-cores a segment", name, row.halfCoresPerSegment(), "table 3.1"));
      all.add(exact(TABLE, "segments", name, row.segments(), "table 3.1"));
      all.add(exact(TABLE, "look-back L", name, row.lookBackSymbols(), "table 3.1"));
      all.add(exact(TABLE, "cut-off, %", name, row.cutOffPercent(), "table 3.1"));
    }
  }

  private static void speedups(List<Published> all) {
    String figure = "figure-3.10";
    String section = "3.7.1";
    for (ThesisAllocation row : ThesisAllocation.values()) {
      String name = row.label();
      boolean isStated = name.equals("Snort") || name.equals("ClamAV");
      if (!isStated && row != ThesisAllocation.POWER_EN) {
        all.add(new Published(figure, "cse", name, row.segments(), Relation.ABOUT, section));
      }
    }
    all.add(exact(figure, "cse", "Snort", 4.9, section));
    all.add(exact(figure, "cse", "ClamAV", 4.4, section));
    all.add(exact(figure, "pap", "Snort", 1.14, section));
    all.add(exact(figure, "pap", "ClamAV", 1.37, section));
    for (String name : List.of("Ranges05", "Ranges1", "ExactMatch")) {
      all.add(new Published(figure, "pap", name, 16, Relation.ABOUT, section));
    }
    String ratios = "figure-3.10-ratios";
    all.add(exact(ratios, "cse over lbe", MEAN, 2.0, section));
    all.add(exact(ratios, "cse over lbe", MOST, 8.6, "3.8"));
    all.add(exact(ratios, "cse over pap", MEAN, 2.4, section));
    all.add(exact(ratios, "cse over pap", MOST, 2.7, "3.8"));
    all.add(exact(ratios, "cse over pap", SMALL, 1.047, section));
    all.add(exact("figure-3.13-best", "best over worst look-back", "Brill", 5.2, "3.7.4"));
    all.add(new Published("figure-3.13", "ClamAV", "10", 1, Relation.BELOW, "3.7.4"));
  }

  /** The category of the mean over the three benchmarks on which PAP reaches the ideal. */
  static final String SMALL = "mean of Ranges05, Ranges1, ExactMatch";

  private static void flows(List<Published> all) {
    String first = "figure-3.11";
    all.add(exact(first, "pap", "Snort", 103, "3.7.2"));
    all.add(exact(first, "lbe", "Snort", 2.9, "3.7.2"));
    all.add(exact(first, "cse", "Snort", 3.9, "3.7.2"));
    all.add(exact(first, "pap", "ClamAV", 404, "3.7.2"));
    all.add(exact(first, "lbe", "ClamAV", 2.9, "3.7.2"));
    all.add(exact(first, "cse", "ClamAV", 4.8, "3.7.2"));
    for (String name : List.of("Ranges05", "Ranges1", "ExactMatch")) {
      all.add(exact(first, "pap", name, 1, "3.7.2"));
    }
    all.add(exact(first, "cse", MEAN, 5.2, "3.7.5"));
    String one = "symbols-to-one";
    for (String name : Benchmark.names()) {
      if (name.equals("PowerEN")) {
        all.add(exact(one, "most of any rule and segment", name, 565, "3.7.2"));
      } else {
        all.add(
            new Published(one, "most of any rule and segment", name, 10, Relation.BELOW, "3.7.2"));
      }
    }
    String last = "figure-3.12";
    all.add(exact(last, "lbe", MEAN, 1.9, "3.7.3"));
    for (String name : List.of("TCP", "Dotstar", "Protomata")) {
      all.add(exact(last, "pap", name, 3, "3.7.3"));
    }
    all.add(exact(last, "pap", "ClamAV", 21, "3.7.3"));
    all.add(exact(last, "pap", "Snort", 30, "3.7.3"));
    for (String name : Benchmark.names()) {
      all.add(new Published(last, "cse", name, 1, Relation.ABOUT, "3.7.3"));
    }
  }

  private static void merges(List<Published> all) {
    String sets = "figure-3.14";
    all.add(exact(sets, "mfp", MEAN, 2.2, "3.7.5"));
    all.add(exact(sets, "99%", MEAN, 3.9, "3.7.5"));
    all.add(exact(sets, "100%", MEAN, 9.9, "3.7.5"));
    all.add(exact(sets, "100%", "Protomata", 61, "3.7.5"));
    all.add(exact(sets, "100%", "ClamAV", 13, "3.7.5"));
    all.add(exact("figure-3.15", "table 3.1 over mfp", MEAN, 1.4, "3.7.5"));
    String again = "figure-3.16";
    all.add(exact(again, "mfp", "TCP", 0.232, "3.7.6"));
    all.add(exact(again, "mfp", "Protomata", 0.190, "3.7.6"));
    all.add(exact(again, "mfp", "Brill", 0.263, "3.7.6"));
    for (String name : Benchmark.names()) {
      all.add(new Published(again, "table 3.1", name, 0.005, Relation.BELOW, "3.7.6"));
    }
    all.add(exact(again, "table 3.1", MEAN, 0.002, "3.7.6"));
  }

  private static Published exact(
      String figure, String series, String category, double value, String section) {
    return new Published(figure, series, category, value, Relation.EXACT, section);
  }

  /**
   * How far a number of ours is from this one.
   *
   * @param ours the number
   * @return the difference as a share of the stated value; below 0 if ours is less; 0 if it keeps
   *     to a bound
   */
  public double difference(double ours) {
    if (relation == Relation.BELOW && ours < value) {
      return 0;
    }
    return (ours - value) / value;
  }

  /**
   * Whether a number of ours needs an explanation.
   *
   * @param ours the number
   * @return true if it is more than 10% away, or beyond a bound
   */
  public boolean differsFrom(double ours) {
    return relation == Relation.BELOW ? ours >= value : Math.abs(difference(ours)) > TOLERANCE;
  }

  /**
   * The key of its explanation.
   *
   * @return figure, series and category
   */
  public String key() {
    return figure + "/" + series + "/" + category;
  }

  /**
   * The value as it is stated.
   *
   * @return such as {@code about 16}
   */
  public String inWords() {
    String number =
        value == Math.rint(value)
            ? Long.toString(Math.round(value))
            : BigDecimal.valueOf(value).toPlainString();
    return switch (relation) {
      case EXACT -> number;
      case ABOUT -> "about " + number;
      case BELOW -> "below " + number;
    };
  }
}
