package io.fsmrun.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A ruleset scanned by the library, and by Hyperscan through the foreign-function interface, on one
 * thread; {@code megabytes} is the speed in MB/s. Both get the rules that both accept, and before
 * anything is timed their reports must be the same, one by one.
 *
 * <p>With nothing said the ruleset and the input are made up, from a seed. {@code -p rules=FILE -p
 * input=FILE} names others. Where Hyperscan is not installed, the library is compared with its plan
 * of one automaton instead, and Hyperscan's runs end with the reason.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-modules",
      "jdk.incubator.vector",
      "--enable-native-access=ALL-UNNAMED",
      "-Xmx2g"
    })
public class RulesetScanBenchmark {

  /** A rules file, or a ruleset of the suite. */
  @Param("dotstar03")
  public String rules;

  /** What is scanned, or {@code generated}: a trace that leads the rules towards matches. */
  @Param(RulesetScan.GENERATED)
  public String input;

  /** Who scans. */
  @Param public RulesetScan.Contender contender;

  private static final int GENERATED_BYTES = 1_000_000;

  private RulesetScan scan;

  /** A benchmark that needs no files. */
  public RulesetScanBenchmark() {}

  /** What is shown beside the number of scans. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Scanned {

    /** Millions of bytes. */
    public double megabytes;

    /** Nothing scanned. */
    public Scanned() {}
  }

  /**
   * Compiles and compares.
   *
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    scan = RulesetScan.of(rules, input, GENERATED_BYTES);
    System.out.println("# " + scan.verified());
    scan.choose(contender);
  }

  /** Gives back what Hyperscan holds. */
  @TearDown
  public void close() {
    scan.close();
  }

  /**
   * Scans the input once.
   *
   * @param scanned counts bytes
   * @return how many matches there were, where that is told
   */
  @Benchmark
  public long scan(Scanned scanned) {
    long matches = scan.run();
    scanned.megabytes += scan.lengthBytes() / 1e6;
    return matches;
  }
}
