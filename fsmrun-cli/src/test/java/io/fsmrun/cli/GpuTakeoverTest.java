package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.cli.gpu.UnfitRulesException;
import io.fsmrun.cli.scan.GpuSearch;
import io.fsmrun.cli.scan.Takeover;
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

  private final List<Integer> samples = new ArrayList<>();
  private final Deque<Runnable> started = new ArrayDeque<>();
  private SimtDevice device;

  /** Bytes of all files. */
  private long known;

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
    return new GpuTakeover(
        sample -> {
          samples.add(sample.length);
          return new GpuTakeover.Opened(scan(), rate);
        },
        () -> known,
        executor,
        () -> now);
  }

  private static byte[] beginning(int most) {
    return new byte[Math.min(most, 1000)];
  }

  /** The CPU goes on with files for a while. */
  private GpuSearch files(GpuTakeover takeover, long millis, long bytes)
      throws InterruptedException {
    now += millis * MILLI;
    fileBytes += bytes;
    return takeover.ask(new Takeover.Seen(fileBytes, 0, 0, false, 0), most -> new byte[0], false);
  }

  /** The CPU goes on with a pipe, 100 MB/s. */
  private GpuSearch pipe(GpuTakeover takeover, long bytes, long waitMillis, boolean last)
      throws InterruptedException {
    now += bytes * 10 + waitMillis * MILLI;
    waited += waitMillis * MILLI;
    pipeBytes += bytes;
    return takeover.ask(
        new Takeover.Seen(0, pipeBytes, pipeBytes, true, waited), GpuTakeoverTest::beginning, last);
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
        takeover.ask(new Takeover.Seen(0, 0, 0, false, 0), most -> new byte[0], false);
        now = 10 * read;
        GpuSearch taken =
            takeover.ask(new Takeover.Seen(read, 0, read, false, 0), most -> new byte[0], false);
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

  /** At 1 GB/s all that is kept has come before a start of a second would pay. */
  @Test
  void theDeviceIsMadeReadyBeforeTheBeginningOfAPipeIsLetGo() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      long half = takeover.keptBytes() / 2;
      assertThat(half).isLessThan(1000 * MB);
      assertThat(fastPipe(takeover, 1)).isNull();
      assertThat(fastPipe(takeover, half - 1)).isNull();
      assertThat(samples).isEmpty();
      assertThat(fastPipe(takeover, half)).isNotNull();
    }
    assertThat(samples).containsExactly(1000);
  }

  private GpuSearch fastPipe(GpuTakeover takeover, long read) throws InterruptedException {
    now = read;
    return takeover.ask(
        new Takeover.Seen(0, read, read, true, 0), GpuTakeoverTest::beginning, false);
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
      assertThat(pipe(takeover, 120 * MB, 0, true)).isNotNull();
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
    GpuTakeover.Opener none =
        sample -> {
          throw new DeviceException("no GPU");
        };
    try (GpuTakeover takeover = new GpuTakeover(none, () -> known, Runnable::run, () -> now)) {
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
