package io.fsmrun.bench;

import io.fsmrun.ap.engine.EngineOptions;
import io.fsmrun.ap.engine.NetworkEngine;
import io.fsmrun.ap.engine.NetworkSession;
import io.fsmrun.ap.engine.SegmentedScan;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.profile.ActivityProfiler;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast networks run. The score is the time for a million symbols, so MB/s is a thousand divided
 * by it. Before anything is timed, the reports of the first symbols must be those of the simulator
 * of {@link ActivityProfiler}, which shares no code with the engine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules", "jdk.incubator.vector", "-Xmx4g"})
public class NetworkScanBenchmark {

  private static final int CHECKED_SYMBOLS = 20_000;
  private static final int SYMBOLS = 1_000_000;

  /** A benchmark of ANMLZoo. */
  @Param({"hamming", "levenshtein"})
  public String network;

  /** {@code one} thread, two over {@code components}, two over {@code segments}. */
  @Param({"one", "components", "segments"})
  public String threads;

  /**
   * {@code given}: ANMLZoo's input, over and over. {@code fresh}: never the same, drawn byte by
   * byte from ANMLZoo's, so that nothing is known from the run before but how bytes are shared.
   */
  @Param({"given", "fresh"})
  public String symbols;

  /** What is switched off: {@code none}, {@code memo}, {@code dense}, {@code vectors}. */
  @Param({"none"})
  public String off;

  private final Random random = new Random(1);
  private byte[] given;
  private byte[] input;
  private NetworkSession session;
  private SegmentedScan segments;
  private long reports;

  /** A benchmark that needs ANMLZoo. */
  public NetworkScanBenchmark() {}

  /**
   * Loads and checks.
   *
   * @throws IOException if the network is absent or cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    AutomataNetwork loaded = Networks.network(network);
    EngineOptions options =
        EngineOptions.DEFAULT
            .withThreads(threads.equals("components") ? 2 : 1)
            .withMemo(!off.equals("memo"))
            .withDense(!off.equals("dense"))
            .withVectors(!off.equals("vectors"));
    NetworkEngine engine = NetworkEngine.of(loaded, options);
    session = engine.newSession();
    given = Networks.input(network);
    input = Arrays.copyOf(given, SYMBOLS);
    check(loaded);
    if (threads.equals("segments")) {
      segments = new SegmentedScan(engine, 2);
    }
  }

  private void check(AutomataNetwork loaded) throws InterruptedException {
    long[] expected = {0};
    ActivityProfiler profiler =
        new ActivityProfiler(
            loaded,
            (symbol, active, count) -> {},
            (element, symbol) -> expected[0] += 31L * element + symbol);
    profiler.feed(input, 0, CHECKED_SYMBOLS);
    profiler.finish();
    long[] seen = {0};
    session.write(
        input, 0, CHECKED_SYMBOLS, (element, symbol) -> seen[0] += 31L * element + symbol);
    session.finish((element, symbol) -> seen[0] += 31L * element + symbol);
    session.reset();
    if (expected[0] != seen[0]) {
      throw new IllegalStateException("reports differ from the simulator's");
    }
  }

  /** Draws new symbols, if that is asked for. */
  @Setup(Level.Invocation)
  public void draw() {
    if (symbols.equals("fresh")) {
      Networks.drawFrom(given, input, random);
    }
  }

  /**
   * Runs a million symbols.
   *
   * @return the number of reports so far
   * @throws InterruptedException if the thread is interrupted
   */
  @Benchmark
  public long scan() throws InterruptedException {
    if (segments != null) {
      segments.write(input, 0, input.length, (element, symbol) -> reports++);
    } else {
      session.write(input, 0, input.length, (element, symbol) -> reports++);
    }
    return reports;
  }
}
