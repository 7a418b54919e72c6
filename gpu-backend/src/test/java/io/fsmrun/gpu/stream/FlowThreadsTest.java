package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several threads of the host over packets of many flows. */
final class FlowThreadsTest {

  private final SimtDevice device = new SimtDevice();
  private final RuleSet machine =
      new RuleSet(
          List.of(
              new RuleSet.Component(2, WordRules.gap("ab", "cd")),
              new RuleSet.Component(5, WordRules.literal("ba", ReportFlags.HERE)),
              new RuleSet.Component(7, WordRules.literal("abc", ReportFlags.FINAL_HERE))));
  private final StreamProgram program = FlowScans.program(device, machine);

  /** Over 512 runs for each thread, as a scanner shares them when nobody says otherwise. */
  @Test
  void manyFlowsInterleaved() {
    RandomAutomata random = RandomAutomata.seeded(3);
    for (int threads : new int[] {1, 3}) {
      List<FlowScans.Sent> all = new ArrayList<>();
      for (int i = 0; i < 2500; i++) {
        byte[] bytes = random.input(random.number(0, 12), 4);
        all.add(new FlowScans.Sent(PacketFlow.open(program, i), bytes));
      }
      StreamOptions options =
          StreamOptions.defaults().withChunkBytes(1 << 14).withHostThreads(threads);
      try (StreamScanner scanner = new StreamScanner(device, program, options)) {
        List<FlowScans.Sent> open = new ArrayList<>(all);
        while (!open.isEmpty()) {
          List<PacketBatch> batches = new ArrayList<>();
          for (int n = 0; n < 2; n++) {
            batches.add(FlowScans.anyBatch(random, open, 2 * open.size() + 30, 9));
          }
          FlowScans.scanOverlapping(scanner, batches, all);
        }
      }
      for (FlowScans.Sent of : all) {
        assertThat(of.reports)
            .as("flow %s", of.flow.id())
            .isEqualTo(FlowScans.expected(machine, of));
      }
    }
  }

  /** Spans come from the thread that scans, flow by flow, in the order of first packets. */
  @Test
  void spansComeInOrderFromOneThread() throws IOException {
    PacketFlow[] flows = new PacketFlow[600];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    PacketBatch batch =
        batch(MemorySegment.ofArray("abab".repeat(600).getBytes(StandardCharsets.US_ASCII)), flows);
    List<Integer> owners = new ArrayList<>();
    List<Report> reports = new ArrayList<>();
    Set<Thread> callers = new HashSet<>();
    try (StreamScanner scanner = FlowScans.scanner(device, program, FlowScans.OPTIONS, 7)) {
      scanner.scanFlowSpans(
          List.of(batch).iterator(),
          spans -> {
            callers.add(Thread.currentThread());
            for (int span = 0; span < spans.count(); span++) {
              owners.add(spans.owner(span));
              assertThat(spans.flow(span)).isSameAs(flows[spans.owner(span)]);
            }
            FlowScans.unpack(spans, (flow, report) -> reports.add(report));
          });
    }
    assertThat(callers).containsExactly(Thread.currentThread());
    assertThat(owners).isSorted();
    assertThat(new HashSet<>(owners)).hasSize(600);
    assertThat(reports).hasSize(600).containsOnly(new Report(5, 3));
  }

  private static PacketBatch batch(MemorySegment data, PacketFlow[] flows) {
    long[] offsets = new long[flows.length + 1];
    long each = data.byteSize() / flows.length;
    Arrays.setAll(offsets, i -> i * each);
    return new PacketBatch(data, offsets, flows, List.of());
  }

  // Matches at the last positions wait, since a rule looks at the end.

  /** Other threads may not read a confined arena: each share fails, and nothing has happened. */
  @Test
  void aThreadThatFailsLeavesFlowsWhereTheyStand() throws IOException {
    PacketFlow[] flows = new PacketFlow[40];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    byte[] text = "ab".repeat(40).getBytes(StandardCharsets.US_ASCII);
    List<Report> reports = new ArrayList<>();
    try (StreamScanner scanner = FlowScans.scanner(device, program, FlowScans.OPTIONS, 4);
        Arena confined = Arena.ofConfined()) {
      PacketBatch before = batch(MemorySegment.ofArray(text), flows);
      PacketBatch failing = batch(confined.allocate(80), flows);
      assertThatThrownBy(
              () -> scanner.scanFlowSpans(List.of(before, failing).iterator(), spans -> {}))
          .isInstanceOf(WrongThreadException.class);
      for (PacketFlow flow : flows) {
        assertThat(flow.lengthBytes()).isEqualTo(2);
      }
      scanner.scanFlows(
          batch(
              MemorySegment.ofArray("cd..".repeat(40).getBytes(StandardCharsets.US_ASCII)), flows),
          (flow, rule, end) -> reports.add(new Report(rule, end)));
    }
    assertThat(reports).hasSize(40).containsOnly(new Report(2, 4));
  }

  @Test
  void anInterruptDoesNotChangeAScan() throws IOException {
    PacketFlow[] flows = new PacketFlow[40];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    List<Report> reports = new ArrayList<>();
    try (StreamScanner scanner = FlowScans.scanner(device, program, FlowScans.OPTIONS, 4)) {
      Thread.currentThread().interrupt();
      scanner.scanFlows(
          batch(
              MemorySegment.ofArray("ab.cd..".repeat(40).getBytes(StandardCharsets.US_ASCII)),
              flows),
          (flow, rule, end) -> reports.add(new Report(rule, end)));
    }
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reports).hasSize(40).containsOnly(new Report(2, 5));
  }

  @Test
  void threadsAreCounted() {
    assertThat(StreamOptions.defaults().hostThreads()).isBetween(1, 32);
    assertThat(StreamOptions.defaults().withHostThreads(3).withChunkBytes(1).hostThreads())
        .isEqualTo(3);
    assertThatThrownBy(() -> StreamOptions.defaults().withHostThreads(0))
        .hasMessage("0 threads of the host, at least 1 and at most 256");
  }
}
