package io.fsmrun.cli.bench;

import io.fsmrun.scan.plan.RuleChoice;
import java.util.List;
import java.util.Optional;

/**
 * What a benchmark found.
 *
 * @param origin what they depend on beside the machine
 * @param rules what became of the rules
 * @param input what was scanned
 * @param check how the reports were verified
 * @param compiled what compiling took, of each system
 * @param outcomes how fast each contender was, this library first
 * @param plan where each rule went
 * @param ramp when a scanner that had never scanned was nearly as fast as it gets; measured with
 *     one thread only
 * @param gpu what was found of the GPU, if one took part
 */
public record BenchFigures(
    Origin origin,
    RuleCounts rules,
    Scanned input,
    Check check,
    List<Compiled> compiled,
    List<Race.Outcome> outcomes,
    List<RuleChoice> plan,
    Optional<Ramp.Reached> ramp,
    Optional<GpuFigures> gpu) {

  /** Copies the lists. */
  public BenchFigures {
    compiled = List.copyOf(compiled);
    outcomes = List.copyOf(outcomes);
    plan = List.copyOf(plan);
  }

  /**
   * What became of the rules.
   *
   * @param given how many there were
   * @param refused how many this library refused
   * @param refusedByOther how many of the others the other system refused
   * @param measured how many took part
   */
  public record RuleCounts(int given, int refused, int refusedByOther, int measured) {}

  /**
   * What was scanned, and how.
   *
   * @param name the input's name
   * @param bytes its length
   * @param threads threads that scanned at once
   * @param oneStream whether they shared it; else each scanned all of it
   * @param freshBytes how much of it scanners scanned that had never scanned
   * @param vectors whether Java ran with its vector module
   * @param sampled whether the rules were planned with a look at an input
   */
  public record Scanned(
      String name,
      int bytes,
      int threads,
      boolean oneStream,
      int freshBytes,
      boolean vectors,
      boolean sampled) {}

  /**
   * How the reports were verified.
   *
   * @param judge whose reports they were compared with
   * @param bytes how much of the input
   * @param reports number of reports there
   */
  public record Check(String judge, int bytes, int reports) {}

  /**
   * What compiling took.
   *
   * @param system name and version
   * @param nanos how long
   * @param memory what it took
   */
  public record Compiled(String system, long nanos, Memory memory) {}

  /**
   * Memory, in bytes.
   *
   * @param savedBytes size of the database as a file
   * @param loadedBytes what a database that was loaded takes
   * @param scannerBytes what a scanner takes beside the database, once it has scanned up to 2 MiB
   *     of the input
   * @param peakBytes the most memory while compiling: of Java's heap all that was in use, garbage
   *     included; of native code by how much the process grew; -1 if unknown
   */
  public record Memory(long savedBytes, long loadedBytes, long scannerBytes, long peakBytes) {}

  /**
   * How much faster this library was than another contender, by the runs in the middle.
   *
   * @param other place of the other, from 1
   * @return above 1 if this library was faster
   */
  public double ratio(int other) {
    return outcomes.getFirst().runs().median() / outcomes.get(other).runs().median();
  }
}
