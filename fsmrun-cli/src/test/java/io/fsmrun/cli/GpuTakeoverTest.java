package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Takeover;
import io.fsmrun.cli.scan.TargetSurvey;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.plan.PlanRequest;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** When a GPU takes over, by times of our own. */
class GpuTakeoverTest {

  private static final long MILLI = 1_000_000;
  private static final long MB = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** A pipe of which more will come, of which all that has come was searched. */
  private static final Takeover.Pipe OPEN = new Takeover.Pipe(0, false, 0);

  private final List<Integer> samples = new ArrayList<>();
  private final Deque<Runnable> started = new ArrayDeque<>();
  private SimtDevice device;

  /** Bytes of all files, and whether these are all. */
  private long known;

  private boolean allKnown = true;

  private ColdRules rules = new ColdRules(1000);
  private boolean compiles = true;

  /** What the CPU has done so far. */
  private long now;

  private long waited;
  private long fileBytes;
  private long pipeBytes;

  private GpuScan scan() throws UnfitRulesException, InterruptedException {
    device = new SimtDevice();
    return GpuScan.on(
        device,
        GpuRules.of(Rules.of("abc")),
        new GpuScan.Settings(CompileOptions.defaults(), PlanRequest.defaults()));
  }

  private GpuTakeover takeover(double rate, Executor executor) {
    return takeover(rate, true, executor, 16);
  }

  private GpuTakeover takeover(double rate, boolean complete, Executor executor, int threads) {
    DeviceStart start =
        new DeviceStart(
            sample -> {
              samples.add(sample.length);
              return new DeviceStart.Opened(scan(), rate, complete);
            },
            executor,
            () -> now);
    return new GpuTakeover(start, this::counted, rules, threads, () -> now);
  }

  private TargetSurvey.Counted counted() {
    return new TargetSurvey.Counted(known, 1, known, allKnown);
  }

  private static byte[] beginning(int most) {
    return new byte[Math.min(most, 1000)];
  }

  /** The CPU goes on with files for a while. */
  private GpuSearch files(GpuTakeover takeover, long millis, long bytes)
      throws InterruptedException {
    now += millis * MILLI;
    fileBytes += bytes;
    return takeover.ask(new Takeover.Seen(fileBytes, 0, 0, null, 0), most -> new byte[0], false);
  }

  /** The CPU goes on with a pipe, 100 MB/s. */
  private GpuSearch pipe(GpuTakeover takeover, long bytes, long waitMillis, boolean last)
      throws InterruptedException {
    now += bytes * 10 + waitMillis * MILLI;
    waited += waitMillis * MILLI;
    pipeBytes += bytes;
    return takeover.ask(
        new Takeover.Seen(0, pipeBytes, pipeBytes, OPEN, waited), GpuTakeoverTest::beginning, last);
  }

  /** What is known of a pipe before the CPU has begun. */
  private static Takeover.Pipe ahead(long bytes, boolean ended) {
    return new Takeover.Pipe(bytes, ended, 0);
  }

