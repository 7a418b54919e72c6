package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** States that pass from one batch to the next on the device. */
final class StateExchangeTest {

  private static RuleSet rules(List<Nfa> automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Nfa automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  private static String head(int rule) {
    return "h" + (char) ('a' + rule % 26) + (char) ('A' + rule / 26);
  }

  private static RuleSet gaps(int count) {
    List<Nfa> automata = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      automata.add(WordRules.gap(head(r), "t" + head(r)));
    }
    return rules(automata);
  }

  private static List<FlowScans.Sent> flows(StreamProgram program, List<String> texts) {
    List<FlowScans.Sent> all = new ArrayList<>();
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      all.add(new FlowScans.Sent(PacketFlow.open(program, all.size()), bytes));
    }
    return all;
  }

  /** So many bytes of each flow but those of which none is left. */
  private static PacketBatch next(List<FlowScans.Sent> all, int bytes) {
    List<FlowScans.Packet> packets = new ArrayList<>();
    for (FlowScans.Sent of : all) {
      packets.add(new FlowScans.Packet(of, Math.min(bytes, of.bytes.length - of.at)));
    }
    return FlowScans.batch(packets, List.of());
  }

  private static void check(RuleSet machine, List<FlowScans.Sent> all) {
    for (FlowScans.Sent of : all) {
      assertThat(of.reports).as("flow %s", of.flow.id()).isEqualTo(FlowScans.expected(machine, of));
    }
  }

  /**
   * Many flows of a byte each come with more states than a window's are put in order in shared
   * memory, some to several parts of the rules, then go on in the order of another batch.
   */
  @ParameterizedTest
  @CsvSource({"30, 40, 1000000", "40, 60, 1000000", "1500, 4, 40960"})
  void crowdsOfStates(int ruleCount, int flowCount, int sharedBytes) {
    RuleSet machine = gaps(ruleCount);
    RandomAutomata random = RandomAutomata.seeded(ruleCount);
    try (SimtDevice device =
        new SimtDevice(new SimtDevice.Options(4, Math.min(sharedBytes, 227 << 10), 1L << 30, 1))) {
      StreamProgram program = FlowScans.program(device, machine);
      if (sharedBytes < 227 << 10) {
        assertThat(program.partCount()).isGreaterThan(1);
      }
      List<String> texts = new ArrayList<>();
      for (int f = 0; f < flowCount; f++) {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < ruleCount; r++) {
          text.append(random.chance(0.8) ? head(r) : "...");
        }
        text.append("......");
        for (int i = 0; i < 20; i++) {
          text.append('t').append(head(random.number(0, ruleCount - 1)));
        }
        texts.add(text.toString());
      }
      List<FlowScans.Sent> all = flows(program, texts);
      List<PacketBatch> batches = new ArrayList<>();
      batches.add(next(all, 3 * ruleCount));
      batches.add(next(all, 1));
      // Those that leave a batch out are told of by the host, all others pass on the device.
      batches.add(next(all.subList(flowCount / 3, flowCount), 2));
      batches.add(next(all.reversed(), 1));
      batches.add(next(all, 1 << 16));
      try (StreamScanner scanner = FlowScans.scanner(device, program, FlowScans.OPTIONS, 3)) {
        FlowScans.scanOverlapping(scanner, batches, all);
      }
      check(machine, all);
    }
  }

  /** What flows come with is put in by the launch of the piece; the host waits for nothing more. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 60})
  void statesOfTheBatchBeforeMakeNoWaits(int flowCount) throws IOException {
    RuleSet machine = gaps(3);
    try (SimtDevice device = new SimtDevice()) {
      StreamProgram program = FlowScans.program(device, machine);
      List<String> texts = new ArrayList<>();
      for (int f = 0; f < flowCount; f++) {
        texts.add(head(0) + head(f % 3) + ".".repeat(200) + "t" + head(f % 3));
      }
      List<FlowScans.Sent> all = flows(program, texts);
      try (StreamScanner scanner =
          new StreamScanner(device, program, FlowScans.OPTIONS.withHostThreads(2))) {
        DeviceWork first = work(scanner, List.of(next(all, 50)));
        DeviceWork both = work(scanner, List.of(next(all, 50), next(all, 50)));
        DeviceWork second = both.since(first);
        assertThat(second.launches()).isEqualTo(1);
        assertThat(second.waits()).isEqualTo(first.waits());
        // The host has told the first of both what flows came with.
        assertThat(second.copies()).isEqualTo(first.copies() + 1);
      }
    }
  }

  private static DeviceWork work(StreamScanner scanner, List<PacketBatch> batches)
      throws IOException {
    return scanner.scanFlowSpans(batches.iterator(), spans -> {}).work();
  }

  /** More records than are copied at once, and than there may be on the host, of any flows. */
  @ParameterizedTest
  @ValueSource(ints = {300, 5000})
  void recordsComeInParts(int mostBytes) throws IOException {
    RuleSet machine =
        rules(
            List.of(
                WordRules.literal("a", ReportFlags.HERE),
                WordRules.literal("a", ReportFlags.HERE),
                WordRules.literal("aa", ReportFlags.HERE),
                WordRules.literal("a", ReportFlags.FINAL_HERE),
                WordRules.gap("aba", "ab")));
    RandomAutomata random = RandomAutomata.seeded(mostBytes);
    try (SimtDevice device = new SimtDevice()) {
      StreamProgram program = FlowScans.program(device, machine);
      List<String> texts = new ArrayList<>();
      for (int bytes = 0; bytes < 30_000; bytes += texts.getLast().length()) {
        texts.add("aaaaab".repeat(random.number(1, mostBytes / 6)));
      }
      List<FlowScans.Sent> all = flows(program, texts);
      List<PacketBatch> batches = new ArrayList<>(List.of(next(all, mostBytes / 2)));
      List<FlowScans.Packet> rest = new ArrayList<>();
      all.forEach(of -> rest.add(new FlowScans.Packet(of, of.bytes.length - of.at)));
      batches.add(FlowScans.batch(rest, all));
      StreamOptions options = StreamOptions.defaults().withPinnedBytes(1 << 20);
      try (StreamScanner scanner = FlowScans.scanner(device, program, options, 3)) {
        FlowScans.scanOverlapping(scanner, batches, all);
        // For two pieces, what the first leaves, and of each more than one part of its records.
        assertThat(scanner.figures().work().waits()).isGreaterThanOrEqualTo(2 + 1 + 2 * 2);
      }
      check(machine, all);
    }
  }
}
