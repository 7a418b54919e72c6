package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bit streams on a real GPU; skipped with the reason where there is none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CudaScansTest {

  private CudaDevice device;
  private String absent;

  @BeforeAll
  void open() {
    try {
      device = CudaDevice.open(0);
    } catch (DeviceException e) {
      absent = e.getMessage();
    }
  }

  @BeforeEach
  void skipWithoutDevice() {
    if (device == null) {
      abort("skipped: " + absent);
    }
  }

  @AfterAll
  void close() {
    if (device != null) {
      device.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void randomAutomataReportWhatTheReferenceDoes(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 12; r++) {
      components.add(new RuleSet.Component(r, random.nfa(10)));
    }
    check(new RuleSet(components), random);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void flowsReportWhatTheReferenceDoes(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 12; r++) {
      components.add(new RuleSet.Component(r, random.nfa(10)));
    }
    RuleSet machine = new RuleSet(components);
    StreamProgram program = FlowScans.program(device, machine);
    List<FlowScans.Sent> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      byte[] bytes = random.input(random.number(0, 900), machine);
      all.add(new FlowScans.Sent(PacketFlow.open(program, i), bytes));
    }
    List<FlowScans.Sent> open = new ArrayList<>(all);
    StreamOptions options = StreamOptions.defaults().withChunkBytes(2 * StreamProgram.ADVANCE);
    try (StreamScanner scanner = new StreamScanner(device, program, options)) {
      while (!open.isEmpty()) {
        List<PacketBatch> batches = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          batches.add(FlowScans.anyBatch(random, open, 200, 150));
        }
        FlowScans.scanOverlapping(scanner, batches, all);
      }
    }
    for (FlowScans.Sent of : all) {
      assertThat(of.reports).isEqualTo(FlowScans.expected(machine, of));
    }
  }

  /** Kernels and copies of a piece are one graph, whose numbers change from piece to piece. */
  @Test
  void aPieceIsOneLaunch() {
    RandomAutomata random = RandomAutomata.seeded(8);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 12; r++) {
      components.add(new RuleSet.Component(r, word(random)));
    }
    RuleSet machine = new RuleSet(components);
    StreamOptions options = StreamOptions.defaults().withChunkBytes(2 * StreamProgram.ADVANCE);
    try (StreamScanner scanner =
        new StreamScanner(device, FlowScans.program(device, machine), options)) {
      for (int i = 0; i < 5; i++) {
        byte[] input = new byte[random.number(1, 60_000)];
        input[random.number(0, input.length - 1)] = 'a';
        assertThat(StreamScans.reports(scanner, input))
            .isEqualTo(ReferenceEngine.reports(machine, input));
        StreamFigures figures = scanner.figures();
        assertThat(figures.work().launches()).isEqualTo(figures.chunks());
        assertThat(figures.work().kernels()).isGreaterThanOrEqualTo(4L * figures.chunks());
      }
    }
  }

  /** Many words and nothing else: less shared memory than the driver allows by itself. */
  @Test
  void manyWords() {
    RandomAutomata random = RandomAutomata.seeded(9);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 5000; r++) {
      components.add(new RuleSet.Component(r, word(random)));
    }
    check(new RuleSet(components), random);
  }

  private static Nfa word(RandomAutomata random) {
    NfaBuilder builder = new NfaBuilder();
    int last = builder.addState(SymbolSet.of('a' + random.number(0, 2)));
    builder.setAlwaysEnabled(last);
    for (int i = random.number(4, 9); i > 0; i--) {
      int next = builder.addState(SymbolSet.of('a' + random.number(0, 2)));
      builder.addEdge(last, next);
      last = next;
    }
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  private void check(RuleSet machine, RandomAutomata random) {
    byte[] input = random.input(9000, 3);
    assertThat(
            StreamScans.reports(
                device, StreamScans.rules(machine), input, 2 * StreamProgram.ADVANCE))
        .isEqualTo(ReferenceEngine.reports(machine, input));
  }
}