  /** 100 MB/s: 1 GB takes 9.9 s more, and a GPU 1 s and a bit. */
  @Test
  void theDeviceIsStartedWhenItWillBeDoneEarlier() throws InterruptedException {
    known = 1000 * MB;
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      assertThat(files(takeover, 0, 0)).isNull();
      assertThat(files(takeover, 29, 3 * MB)).isNull();
      assertThat(started).isEmpty();
      assertThat(files(takeover, 31, 3 * MB)).isNull();
      assertThat(started).hasSize(1);
      assertThat(files(takeover, 400, 40 * MB)).isNull();
      started.remove().run();
      assertThat(files(takeover, 600, 60 * MB)).isNotNull();
      assertThat(takeover.isOver()).isTrue();
      assertThat(takeover.reason())
          .isEqualTo(
              "gpu after 106,000,000 bytes on the cpu: cpu 0.100 GB/s, gpu at most 5.000 GB/s,"
                  + " 894,000,000 bytes left");
    }
    assertThat(samples).containsExactly(0);
  }

  @Test
  void littleIsLeftToTheCpu() throws InterruptedException {
    known = 110 * MB;
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      assertThat(files(takeover, 0, 0)).isNull();
      assertThat(files(takeover, 150, 15 * MB)).isNull();
      assertThat(files(takeover, 900, 90 * MB)).isNull();
      assertThat(takeover.isOver()).isFalse();
      assertThat(takeover.reason()).startsWith("cpu for 110,000,000 bytes: cpu 0.100 GB/s, ");
    }
    assertThat(started).isEmpty();
  }

  /** The first files take a hundred times as long, since nothing is compiled yet. */
  @Test
  void aCpuThatWasSlowOnlyAtFirstKeepsTheRest() throws InterruptedException {
    known = 1000 * MB;
    try (GpuTakeover takeover = takeover(0.5e9, started::add)) {
      assertThat(files(takeover, 0, 0)).isNull();
      assertThat(files(takeover, 300, 3 * MB)).isNull();
      assertThat(started).hasSize(1);
      for (int i = 0; i < 6; i++) {
        assertThat(files(takeover, 100, 100 * MB)).isNull();
      }
      started.remove().run();
      assertThat(files(takeover, 100, 100 * MB)).isNull();
      assertThat(takeover.reason())
          .isEqualTo(
              "cpu: cpu 1.000 GB/s, gpu at most 0.500 GB/s, too slow for the 297,000,000 bytes that were left");
      // It is asked again: what comes now is hard for the CPU.
      assertThat(files(takeover, 600, 6 * MB)).isNotNull();
    }
  }

  /** At 0.1 and 0.4 GB/s the GPU is done with all of it when the CPU is with a quarter. */
  @Test
  void theEndOfALargeFileIsNotWorthItsBeginning() throws InterruptedException {
    known = 1000 * MB;
    for (long read : new long[] {740 * MB, 760 * MB}) {
      try (GpuTakeover takeover = takeover(0.4e9, Runnable::run)) {
        takeover.start(new byte[0]);
        now = 0;
        takeover.ask(new Takeover.Seen(0, 0, 0, null, 0), most -> new byte[0], false);
        now = 10 * read;
        GpuSearch taken =
            takeover.ask(new Takeover.Seen(read, 0, read, null, 0), most -> new byte[0], false);
        assertThat(taken != null).isEqualTo(read < 750 * MB);
      }
    }
  }

  @Test
  void aPipeIsTakenToLastAsLongAsItHas() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      assertThat(pipe(takeover, 1, 0, false)).isNull();
      assertThat(pipe(takeover, 99 * MB, 0, false)).isNull();
      assertThat(samples).isEmpty();
      assertThat(pipe(takeover, 7 * MB, 0, false)).isNotNull();
    }
    assertThat(samples).containsExactly(1000);
  }

  /** At 0.33 GB/s all that is kept was searched before a start of a second would pay. */
  @Test
  void theDeviceIsMadeReadyBeforeTheBeginningOfAPipeIsLetGo() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      long half = takeover.keptBytes() / 2;
      assertThat(half).isLessThan(300 * MB);
      assertThat(pipe(takeover, 1, 3, half)).isNull();
      assertThat(pipe(takeover, half - 1, 3, half + 1)).isNull();
      assertThat(samples).isEmpty();
      assertThat(pipe(takeover, half, 3, half + 1)).isNotNull();
    }
    assertThat(samples).containsExactly(1000);
  }

  /** At 1 GB/s it would be ready long after that. */
  @Test
  void aFastCpuIsNotMadeToWaitForADevice() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      long kept = takeover.keptBytes();
      assertThat(pipe(takeover, 1, 1, kept)).isNull();
      assertThat(pipe(takeover, kept / 2 + 10, 1, kept)).isNull();
      assertThat(started).isEmpty();
      takeover.start(new byte[0]);
      // Would wait for ever: nobody runs what was started.
      assertThat(pipe(takeover, kept, 1, kept)).isNull();
      assertThat(started).hasSize(1);
      assertThat(takeover.isOver()).isFalse();
      assertThat(takeover.reason())
          .isEqualTo("cpu: the search was over before the device was ready");
    }
  }

  /** A search that has read so much of a pipe, at so many nanoseconds a byte. */
  private GpuSearch pipe(GpuTakeover takeover, long read, int nanos, long kept)
      throws InterruptedException {
    now = nanos * read;
    return takeover.ask(
        new Takeover.Seen(0, read, read, OPEN, 0), GpuTakeoverTest::beginning, read == kept);
  }

  /** At 100 MB/s: of the same beginning more is left if more waits, less if that is the end. */
  @Test
  void whatWaitsIsLeftAndNothingElseAtTheEnd() throws InterruptedException {
    Object[][] cases = {
      {ahead(0, false), 30 * MB, false},
      {ahead(40 * MB, false), 30 * MB, true},
      {ahead(40 * MB, true), 30 * MB, false},
      {ahead(110 * MB, true), 30 * MB, true},
    };
    for (Object[] each : cases) {
      try (GpuTakeover takeover = takeover(5e9, started::add)) {
        started.clear();
        now = 0;
        Takeover.Pipe pipe = (Takeover.Pipe) each[0];
        for (long read : new long[] {1, (Long) each[1]}) {
          now = read * 10;
          takeover.ask(new Takeover.Seen(0, read, read, pipe, 0), most -> new byte[0], false);
        }
        assertThat(started.isEmpty()).as("%s", pipe).isNotEqualTo(each[2]);
      }
    }
  }

  @Test
  void aPipeThatIsSilentStaysAlsoIfMuchWaits() throws InterruptedException {
    for (long silent : new long[] {200 * MILLI, 300 * MILLI}) {
      try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
        Takeover.Pipe pipe = new Takeover.Pipe(100 * MB, false, silent);
        for (long read : new long[] {1, 50 * MB}) {
          now = read * 10;
          GpuSearch gpu =
              takeover.ask(new Takeover.Seen(0, read, read, pipe, 0), most -> new byte[0], false);
          assertThat(gpu != null).isEqualTo(read > 1 && silent < 250 * MILLI);
        }
      }
    }
  }

  /** Also with few threads, if so much has come that the CPU alone would take a while. */
  @Test
  void aLongPipeStartsTheDeviceBesideTheCompilation() {
    for (int threads : new int[] {1, 3, 4, 16}) {
      try (GpuTakeover takeover = takeover(5e9, false, started::add, threads)) {
        started.clear();
        long enough = threads < 4 ? takeover.keptBytes() / 2 : GpuTakeover.LONG_PIPE_BYTES;
        assertThat(takeover.arrived(1, GpuTakeoverTest::beginning)).isTrue();
        assertThat(takeover.arrived(enough - 1, GpuTakeoverTest::beginning)).isTrue();
        assertThat(started).isEmpty();
        assertThat(takeover.arrived(enough, GpuTakeoverTest::beginning)).isFalse();
        assertThat(started).hasSize(1);
        assertThat(takeover.arrived(2 * enough, GpuTakeoverTest::beginning)).isFalse();
        assertThat(started).hasSize(1);
      }
    }
  }

  /** Then its rate says whether a start pays. */
  @Test
  void aPipeDoesNotStartTheDeviceOnceTheCpuHasBegun() {
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      takeover.compiled();
      assertThat(takeover.arrived(100 * MB, GpuTakeoverTest::beginning)).isFalse();
      assertThat(started).isEmpty();
    }
  }

  @Test
  void theFirstThatIsReadyBegins() throws InterruptedException {
    now = 5 * SECOND;
    known = 1000 * MB;
    try (GpuTakeover takeover = takeover(2e9, started::add)) {
      assertThat(takeover.first(null, true)).isNull();
      takeover.start(new byte[0]);
      now += SECOND;
      assertThat(takeover.first(null, true)).isNull();
      started.remove().run();
      assertThat(takeover.first(null, true)).isNotNull();
      assertThat(takeover.isOver()).isTrue();
      assertThat(takeover.taken()).isNotNull();
      assertThat(takeover.reason())
          .isEqualTo(
              "gpu, ready before the rules were compiled for the cpu: 2.000 GB/s,"
                  + " 1,000,000,000 bytes known");
      assertThat(takeover.times())
          .isEqualTo(
              "device started after 0.00 s, ready after 1.00 s; rules of the cpu not compiled;"
                  + " search taken over by the gpu after 1.00 s");
    }
  }

  /** Whether a GPU that is ready after a second takes all; 16 threads are 8 GB/s at most. */
  private boolean isFirst(double rate, boolean complete, Takeover.Pipe pipe)
      throws InterruptedException {
    now = 0;
    try (GpuTakeover takeover = takeover(rate, complete, Runnable::run, 16)) {
      takeover.start(new byte[0]);
      now = SECOND;
      return takeover.first(pipe, compiles) != null;
    }
  }

  @Test
  void filesAreTakenIfAllAreDoneInTheTimeThatHasGoneByOrTheCpuIsSlowerForSure()
      throws InterruptedException {
    known = 3000 * MB;
    assertThat(isFirst(3.1e9, true, null)).isTrue();
    assertThat(isFirst(2.9e9, true, null)).isFalse();
    assertThat(isFirst(3.1e9, false, null)).as("rules that it refuses").isFalse();
    allKnown = false;
    assertThat(isFirst(3.1e9, true, null)).isFalse();
    assertThat(isFirst(8.1e9, true, null)).isTrue();
  }

  /** A second has gone by, and 100 kB of rules take 1.05 s to compile. */
  @Test
  void whatIsNotBeingCompiledTakesTimeToCome() throws InterruptedException {
    rules = new ColdRules(100_000);
    known = 3000 * MB;
    assertThat(isFirst(1.5e9, true, null)).isFalse();
    compiles = false;
    assertThat(isFirst(1.5e9, true, null)).isTrue();
    assertThat(isFirst(1.4e9, true, null)).isFalse();
    assertThat(isFirst(1.5e9, true, ahead(200 * MB, true))).isFalse();
  }

  @Test
  void compilingLargeRulesStandsBackForADeviceOfWhichMuchIsExpected() throws InterruptedException {
    assertThat(new ColdRules(16_383).areLarge()).isFalse();
    rules = new ColdRules(16_384);
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      assertThat(takeover.standsBack(null, 0)).as("nothing is started").isFalse();
      takeover.start(new byte[0]);
      assertThat(takeover.standsBack(null, 249 * MILLI)).isTrue();
      assertThat(takeover.standsBack(null, 250 * MILLI)).as("not young").isFalse();
      assertThat(takeover.standsBack(new Takeover.Pipe(0, true, 0), 0)).isTrue();
      now += 100 * MILLI;
      assertThat(takeover.standsBack(ahead(10 * MB, false), 0)).isTrue();
      assertThat(takeover.standsBack(ahead(9 * MB, false), 0)).as("slow").isFalse();
      now = 950 * MILLI;
      assertThat(takeover.standsBack(null, 0)).isTrue();
      now = 960 * MILLI;
      assertThat(takeover.standsBack(null, 0)).as("0.95 s are over").isFalse();
      now = 500 * MILLI;
      started.remove().run();
      assertThat(takeover.standsBack(null, 0)).as("it is ready").isFalse();
    }
    rules = new ColdRules(1000);
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      takeover.start(new byte[0]);
      assertThat(takeover.standsBack(null, 0)).as("small rules").isFalse();
    }
  }

  /** As long as a few threads would not share a core with the start. */
  @Test
  void fastPipesStartTheDeviceEarlyForLargeRules() {
    rules = new ColdRules(50_000);
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      now = 40 * MILLI;
      assertThat(takeover.arrived(4_000_000, GpuTakeoverTest::beginning)).as("little").isTrue();
      assertThat(takeover.arrived(4 << 20, GpuTakeoverTest::beginning)).isFalse();
      assertThat(started).hasSize(1);
    }
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      now += 42 * MILLI;
      assertThat(takeover.arrived(4 << 20, GpuTakeoverTest::beginning)).as("slow").isTrue();
      takeover.ended((1 << 20) - 1, GpuTakeoverTest::beginning);
      assertThat(started).hasSize(1);
      takeover.ended(1 << 20, GpuTakeoverTest::beginning);
      assertThat(started).hasSize(2);
    }
    try (GpuTakeover takeover = takeover(5e9, true, started::add, 3)) {
      assertThat(takeover.arrived(4 << 20, GpuTakeoverTest::beginning)).isTrue();
      takeover.ended(1 << 20, GpuTakeoverTest::beginning);
      assertThat(started).as("few threads").hasSize(2);
    }
    rules = new ColdRules(1000);
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      assertThat(takeover.arrived(4 << 20, GpuTakeoverTest::beginning)).isTrue();
      takeover.ended(1 << 20, GpuTakeoverTest::beginning);
      assertThat(started).as("small rules").hasSize(2);
    }
  }

  @Test
  void pipesAreTakenIfTheyAreFastAndOneThreadIsSlowerForSure() throws InterruptedException {
    assertThat(isFirst(0.6e9, true, ahead(200 * MB, false))).isTrue();
    assertThat(isFirst(0.4e9, true, ahead(200 * MB, false))).isFalse();
    assertThat(isFirst(0.4e9, true, ahead(200 * MB, true))).isTrue();
    assertThat(isFirst(0.1e9, true, ahead(200 * MB, true))).isFalse();
    assertThat(isFirst(0.6e9, true, ahead(101 * MB, false))).isTrue();
    assertThat(isFirst(0.6e9, true, ahead(99 * MB, false))).as("slow").isFalse();
    Takeover.Pipe silent = new Takeover.Pipe(200 * MB, false, 251 * MILLI);
    assertThat(isFirst(0.6e9, true, silent)).isFalse();
  }

  @Test
  void anAbsentDeviceIsAReasonAtFirstToo() throws InterruptedException {
    DeviceStart none = noDevice();
    try (GpuTakeover takeover = new GpuTakeover(none, this::counted, rules, 16, () -> now)) {
      takeover.start(new byte[0]);
      assertThat(takeover.first(ahead(200 * MB, false), true)).isNull();
      assertThat(takeover.isOver()).isTrue();
      assertThat(takeover.reason()).isEqualTo("cpu: no GPU");
    }
  }

  private DeviceStart noDevice() {
    return new DeviceStart(
        sample -> {
          throw new DeviceException("no GPU");
        },
        Runnable::run,
        () -> now);
  }

  @Test
  void aDeviceThatIsTooSlowToBeginAPipeAnewIsNotTaken() throws InterruptedException {
    for (double rate : new double[] {0.19e9, 0.21e9}) {
      pipeBytes = 0;
      now = 0;
      try (GpuTakeover takeover = takeover(rate, Runnable::run)) {
        assertThat(pipe(takeover, 1, 0, false)).isNull();
        assertThat(pipe(takeover, 200 * MB, 0, false) != null).isEqualTo(rate > 0.2e9);
      }
    }
  }

  @Test
  void whatComesSlowlyStays() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      assertThat(pipe(takeover, 1, 0, false)).isNull();
      assertThat(pipe(takeover, 120 * MB, 1201, false)).isNull();
      assertThat(takeover.reason())
          .isEqualTo("cpu: the input comes more slowly than it is searched");
      assertThat(pipe(takeover, 1 * MB, 10, true)).isNull();
      assertThat(takeover.isOver()).isFalse();
    }
    assertThat(samples).isEmpty();
  }

  @Test
  void whatIsNotKeptAnyLongerWaitsForTheDevice() throws InterruptedException {
    known = 100 * MB;
    try (GpuTakeover takeover = takeover(5e9, work -> Thread.ofPlatform().start(work))) {
      assertThat(pipe(takeover, 1, 0, false)).isNull();
      assertThat(pipe(takeover, 2000 * MB, 0, true)).isNotNull();
    }
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      known = 0;
      pipeBytes = 0;
      assertThat(pipe(takeover, 1, 0, false)).isNull();
      assertThat(pipe(takeover, 50 * MB, 0, true)).isNull();
      assertThat(takeover.reason()).contains("pays from", "more than is kept");
    }
  }

  @Test
  void anAbsentDeviceIsAReason() throws InterruptedException {
    try (GpuTakeover takeover = new GpuTakeover(noDevice(), this::counted, rules, 16, () -> now)) {
      takeover.start(new byte[0]);
      assertThat(files(takeover, 0, 0)).isNull();
      assertThat(files(takeover, 50, 1)).isNull();
      assertThat(takeover.isOver()).isTrue();
      assertThat(takeover.reason()).isEqualTo("cpu: no GPU");
    }
  }

  /** The search ended before the device was there: whoever starts it gives it back. */
  @Test
  void aDeviceThatComesTooLateIsGivenBack() throws InterruptedException {
    GpuTakeover takeover = takeover(1e9, started::add);
    takeover.start(new byte[0]);
    takeover.start(new byte[0]);
    assertThat(started).hasSize(1);
    takeover.close();
    started.remove().run();
    assertThatThrownBy(() -> device.allocate(1)).isInstanceOf(DeviceException.class);
  }
}
