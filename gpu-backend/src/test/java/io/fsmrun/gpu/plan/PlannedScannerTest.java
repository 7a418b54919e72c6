package io.fsmrun.gpu.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.gpu.stream.PacketSink;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.gpu.table.TableLimits;
import io.fsmrun.gpu.table.TableProgram;
import io.fsmrun.gpu.table.TableRule;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of one machine on several engines: in every split the reports of the reference engine. */
@Timeout(300)
final class PlannedScannerTest {

  private static final int RULES = 12;
  private static final int STATES = 6;
  private static final int PIECE = 3968;

  /** Not a multiple of segments that are equally long, which there are enough of. */
  private static final int LARGE_PIECE = 150_000;

  private static final long PINNED = 1 << 24;
  private static final int MOST_STATES = 5000;
  private static final int FEW = 100;

  /** A small device, whose blocks cost the executor little. */
  private final SimtDevice device =
      new SimtDevice(new SimtDevice.Options(1, 100 << 10, 1 << 28, 1));

  private RuleSet machine;
  private byte[] input;
  private List<Report> expected;

  @BeforeEach
  void make() {
    int seed = 11;
    do {
      make(seed++, 3 * PIECE + 77);
    } while (expected.size() < FEW || expected.get(FEW / 2).end() > PIECE);
  }

