package io.fsmrun.gpu.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.CallerGroup;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on the device from the outside: launches, failures, interruptions, memory. */
@Timeout(20)
class GpuRunTest {

  private static final int COMPONENTS = 30;
  private static final int SEGMENTS = 8;
  private static final String LOST = "the device fell off the bus";

  private final WatchedDevice device = new WatchedDevice(new SimtDevice());
  private final GpuBackend backend =
      new GpuBackend(device, GpuOptions.defaults().withHostSymbols(0));
  private final RandomAutomata random = RandomAutomata.seeded(11);
  private final RuleSet rules = rules();
  private final byte[] input = random.input(1500, rules);

  private RuleSet rules() {
    List<RuleSet.Component> components = new ArrayList<>();
    for (int c = 1; c <= COMPONENTS; c++) {
      components.add(new RuleSet.Component(c, random.automaton(9)));
    }
    return new RuleSet(components);
  }

  /** 240 segments of components that look back and run, then 30 that are composed. */
  @Test
  void oneLaunchRunsWhateverCanRun() throws InterruptedException {
    assertThat(scan(1 << 20, input)).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(device.launches()).isLessThan(COMPONENTS * SEGMENTS / 3);
  }

  @Test
  void aFailureIsToldAndTheNextRunStartsAfresh() throws InterruptedException {
    scan(1 << 20, input);
    device.beforeLaunch(
        () -> {
          throw new DeviceException(LOST);
        });
    assertThatThrownBy(() -> scan(1 << 20, input))
        .isInstanceOf(DeviceException.class)
        .hasMessage(LOST);
    assertThat(device.openBuffers()).isZero();
    device.beforeLaunch(() -> {});
    assertThat(scan(1 << 20, input)).isEqualTo(ReferenceEngine.reports(rules, input));
  }

  @Test
  void tooLittleMemoryIsAFailureThatIsTold() {
    SimtDevice.Options tiny = new SimtDevice.Options(1, 48 << 10, 1 << 16, 1);
    GpuBackend poor = new GpuBackend(new SimtDevice(tiny));
    Session session = poor.prepare(random.permutation(200)).newSession();
    StateSet start = StateSet.of(3);
    assertThatThrownBy(
            () ->
                session.runKnown(
                    new byte[100_000], 0, 100_000, start, new ReportEnds(ReportBudget.unlimited())))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("bytes");
  }

  /** The launch goes on; the writer does not wait for it. */
  @Test
  void anInterruptedWriterStopsWhileTheDeviceRuns() throws InterruptedException {
    CountDownLatch launched = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    device.beforeLaunch(
        () -> {
          launched.countDown();
          awaitQuietly(goOn);
        });
    Thread writer = Thread.currentThread();
    Thread interrupter =
        Thread.ofPlatform()
            .start(
                () -> {
                  awaitQuietly(launched);
                  writer.interrupt();
                });
    assertThatThrownBy(() -> scan(1 << 20, input)).isInstanceOf(InterruptedException.class);
    interrupter.join();
    device.beforeLaunch(() -> {});
    goOn.countDown();
    assertThat(scan(1 << 20, input)).isEqualTo(ReferenceEngine.reports(rules, input));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void scansShareTheDevice() throws InterruptedException {
    List<Report> expected = ReferenceEngine.reports(rules, input);
    Workers.run(
        4,
        8,
        i -> {
          try {
            assertThat(scan(i % 2 == 0 ? 1 << 20 : 400, input)).isEqualTo(expected);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void windowsReuseMemory() throws InterruptedException {
    scan(100, input);
    int open = device.openBuffers();
    scan(100, input);
    assertThat(device.openBuffers()).isEqualTo(open);
  }

  /** Calls of threads that nobody announced, over one array, each on its own. */
  @Test
  void callsThatAreNotAnnouncedRunToo() throws InterruptedException {
    Workers.run(
        4,
        COMPONENTS,
        c -> {
          Automaton automaton = rules.automaton((int) c);
          ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
          Session session = backend.prepare(automaton).newSession();
          session.runKnown(input, 100, 400, automaton.startConfiguration(), ends);
          assertThat(Arrays.stream(ends.toArray()).boxed())
              .containsExactlyElementsOf(
                  ReferenceEngine.endsOfPiece(
                      automaton, List.of(start(automaton)), input, 100, 400));
        });
  }

  private static int start(Automaton automaton) {
    return automaton.startConfiguration().get(0);
  }

  /** What is announced anew is copied anew. */
  @Test
  void anArrayMayChangeBetweenAnnouncements() {
    Automaton automaton = random.dfa(9);
    Session session = backend.prepare(automaton).newSession();
    byte[] array = random.input(200, automaton);
    for (int round = 0; round < 4; round++) {
      if (round % 2 == 1) {
        System.arraycopy(random.input(200, automaton), 0, array, 0, 200);
      }
      try (CallerGroup group = backend.announce(array, 1)) {
        StateSet end =
            session.runKnown(
                array,
                3,
                200,
                automaton.startConfiguration(),
                new ReportEnds(ReportBudget.unlimited()));
        group.leave();
        assertThat(end.toArray())
            .containsExactly(
                ReferenceEngine.run(automaton, List.of(start(automaton)), array, 3, 200).first());
      }
    }
  }

  /** One of two callers waits for something else: the other is not held up for ever. */
  @Test
  void aCallerThatDoesNotCallHoldsUpNobody() {
    Automaton automaton = random.dfa(9);
    try (CallerGroup group = backend.announce(input, 2)) {
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      StateSet start = automaton.startConfiguration();
      backend.prepare(automaton).newSession().runKnown(input, 0, 500, start, ends);
      group.leave();
      group.leave();
      assertThatThrownBy(group::leave).isInstanceOf(IllegalStateException.class);
    }
  }

  /** Rules that do not fit the device together take turns; one that does not fit alone fails. */
  @Test
  void tablesTakeTurns() throws InterruptedException {
    GpuOptions options = GpuOptions.defaults().withHostSymbols(0);
    RuleSet large =
        new RuleSet(
            List.of(
                new RuleSet.Component(1, random.permutation(200)),
                new RuleSet.Component(2, random.permutation(250)),
                new RuleSet.Component(3, random.permutation(230))));
    byte[] bytes = random.input(300, large);
    GpuBackend turns = new GpuBackend(new SimtDevice(), options.withTableBytes(3000));
    assertThat(scan(turns, large, bytes, 1 << 20)).isEqualTo(ReferenceEngine.reports(large, bytes));
    GpuBackend none = new GpuBackend(new SimtDevice(), options.withTableBytes(500));
    assertThatThrownBy(() -> scan(none, large, bytes, 1 << 20))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("there is room for 500");
  }

  private List<Report> scan(int windowBytes, byte[] bytes) throws InterruptedException {
    return scan(backend, rules, bytes, windowBytes);
  }

  private static List<Report> scan(GpuBackend backend, RuleSet rules, byte[] bytes, int windowBytes)
      throws InterruptedException {
    List<Report> reports = new ArrayList<>();
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, backend),
            new LookBackEnumeration(SEGMENTS, 5),
            new RunOptions(2, windowBytes, 1 << 20),
            (rule, end) -> reports.add(new Report(rule, end)),
            RunListener.NONE);
    scan.write(bytes, 0, bytes.length);
    scan.finish();
    return reports;
  }
}
