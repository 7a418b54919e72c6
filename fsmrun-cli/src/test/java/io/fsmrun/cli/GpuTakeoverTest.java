package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
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

  private final List<String> said = new ArrayList<>();
  private final List<Integer> samples = new ArrayList<>();

  /** Input of 100 MB/s of the CPU, which would pay from 40 MB on. */
  private static Takeover.Seen seen(long bytes) {
    return new Takeover.Seen(bytes, bytes * 10, 0);
  }

  private static byte[] beginning(int most) {
    return new byte[Math.min(most, 1000)];
  }

  private GpuTakeover takeover(double kernelRate, Executor executor) {
    return new GpuTakeover(
        sample -> {
          samples.add(sample.length);
          GpuScan scan =
              GpuScan.on(
                  new SimtDevice(),
                  GpuRules.of(Rules.of("abc")),
                  new GpuScan.Settings(CompileOptions.defaults(), PlanRequest.defaults()));
          return new GpuTakeover.Opened(scan, kernelRate);
        },
        executor,
        () -> 0,
        said::add);
  }

  @Test
  void theDeviceIsStartedWhenItWouldHavePaid() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      assertThat(takeover.ask(seen(39 * MB), GpuTakeoverTest::beginning, false)).isNull();
      assertThat(samples).isEmpty();
      GpuSearch gpu = takeover.ask(seen(42 * MB), GpuTakeoverTest::beginning, false);
      assertThat(gpu).isNotNull();
      assertThat(takeover.isOver()).isTrue();
    }
    assertThat(samples).containsExactly(1000);
    assertThat(said)
        .containsExactly(
            "gpu after 42,000,000 bytes on the cpu: cpu 0.100 GB/s, gpu at most 5.000 GB/s");
  }

  @Test
  void theCpuGoesOnWhileTheDeviceStarts() throws InterruptedException {
    Deque<Runnable> started = new ArrayDeque<>();
    try (GpuTakeover takeover = takeover(5e9, started::add)) {
      for (int i = 0; i < 3; i++) {
        assertThat(takeover.ask(seen((50 + i) * MB), GpuTakeoverTest::beginning, false)).isNull();
      }
      assertThat(started).hasSize(1);
      started.remove().run();
      assertThat(takeover.ask(seen(60 * MB), GpuTakeoverTest::beginning, false)).isNotNull();
    }
  }

  @Test
  void aDeviceThatIsTooSlowToBeginAnewIsGivenBack() throws InterruptedException {
    try (GpuTakeover takeover = takeover(0.19e9, Runnable::run)) {
      assertThat(takeover.ask(seen(100 * MB), GpuTakeoverTest::beginning, false)).isNull();
      assertThat(takeover.isOver()).isTrue();
    }
    assertThat(said).singleElement().asString().startsWith("cpu: ").endsWith("to begin anew");
    try (GpuTakeover takeover = takeover(0.21e9, Runnable::run)) {
      assertThat(takeover.ask(seen(100 * MB), GpuTakeoverTest::beginning, false)).isNotNull();
    }
  }

  @Test
  void whatComesSlowlyOrIsFastStays() throws InterruptedException {
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      Takeover.Seen slow = new Takeover.Seen(100 * MB, 1000 * MILLI, 1001 * MILLI);
      assertThat(takeover.ask(slow, GpuTakeoverTest::beginning, false)).isNull();
      assertThat(takeover.isOver()).isFalse();
      assertThat(takeover.ask(slow, GpuTakeoverTest::beginning, true)).isNull();
      assertThat(takeover.isOver()).isTrue();
    }
    try (GpuTakeover takeover = takeover(5e9, Runnable::run)) {
      Takeover.Seen fast = new Takeover.Seen(128 * MB, 128 * MILLI, 0);
      assertThat(takeover.ask(fast, GpuTakeoverTest::beginning, true)).isNull();
      assertThat(takeover.isOver()).isTrue();
    }
    assertThat(said)
        .satisfiesExactly(
            first ->
                assertThat(first).isEqualTo("cpu: the input comes more slowly than it is searched"),
            second -> assertThat(second).contains("pays from", "more than is kept"));
    assertThat(samples).isEmpty();
  }

  @Test
  void anAbsentDeviceIsAReason() throws InterruptedException {
    try (GpuTakeover takeover =
        new GpuTakeover(
            sample -> {
              throw new DeviceException("no GPU");
            },
            Runnable::run,
            () -> 0,
            said::add)) {
      assertThat(takeover.ask(seen(50 * MB), GpuTakeoverTest::beginning, false)).isNull();
      assertThat(takeover.isOver()).isTrue();
    }
    assertThat(said).containsExactly("cpu: no GPU");
  }

  /** The input ended before the device was there: whoever starts it gives it back. */
  @Test
  void aDeviceThatComesTooLateIsGivenBack() throws InterruptedException {
    Deque<Runnable> started = new ArrayDeque<>();
    SimtDevice device = new SimtDevice();
    GpuTakeover takeover =
        new GpuTakeover(
            sample ->
                new GpuTakeover.Opened(
                    GpuScan.on(
                        device,
                        GpuRules.of(Rules.of("abc")),
                        new GpuScan.Settings(CompileOptions.defaults(), PlanRequest.defaults())),
                    1e9),
            started::add,
            () -> 0,
            said::add);
    assertThat(takeover.ask(seen(50 * MB), GpuTakeoverTest::beginning, false)).isNull();
    takeover.close();
    started.remove().run();
    assertThatThrownBy(() -> device.allocate(1)).isInstanceOf(DeviceException.class);
  }
}
