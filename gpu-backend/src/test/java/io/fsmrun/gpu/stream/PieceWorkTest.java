package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a piece of input costs beside the work of its kernels: launches, copies and waits, whatever
 * the number of segments and packets, and what segments that run again add to it.
 */
final class PieceWorkTest {

  /** Nothing is carried from segment to segment. */
  private static final RuleSet WORDS = rules(WordRules.literal("beacon", ReportFlags.HERE));

  private static final RuleSet GAPS =
      rules(WordRules.literal("beacon", ReportFlags.HERE), WordRules.gap("head", "tail"), pairs());

  /** Input, then begin, scan, order, gather, totals and the first records in one launch. */
  private static final DeviceWork PLAIN = new DeviceWork(1, 4, 0, 3, 1);

  /** And two rounds with three looks, asked for or not. */
  private static final DeviceWork CARRYING = new DeviceWork(1, 9, 0, 3, 1);

  /** What more rounds add: what was found is cleared, three with three looks, order, gather. */
  private static final DeviceWork MORE = new DeviceWork(1, 9, 0, 2, 1);

  private static RuleSet rules(Nfa... automata) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (Nfa automaton : automata) {
      components.add(new RuleSet.Component(components.size() + 1, automaton));
    }
    return new RuleSet(components);
  }

  /** {@code x(ab)+y}, which is followed through a segment only by running it. */
  private static Nfa pairs() {
    NfaBuilder builder = new NfaBuilder();
    int first = builder.addState(SymbolSet.of('x'));
    int a = builder.addState(SymbolSet.of('a'));
    int b = builder.addState(SymbolSet.of('b'));
    int last = builder.addState(SymbolSet.of('y'));
    builder.setAlwaysEnabled(first);
    builder.addEdge(first, a);
    builder.addEdge(a, b);
    builder.addEdge(b, a);
    builder.addEdge(b, last);
    builder.addFlags(last, ReportFlags.HERE);
    return builder.build();
  }

  private static byte[] text(int windows) {
    byte[] input = new byte[windows * StreamProgram.ADVANCE];
    Arrays.fill(input, (byte) '.');
    put(input, 10, "beacon");
    return input;
  }

  private static void put(byte[] input, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, input, at, bytes.length);
  }

  private static byte[] chain(int windows) {
    byte[] input = text(windows);
    put(input, 40, "x" + "ab".repeat((input.length - 60) / 2) + "y");
    return input;
  }

  private static SimtDevice device(int processors) {
    return new SimtDevice(new SimtDevice.Options(processors, 227 << 10, 1L << 30, 1));
  }

  private static StreamScanner scanner(SimtDevice device, RuleSet machine, int chunkBytes) {
    StreamOptions options = StreamOptions.defaults().withChunkBytes(chunkBytes);
    return new StreamScanner(device, FlowScans.program(device, machine), options);
  }

  /** Scans one piece, and checks its reports. */
  private static StreamFigures scan(SimtDevice device, RuleSet machine, byte[] input) {
    try (StreamScanner scanner = scanner(device, machine, input.length)) {
      assertThat(StreamScans.reports(scanner, input))
          .isEqualTo(ReferenceEngine.reports(machine, input));
      assertThat(scanner.figures().chunks()).isEqualTo(1);
      return scanner.figures();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 16, 61})
  void segmentsMakeNoLaunches(int windows) {
    try (SimtDevice device = device(16)) {
      assertThat(scan(device, WORDS, text(windows)).work()).isEqualTo(PLAIN);
      StreamFigures carrying = scan(device, GAPS, text(windows));
      assertThat(carrying.work()).isEqualTo(CARRYING);
      assertThat(carrying.rounds()).isZero();
    }
  }

  /** Rounds that were launched before anybody asked for them are there when they are needed. */
  @ParameterizedTest
  @ValueSource(ints = {4, 16, 61})
  void aRoundThatIsNeededMakesNoLaunches(int windows) {
    byte[] input = text(windows);
    put(input, 20, "head");
    put(input, input.length - 10, "tail");
    try (SimtDevice device = device(16)) {
      StreamFigures figures = scan(device, GAPS, input);
      assertThat(figures.work()).isEqualTo(CARRYING);
      assertThat(figures.rounds()).isEqualTo(1);
      assertThat(figures.segmentsAgain()).isEqualTo(windows - 2);
    }
  }

  /** Each round settles one segment, the host looks after each third one. */
  @ParameterizedTest
  @CsvSource({"3, 1, 0", "4, 2, 0", "5, 3, 1", "7, 5, 1", "8, 6, 2", "24, 22, 7"})
  void moreRoundsAreLaunchedTogether(int windows, int rounds, int looks) {
    try (SimtDevice device = device(16)) {
      StreamFigures figures = scan(device, GAPS, chain(windows));
      assertThat(figures.rounds()).isEqualTo(rounds);
      assertThat(figures.segmentsAgain()).isEqualTo(rounds);
      DeviceWork expected = CARRYING;
      for (int i = 0; i < looks; i++) {
        expected = expected.plus(MORE);
      }
      assertThat(figures.work()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "7, false", "300, false", "1, true", "7, true", "300, true"})
  void packetsMakeNoLaunches(int packets, boolean carrying) throws IOException {
    byte[] data = text(9);
    long[] offsets = new long[packets + 1];
    Arrays.setAll(offsets, i -> (long) data.length * i / packets);
    RuleSet machine = carrying ? GAPS : WORDS;
    DeviceWork whole = carrying ? CARRYING : PLAIN;
    try (SimtDevice device = device(16);
        StreamScanner scanner = scanner(device, machine, 2 * data.length)) {
      int[] found = {0};
      scanner.scanPackets(MemorySegment.ofArray(data), offsets, (packet, rule, end) -> found[0]++);
      assertThat(found[0]).isEqualTo(1);
      // Where packets start is copied, marked in a range that is cleared, and found in the records.
      DeviceWork beside = new DeviceWork(0, 3, 0, 2, 0);
      assertThat(scanner.figures().work()).isEqualTo(whole.plus(beside));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "7, false", "300, false", "1, true", "7, true", "300, true"})
  void flowsMakeNoLaunches(int flows, boolean carrying) {
    byte[] data = text(9);
    put(data, data.length - 12, "x");
    RuleSet machine = carrying ? GAPS : WORDS;
    try (SimtDevice device = device(16);
        StreamScanner scanner = scanner(device, machine, 2 * data.length)) {
      StreamProgram program = FlowScans.program(device, machine);
      List<FlowScans.Sent> all = new ArrayList<>();
      for (int i = 0; i < flows; i++) {
        int from = data.length * i / flows;
        byte[] bytes = Arrays.copyOfRange(data, from, data.length * (i + 1) / flows);
        all.add(new FlowScans.Sent(PacketFlow.open(program, i), bytes));
      }
      List<FlowScans.Packet> packets = new ArrayList<>();
      all.forEach(of -> packets.add(new FlowScans.Packet(of, of.bytes.length)));
      FlowScans.scanEach(scanner, List.of(FlowScans.batch(packets, List.of())), all);
      all.forEach(of -> assertThat(of.reports).isEqualTo(FlowScans.expected(machine, of)));
      // As packets; of rules with states that flows keep, these are brought together by run. There
      // are none here, for which the host would wait.
      DeviceWork beside = new DeviceWork(0, carrying ? 8 : 3, 0, 2, 0);
      DeviceWork whole = carrying ? CARRYING : PLAIN;
      assertThat(scanner.figures().work()).isEqualTo(whole.plus(beside));
    }
  }

  /** Segments of several windows, in which what is carried ends, and blocks in any order. */
  @ParameterizedTest
  @ValueSource(longs = {1, 3, 5, 6})
  void anyOrderOfBlocksAndSegmentsOfSeveralWindows(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    byte[] input = text(33);
    for (int i = 0; i < 5; i++) {
      int from = random.number(50, input.length / 2);
      int pairs = random.number(1, (input.length - from - 10) / 2);
      put(input, from, "x" + "ab".repeat(pairs) + (random.chance(0.7) ? "y" : "x"));
    }
    for (int i = 0; i < 6; i++) {
      put(input, random.number(0, input.length - 20), random.chance(0.5) ? "head" : "tail");
    }
    RuleSet machine =
        rules(
            WordRules.literal("beacon", ReportFlags.HERE),
            WordRules.gap("head", "tail"),
            WordRules.gap("bab", "tail"),
            pairs(),
            random.nfa(7));
    try (SimtDevice device = device(1)) {
      StreamFigures inOrder = scan(device, machine, input);
      device.shuffleBlocks(seed);
      StreamFigures shuffled = scan(device, machine, input);
      assertThat(inOrder.rounds()).isPositive().isEqualTo(shuffled.rounds());
      assertThat(inOrder.segmentsAgain()).isEqualTo(shuffled.segmentsAgain());
      assertThat(inOrder.work()).isEqualTo(shuffled.work());
    }
  }

  /** Too little room for records, in a piece of which segments run again more often than asked. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void floodsOfWhatRunsAgain(int processors) {
    byte[] input = chain(19);
    put(input, 3 * StreamProgram.ADVANCE, "y" + "beacon".repeat(400) + "xa");
    put(input, 7 * StreamProgram.ADVANCE, "head" + "tail".repeat(300));
    try (SimtDevice device = device(processors)) {
      StreamFigures figures = scan(device, GAPS, input);
      assertThat(figures.floods()).isPositive();
      assertThat(figures.rounds()).isPositive();
    }
  }

  /** Nor do more reports: those that were not fetched with the totals are copied. */
  @ParameterizedTest
  @CsvSource({"100, 0", "2700, 0", "2740, 1", "9000, 1"})
  void reportsMakeNoLaunches(int words, int copies) {
    byte[] input = text(61);
    put(input, 0, "beacon".repeat(words));
    RuleSet machine =
        rules(
            WordRules.literal("b", ReportFlags.HERE),
            WordRules.literal("be", ReportFlags.HERE),
            WordRules.literal("a", ReportFlags.HERE),
            WordRules.literal("c", ReportFlags.HERE),
            WordRules.literal("o", ReportFlags.HERE),
            WordRules.literal("n", ReportFlags.HERE));
    StreamOptions options = StreamOptions.defaults().withChunkBytes(input.length);
    try (SimtDevice device = device(16);
        StreamScanner scanner =
            new StreamScanner(device, FlowScans.program(device, machine), options)) {
      // The first scan finds out how much room is needed.
      StreamScans.reports(scanner, input);
      assertThat(StreamScans.reports(scanner, input))
          .isEqualTo(ReferenceEngine.reports(machine, input));
      DeviceWork work = scanner.figures().work();
      assertThat(scanner.figures().records()).isEqualTo(6L * words);
      assertThat(work).isEqualTo(PLAIN.plus(new DeviceWork(0, 0, 0, copies, copies)));
    }
  }

  /** Where records do not fit, they are brought together again. */
  @Test
  void roomForRecordsTakesOneLaunchMore() {
    byte[] input = text(2);
    put(input, 0, "beacon".repeat(30));
    try (SimtDevice device = device(16)) {
      StreamFigures figures = scan(device, WORDS, input);
      assertThat(figures.records()).isEqualTo(30);
      assertThat(figures.work()).isEqualTo(PLAIN);
      put(input, 0, "beacon".repeat(40));
      figures = scan(device, WORDS, input);
      assertThat(figures.records()).isEqualTo(40);
      assertThat(figures.work()).isEqualTo(PLAIN.plus(new DeviceWork(1, 1, 0, 1, 1)));
    }
  }

  /** Segments of many windows have all as many, so that a piece may be shorter than asked for. */
  @Test
  void longSegmentsAreEven() {
    byte[] input = text(197);
    put(input, input.length - 10, "beacon");
    try (SimtDevice device = device(1);
        StreamScanner scanner = scanner(device, WORDS, input.length)) {
      assertThat(StreamScans.reports(scanner, input))
          .isEqualTo(ReferenceEngine.reports(WORDS, input));
      assertThat(scanner.figures().chunks()).isEqualTo(2);
      assertThat(scanner.figures().work().launches()).isEqualTo(2);
    }
  }

  /** Parts that do not fit into one block, each of which has reports and carries. */
  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void partsOneAfterTheOther(int processors) {
    Nfa[] many = new Nfa[900];
    Arrays.setAll(many, i -> WordRules.gap("h" + i + "x", "t" + i + "y"));
    RuleSet machine = rules(many);
    byte[] input = text(7);
    put(input, 100, "h3xh450xh899x");
    put(input, 6 * StreamProgram.ADVANCE, "t3yt899yt450y");
    try (SimtDevice device =
        new SimtDevice(new SimtDevice.Options(processors, 40 << 10, 1L << 30, 1))) {
      int parts = FlowScans.program(device, machine).partCount();
      assertThat(parts).isGreaterThan(1);
      StreamFigures figures = scan(device, machine, input);
      assertThat(figures.records()).isEqualTo(3);
      assertThat(figures.rounds()).isPositive();
      // Order and gather are for all parts, the others for each.
      assertThat(figures.work().kernels()).isEqualTo(7L * parts + 2);
      assertThat(figures.work().launches()).isEqualTo(1);
    }
  }
}
