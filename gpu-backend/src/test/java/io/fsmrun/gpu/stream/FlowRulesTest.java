package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules whose matches run over the border of batches, or wait for what comes, or for the end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowRulesTest {

  private SimtDevice device;

  @BeforeAll
  void open() {
    device = new SimtDevice();
  }

  @AfterAll
  void close() {
    device.close();
  }

  /** One flow for each place at which a match can be cut, the place in the flow being another. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 40, 127, 128, 129, 200})
  void aMatchCutAnywhere(int length) {
    RandomAutomata random = RandomAutomata.seeded(length);
    String word = new String(random.input(length, 3), StandardCharsets.US_ASCII);
    RuleSet machine = machine(WordRules.literal(word, ReportFlags.HERE));
    StreamProgram program = FlowScans.program(device, machine);
    assertThat(program.kept().historyBytes()).isEqualTo(Math.min(length, StreamProgram.OVERLAP));
    List<FlowScans.Sent> all = new ArrayList<>();
    List<FlowScans.Packet> first = new ArrayList<>();
    List<FlowScans.Packet> second = new ArrayList<>();
    for (int cut = 0; cut <= length; cut++) {
      int before = random.chance(0.3) ? random.number(0, 400) : 0;
      FlowScans.Sent of = sent(program, cut, ".".repeat(before) + word + ".");
      all.add(of);
      first.add(new FlowScans.Packet(of, before + cut));
      second.add(new FlowScans.Packet(of, length + 1 - cut));
    }
    scan(program, List.of(first, second), all);
    for (FlowScans.Sent of : all) {
      assertThat(of.reports).containsExactly(new Report(1, of.bytes.length - 1));
    }
  }

  /** The start of a flow is where it began, not where its history does. */
  @Test
  void anAnchoredMatchCutAnywhere() {
    RuleSet machine =
        machine(
            WordRules.anchored("abcd", ReportFlags.HERE),
            WordRules.anchored("abcd", ReportFlags.FINAL_HERE));
    StreamProgram program = FlowScans.program(device, machine);
    List<FlowScans.Sent> all = new ArrayList<>();
    List<FlowScans.Packet> first = new ArrayList<>();
    List<FlowScans.Packet> second = new ArrayList<>();
    for (int cut = 0; cut <= 5; cut++) {
      for (String text : new String[] {"abcd", "xabcd"}) {
        FlowScans.Sent of = sent(program, all.size(), text);
        all.add(of);
        first.add(new FlowScans.Packet(of, Math.min(cut, text.length())));
        second.add(new FlowScans.Packet(of, Math.max(0, text.length() - cut)));
      }
    }
    scan(program, List.of(first, second), all);
    for (FlowScans.Sent of : all) {
      assertThat(of.reports)
          .isEqualTo(FlowScans.expected(machine, of))
          .hasSize(of.bytes[0] == 'a' ? 2 : 0);
    }
  }

  @Test
  void theEndOfAFlowMayComeAlone() {
    RuleSet machine =
        machine(
            WordRules.literal("abc", ReportFlags.FINAL_HERE),
            WordRules.literal("bc", ReportFlags.FINAL_BACK),
            WordRules.literal("c", ReportFlags.HERE | ReportFlags.FINAL_HERE));
    StreamProgram program = FlowScans.program(device, machine);
    FlowScans.Sent alone = sent(program, 1, "abc");
    FlowScans.Sent together = sent(program, 2, "abc");
    FlowScans.Sent later = sent(program, 3, "abcd");
    FlowScans.Sent empty = sent(program, 4, "");
    try (StreamScanner scanner = new StreamScanner(device, program, FlowScans.OPTIONS)) {
      FlowScans.scan(
          scanner,
          List.of(
              new FlowScans.Packet(alone, 3),
              new FlowScans.Packet(together, 3),
              new FlowScans.Packet(later, 3)),
          List.of(together));
      assertThat(alone.reports).isEmpty();
      assertThat(later.reports).isEmpty();
      List<Report> atEnd = List.of(new Report(2, 2), new Report(1, 3), new Report(3, 3));
      assertThat(together.reports).isEqualTo(atEnd);
      FlowScans.scan(
          scanner, List.of(new FlowScans.Packet(later, 1)), List.of(alone, later, empty));
      assertThat(alone.reports).isEqualTo(atEnd);
      assertThat(later.reports).containsExactly(new Report(3, 3));
      assertThat(empty.reports).isEmpty();
    }
  }

  /**
   * {@code /$/m} and the like: the match is at the end of the packet before, or before the flow.
   */
  @Test
  void emptyMatchesBeforeABytes() {
    RuleSet machine =
        machine(
            WordRules.before("", SymbolSet.of('\n')), WordRules.before("a", SymbolSet.of('\n')));
    StreamProgram program = FlowScans.program(device, machine);
    FlowScans.Sent one = sent(program, 1, "a\n\na");
    FlowScans.Sent other = sent(program, 2, "\na\n");
    scan(
        program,
        List.of(
            List.of(new FlowScans.Packet(one, 1), new FlowScans.Packet(other, 1)),
            List.of(new FlowScans.Packet(other, 1), new FlowScans.Packet(one, 1)),
            List.of(new FlowScans.Packet(other, 1), new FlowScans.Packet(one, 2))),
        List.of(one, other));
    assertThat(one.reports)
        .containsExactly(new Report(1, 1), new Report(2, 1), new Report(1, 2))
        .isEqualTo(FlowScans.expected(machine, one));
    assertThat(other.reports).isEqualTo(FlowScans.expected(machine, other)).hasSize(3);
  }

  /** More states at the ends of flows than there is room for at first. */
  @Test
  void manyFlowsInManyGaps() {
    String heads = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop";
    Nfa[] rules = new Nfa[heads.length()];
    Arrays.setAll(
        rules, r -> WordRules.gap(heads.substring(r, r + 1), "yz" + (char) ('0' + r % 9)));
    StreamProgram program = FlowScans.program(device, machine(rules));
    List<FlowScans.Sent> all = new ArrayList<>();
    List<FlowScans.Packet> first = new ArrayList<>();
    List<FlowScans.Packet> second = new ArrayList<>();
    for (int i = 0; i < 1700; i++) {
      String head = i % 17 == 0 ? heads.substring(0, 10) : heads;
      FlowScans.Sent of = sent(program, i, head + "yz3");
      all.add(of);
      first.add(new FlowScans.Packet(of, head.length()));
      second.add(new FlowScans.Packet(of, 3));
    }
    scan(program, List.of(first, second), all);
    for (FlowScans.Sent of : all) {
      int end = of.bytes.length;
      List<Report> expected = new ArrayList<>();
      for (int r = 3; r < end - 3; r += 9) {
        expected.add(new Report(r + 1, end));
      }
      assertThat(of.reports).isEqualTo(expected);
    }
  }

  private void scan(
      StreamProgram program, List<List<FlowScans.Packet>> batches, List<FlowScans.Sent> ending) {
    StreamOptions options = StreamOptions.defaults().withChunkBytes(1 << 20);
    try (StreamScanner scanner = FlowScans.scanner(device, program, options, 2)) {
      List<PacketBatch> made = new ArrayList<>();
      for (List<FlowScans.Packet> batch : batches) {
        made.add(FlowScans.batch(batch, List.of()));
      }
      made.add(FlowScans.batch(List.of(), ending));
      FlowScans.scanOverlapping(scanner, made, ending);
    }
  }

  private static FlowScans.Sent sent(StreamProgram program, int id, String bytes) {
    return new FlowScans.Sent(
        PacketFlow.open(program, id), bytes.getBytes(StandardCharsets.US_ASCII));
  }

  private static RuleSet machine(Nfa... rules) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < rules.length; r++) {
      components.add(new RuleSet.Component(r + 1, rules[r]));
    }
    return new RuleSet(components);
  }
}