  private void make(long seed, int length) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < RULES; r++) {
      components.add(new RuleSet.Component(3 * r + 1, random.nfa(STATES)));
    }
    machine = new RuleSet(components);
    input = random.input(length, machine);
    expected = ReferenceEngine.reports(machine, input);
  }

  /** Where a rule goes, by its place. */
  private interface Split {
    GpuEngine engine(int rule);
  }

  private static Split of(String engines) {
    return rule ->
        switch (engines.charAt(rule % engines.length())) {
          case 's' -> GpuEngine.STREAMS;
          case 't' -> GpuEngine.TABLES;
          default -> GpuEngine.HOST;
        };
  }

  private PlannedScanner scanner(Split split, HostEngine host) {
    return scanner(split, host, PIECE);
  }

  private PlannedScanner scanner(Split split, HostEngine host, int pieceBytes) {
    List<RulePlacement> placements = new ArrayList<>();
    List<StreamRule> streams = new ArrayList<>();
    List<TableRule> tables = new ArrayList<>();
    List<RuleSet.Component> others = new ArrayList<>();
    for (int r = 0; r < RULES; r++) {
      RuleSet.Component rule = machine.components().get(r);
      Nfa nfa = (Nfa) rule.automaton();
      placements.add(new RulePlacement(rule.ruleId(), split.engine(r), "drawn", 0));
      switch (split.engine(r)) {
        case STREAMS -> streams.add(new StreamRule(rule.ruleId(), nfa));
        case TABLES ->
            tables.add(new TableRule(rule.ruleId(), Determinizer.determinize(nfa, MOST_STATES)));
        case HOST -> others.add(rule);
      }
    }
    GpuPlan plan =
        new GpuPlan(
            placements,
            streams.isEmpty() ? null : StreamProgram.compile(streams, device.facts()),
            tables.isEmpty()
                ? null
                : TableProgram.compile(tables, device.facts(), TableLimits.defaults()),
            0,
            new PieceSize(pieceBytes, "a test"),
            "a test");
    return new PlannedScanner(
        device, plan, host == null ? new SlowHost(new RuleSet(others)) : host, PINNED);
  }

  private static List<Report> reports(PlannedScanner scanner, ScanInput from)
      throws IOException, InterruptedException {
    List<Report> reports = new ArrayList<>();
    scanner.scan(from, block -> block.forEach((rule, end) -> reports.add(new Report(rule, end))));
    return reports;
  }

  private ScanInput memory() {
    return ScanInput.of(MemorySegment.ofArray(input));
  }

  @ParameterizedTest
  @CsvSource({
    "1, s, 9000", "2, t, 9000", "3, st, 9000", "13, sh, 9000", "5, th, 9000", "6, sth, 12000",
    "7, ssth, 3968", "8, sth, 3967", "9, sth, 7936", "10, hts, 1", "11, sth, 0", "12, htth, 7937"
  })
  void everySplitReportsWhatTheReferenceDoes(long seed, String split, int length)
      throws IOException, InterruptedException {
    make(seed, length);
    try (PlannedScanner scanner = scanner(of(split), null)) {
      assertThat(reports(scanner, memory())).isEqualTo(expected);
      // Once more, with all that is kept from the first scan.
      assertThat(reports(scanner, ScanInput.of(new ByteArrayInputStream(input))))
          .isEqualTo(expected);
    }
  }

  /** Streams take less than was asked for, so that their segments are alike; so must the others. */
  @Test
  void largePiecesAreAsLongForAll() throws IOException, InterruptedException {
    make(14, LARGE_PIECE);
    try (PlannedScanner scanner = scanner(of("sth"), null, LARGE_PIECE)) {
      assertThat(reports(scanner, memory())).isEqualTo(expected);
      assertThat(scanner.figures().streams().chunks()).isEqualTo(2);
    }
  }

  @Test
  void kernelsTakeNoLongerThanTheScan() throws IOException, InterruptedException {
    for (String split : new String[] {"s", "t", "st", "sth"}) {
      try (PlannedScanner scanner = scanner(of(split), null)) {
        for (int i = 0; i < 2; i++) {
          long start = System.nanoTime();
          ScanFigures figures = scanner.scan(memory(), block -> {});
          assertThat(figures.kernelMillis()).isBetween(1e-3, (System.nanoTime() - start) / 1e6);
        }
      }
    }
  }

  @Test
  void inputInPageLockedMemory() throws IOException, InterruptedException {
    try (PlannedScanner scanner = scanner(of("sth"), null);
        HostBuffer buffer = device.allocateHost(input.length + 200)) {
      MemorySegment.copy(MemorySegment.ofArray(input), 0, buffer.segment(), 150, input.length);
      assertThat(reports(scanner, ScanInput.of(buffer, 150, input.length))).isEqualTo(expected);
    }
  }

  /** Each report is handed over in order; a sink that throws leaves the scanner usable. */
  @Test
  void aSinkThatThrows() throws IOException, InterruptedException {
    Random random = new Random(5);
    for (String split : new String[] {"s", "t", "sth", "sh"}) {
      try (PlannedScanner scanner = scanner(of(split), null)) {
        for (int round = 0; round < 3; round++) {
          int most = random.nextInt(expected.size());
          List<Report> reports = new ArrayList<>();
          assertThatThrownBy(
                  () ->
                      scanner.scan(
                          memory(),
                          block ->
                              block.forEach(
                                  (rule, end) -> {
                                    if (reports.size() == most) {
                                      throw new UnsupportedOperationException("enough");
                                    }
                                    reports.add(new Report(rule, end));
                                  })))
              .hasMessage("enough");
          assertThat(reports).isEqualTo(expected.subList(0, most));
        }
        assertThat(reports(scanner, memory())).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "6", "14", "27", "40"})
  void aDeviceThatIsLost(int launches) {
    List<Report> reports = new ArrayList<>();
    PlannedScanner scanner = scanner(of("sth"), null);
    device.failAfterLaunches(launches);
    assertThatThrownBy(
            () ->
                scanner.scan(
                    memory(),
                    block -> block.forEach((rule, end) -> reports.add(new Report(rule, end)))))
        .isInstanceOf(DeviceException.class);
    assertThat(reports).isEqualTo(expected.subList(0, reports.size()));
  }

  @Test
  void aHostThatFails() throws IOException, InterruptedException {
    boolean[] fails = {true};
    List<RuleSet.Component> others = new ArrayList<>();
    for (int r = 1; r < RULES; r += 2) {
      others.add(machine.components().get(r));
    }
    SlowHost right = new SlowHost(new RuleSet(others));
    HostEngine host =
        () -> {
          if (fails[0]) {
            throw new UnsupportedOperationException("no host");
          }
          return right.begin();
        };
    try (PlannedScanner scanner = scanner(of("sh"), host)) {
      assertThatThrownBy(() -> reports(scanner, memory())).hasRootCauseMessage("no host");
      fails[0] = false;
      assertThat(reports(scanner, memory())).isEqualTo(expected);
    }
  }

  @Test
  void anInterruptIsNoticedBetweenPieces() throws IOException, InterruptedException {
    for (String split : new String[] {"s", "sth"}) {
      try (PlannedScanner scanner = scanner(of(split), null)) {
        List<Report> reports = new ArrayList<>();
        assertThatThrownBy(
                () ->
                    scanner.scan(
                        memory(),
                        block -> {
                          block.forEach((rule, end) -> reports.add(new Report(rule, end)));
                          Thread.currentThread().interrupt();
                        }))
            .isInstanceOf(InterruptedException.class);
        assertThat(reports).isNotEmpty().isEqualTo(expected.subList(0, reports.size()));
        assertThat(reports).hasSizeLessThan(expected.size());
        assertThat(reports(scanner, memory())).isEqualTo(expected);
      }
    }
  }

  /** Packets of 0 to 700 bytes; each has the reports that it has by itself. */
  private List<Report> packetReports(long[] offsets) {
    List<Report> all = new ArrayList<>();
    for (int p = 0; p + 1 < offsets.length; p++) {
      byte[] packet = Arrays.copyOfRange(input, (int) offsets[p], (int) offsets[p + 1]);
      for (Report report : ReferenceEngine.reports(machine, packet)) {
        all.add(new Report(report.rule(), p * 1000L + report.end()));
      }
    }
    return all;
  }

  private long[] offsets() {
    Random random = new Random(3);
    List<Long> starts = new ArrayList<>(List.of(10L));
    while (starts.getLast() < input.length - 700) {
      starts.add(starts.getLast() + (random.nextInt(4) == 0 ? 0 : random.nextInt(700)));
    }
    return starts.stream().mapToLong(Long::longValue).toArray();
  }

  private HostEngine others(String split) {
    List<RuleSet.Component> others = new ArrayList<>();
    for (int r = 0; r < RULES; r++) {
      if (of(split).engine(r) != GpuEngine.STREAMS) {
        others.add(machine.components().get(r));
      }
    }
    return others.isEmpty() ? null : new SlowHost(new RuleSet(others));
  }

  @ParameterizedTest
  @CsvSource({"s", "sh", "hs", "sst", "sth"})
  void packetsOfEverySplit(String split) throws IOException, InterruptedException {
    long[] offsets = offsets();
    List<Report> wanted = packetReports(offsets);
    assertThat(wanted).hasSizeGreaterThan(FEW);
    MemorySegment data = MemorySegment.ofArray(input);
    try (PlannedScanner scanner = scanner(of(split), null)) {
      List<Report> reports = new ArrayList<>();
      PacketSink sink = (packet, rule, end) -> reports.add(new Report(rule, packet * 1000L + end));
      scanner.scanPackets(data, offsets, others(split), sink);
      assertThat(reports).isEqualTo(wanted);
      assertThatThrownBy(
              () ->
                  scanner.scanPackets(
                      data,
                      offsets,
                      others(split),
                      (packet, rule, end) -> {
                        throw new UnsupportedOperationException("enough");
                      }))
          .hasMessage("enough");
      reports.clear();
      scanner.scanPackets(data, offsets, others(split), sink);
      assertThat(reports).isEqualTo(wanted);
      reports.clear();
      device.failAfterLaunches(3);
      assertThatThrownBy(() -> scanner.scanPackets(data, offsets, others(split), sink))
          .isInstanceOf(DeviceException.class);
      assertThat(reports).isEqualTo(wanted.subList(0, reports.size()));
    } catch (DeviceException e) {
      // A device that is lost gives nothing back.
    }
  }

  @Test
  void packetsNeedBitStreamsAndAllRules() {
    MemorySegment data = MemorySegment.ofArray(input);
    PacketSink sink = (packet, rule, end) -> {};
    try (PlannedScanner tables = scanner(of("t"), null);
        PlannedScanner both = scanner(of("st"), null)) {
      assertThatThrownBy(() -> tables.scanPackets(data, new long[] {0}, null, sink))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> both.scanPackets(data, new long[] {0}, null, sink))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void rulesOfAHostThatIsNotThere() {
    assertThatThrownBy(
            () ->
                new PlannedScanner(
                    device,
                    new GpuPlan(
                        List.of(new RulePlacement(1, GpuEngine.HOST, "a test", 0)),
                        null,
                        null,
                        0,
                        new PieceSize(PIECE, "a test"),
                        "a test"),
                    null,
                    PINNED))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
