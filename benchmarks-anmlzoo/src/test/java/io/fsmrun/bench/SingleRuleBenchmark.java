package io.fsmrun.bench;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One rule at a time, beside engines that take one rule. An operation is a million bytes, so that
 * the score is MB/s. Before anything is timed, {@link SingleRuleEngine#verified} compares what the
 * engine counts with what the library does.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Xmx1g", "-Xss8m"})
public class SingleRuleBenchmark {

  private static final int MILLIONS_OF_BYTES = 1;
  private static final long SEED = 1;

  /** What is scanned. */
  @Param public SyntheticText text;

  /** What is scanned for. */
  @Param public SingleRule rule;

  /** What scans; named so that JMH lets the engines take turns on each rule. */
  @Param public SingleRuleEngine using;

  private LongSupplier scan;

  /** A benchmark that needs no files. */
  public SingleRuleBenchmark() {}

  /**
   * Makes the text, compiles and compares.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  @Setup
  public void prepare() throws InterruptedException {
    byte[] bytes = text.generate(MILLIONS_OF_BYTES * 1_000_000, SEED);
    System.out.printf("# %d ends%n", using.verified(rule, bytes));
    scan = using.prepare(rule, bytes);
  }

  /**
   * Scans the text once.
   *
   * @return the count
   */
  @Benchmark
  @OperationsPerInvocation(MILLIONS_OF_BYTES)
  public long scan() {
    return scan.getAsLong();
  }
}
