package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.bench.AnmlZoo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One of the thirteen benchmarks of the evaluation.
 *
 * @param allocation its row of table 3.1
 * @param source where its rules and its input come from
 * @param split a regex after whose matches the input falls into independent pieces; empty if it is
 *     run as one
 * @param secondsPerRun what a run over its whole input takes on two cores, roughly
 */
public record Benchmark(
    ThesisAllocation allocation, Source source, String split, double secondsPerRun) {

  /** Where rules and input come from. */
  public sealed interface Source {

    /**
     * Rules and trace are generated.
     *
     * @param ruleset the name of the generated ruleset
     */
    record Suite(String ruleset) implements Source {}

    /**
     * Rules and input are files of an ANMLZoo checkout.
     *
     * @param benchmark which ones
     */
    record Zoo(AnmlZoo.Benchmark benchmark) implements Source {}
  }

  /** Sentences of Brill's corpus end with a full stop and its tag. */
  private static final String SENTENCES = "\\./\\.";

  /** Part of the time stamp of every packet record of Snort's capture. */
  private static final String PACKETS = "[\\x00-\\xff]U\\xfcT";

  private static final List<Benchmark> ALL =
      List.of(
          suite(ThesisAllocation.DOTSTAR03, 0.6),
          suite(ThesisAllocation.DOTSTAR06, 0.6),
          suite(ThesisAllocation.DOTSTAR09, 0.6),
          suite(ThesisAllocation.RANGES05, 0.4),
          suite(ThesisAllocation.RANGES1, 0.4),
          suite(ThesisAllocation.EXACT_MATCH, 0.4),
          suite(ThesisAllocation.TCP, 1.5),
          zoo(ThesisAllocation.POWER_EN, AnmlZoo.Benchmark.POWEREN, "", 4),
          zoo(ThesisAllocation.DOTSTAR, AnmlZoo.Benchmark.DOTSTAR, "", 3),
          zoo(ThesisAllocation.PROTOMATA, AnmlZoo.Benchmark.PROTOMATA, "", 7),
          zoo(ThesisAllocation.SNORT, AnmlZoo.Benchmark.SNORT, PACKETS, 4),
          zoo(ThesisAllocation.CLAM_AV, AnmlZoo.Benchmark.CLAMAV, "", 2),
          zoo(ThesisAllocation.BRILL, AnmlZoo.Benchmark.BRILL, SENTENCES, 3));

  private static Benchmark suite(ThesisAllocation row, double seconds) {
    return new Benchmark(row, new Source.Suite(row.label()), "", seconds);
  }

  private static Benchmark zoo(
      ThesisAllocation row, AnmlZoo.Benchmark files, String split, double seconds) {
    return new Benchmark(row, new Source.Zoo(files), split, seconds);
  }

  /**
   * All thirteen.
   *
   * @return in the order of table 3.1
   */
  public static List<Benchmark> all() {
    return ALL;
  }

  /**
   * The benchmark of a name.
   *
   * @param name a name, in any case
   * @return the benchmark, if there is one
   */
  public static Optional<Benchmark> named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return ALL.stream().filter(b -> b.name().toLowerCase(Locale.ROOT).equals(wanted)).findFirst();
  }

  /**
   * The name as the thesis writes it.
   *
   * @return such as {@code ClamAV}
   */
  public String name() {
    return allocation.label();
  }

  /**
   * Whether files of an ANMLZoo checkout are needed.
   *
   * @return true if so
   */
  public boolean needsAnmlZoo() {
    return source instanceof Source.Zoo;
  }

  /**
   * Names of all.
   *
   * @return in the order of table 3.1
   */
  public static List<String> names() {
    return Arrays.stream(ThesisAllocation.values()).map(ThesisAllocation::label).toList();
  }
}
