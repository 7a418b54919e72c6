package io.fsmrun.gpu.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels of tables, on the reference executor, against the reference engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TableScannerTest {

  private static final TableOptions SMALL =
      TableOptions.defaults().withChunkBytes(4000).withSegmentBytes(256).withLookBackBytes(16);

  private static final List<TableLayout.Kind> NEAR =
      List.of(TableLayout.Kind.DIRECT, TableLayout.Kind.CLASSED, TableLayout.Kind.PRIVATE);

  private SimtDevice device;

  @BeforeAll
  void open() {
    device = new SimtDevice();
  }

  @AfterAll
  void close() {
    device.close();
  }

  private static RuleSet machine(RandomAutomata random, int rules, int states) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < rules; r++) {
      components.add(new RuleSet.Component(3 * r + 1, random.dfa(states)));
    }
    return new RuleSet(components);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1, 10", "2, 6, 1, 40", "3, 8, 4, 40", "4, 12, 3, 100", "5, 12, 4, 9000"})
  void randomAutomataReportWhatTheReferenceDoes(
      long seed, int rules, int groupsAtOnce, int groupStates) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet machine = machine(random, rules, 12);
    byte[] input = random.input(9000, machine);
    for (TableLayout.Kind kind : NEAR) {
      TableLimits limits =
          TableLimits.defaults()
              .withGroups(groupStates, 0)
              .withGroupsAtOnce(groupsAtOnce)
              .withDirectBytes(kind == TableLayout.Kind.DIRECT ? 1 << 20 : 0)
              .withPrivateBytes(kind == TableLayout.Kind.PRIVATE ? 1 << 20 : 0);
      TableProgram program =
          TableProgram.compile(TableScans.rules(machine), device.facts(), limits);
      List<Report> expected = ReferenceEngine.reports(machine, input);
      for (TableOptions.Reading reading : TableOptions.Reading.values()) {
        TableOptions options =
            SMALL
                .withReading(reading)
                .withChunkBytes(kind == TableLayout.Kind.CLASSED ? 4000 : 8900);
        assertThat(TableScans.reports(device, program, input, options)).isEqualTo(expected);
      }
    }
  }

  @Test
  void anEmptyInput() {
    RuleSet machine = machine(RandomAutomata.seeded(7), 9, 6);
    TableProgram program =
        TableProgram.compile(TableScans.rules(machine), device.facts(), TableLimits.defaults());
    assertThat(TableScans.reports(device, program, new byte[0], SMALL))
        .isEqualTo(ReferenceEngine.reports(machine, new byte[0]));
  }

  /** Tables of which only a few rows, or none, fit shared memory. */
  @ParameterizedTest
  @CsvSource({"1, 272", "2, 512", "3, 2048", "4, 16384"})
  void tablesLargerThanSharedMemory(long seed, int sharedBytes) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    RuleSet machine = machine(random, 3, 60);
    byte[] input = random.input(30_000, machine);
    // 118 segments for one block: lanes run two of them, and the last one is short.
    SimtDevice.Options options = new SimtDevice.Options(1, sharedBytes, 1L << 28, 1);
    try (SimtDevice small = new SimtDevice(options)) {
      TableLimits limits = TableLimits.defaults().withGroups(4000, 1 << 20);
      TableProgram program =
          TableProgram.compile(TableScans.rules(machine), small.facts(), limits, input);
      assertThat(program.describe()).contains("FAR");
      assertThat(TableScans.reports(small, program, input, SMALL.withChunkBytes(30_000)))
          .isEqualTo(ReferenceEngine.reports(machine, input));
    }
  }

  /** Every position reports, and reports come in many turns. */
  @Test
  void moreReportsThanOneWindowHolds() throws IOException {
    RandomAutomata random = RandomAutomata.seeded(11);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < 5; r++) {
      components.add(new RuleSet.Component(r, random.allReporting(7)));
    }
    RuleSet machine = new RuleSet(components);
    byte[] input = random.input(5000, machine);
    TableLimits limits = TableLimits.defaults().withGroups(20, 0);
    TableProgram program = TableProgram.compile(TableScans.rules(machine), device.facts(), limits);
    List<Report> reports = new ArrayList<>();
    try (TableScanner scanner = new TableScanner(device, program, SMALL.withWindowRecords(700))) {
      TableFigures figures =
          scanner.scan(
              ScanInput.of(new ByteArrayInputStream(input)),
              (rule, end) -> reports.add(new Report(rule, end)));
      assertThat(figures.turns()).isGreaterThan(10);
      assertThat(figures.bytes()).isEqualTo(input.length);
    }
    assertThat(reports).isEqualTo(ReferenceEngine.reports(machine, input));
  }

  @ParameterizedTest
  @CsvSource({"1", "255", "256", "257", "3999", "4000", "4001", "8000", "8192"})
  void anyLengthAndPinnedInput(int length) throws IOException {
    RandomAutomata random = RandomAutomata.seeded(length);
    RuleSet machine = machine(random, 4, 8);
    byte[] input = random.input(length, machine);
    TableProgram program =
        TableProgram.compile(TableScans.rules(machine), device.facts(), TableLimits.defaults());
    List<Report> reports = new ArrayList<>();
    try (HostBuffer buffer = device.allocateHost(length + 7);
        TableScanner scanner = new TableScanner(device, program, SMALL)) {
      MemorySegment.copy(MemorySegment.ofArray(input), 0, buffer.segment(), 7, length);
      for (int turn = 0; turn < 2; turn++) {
        reports.clear();
        scanner.scan(
            ScanInput.of(buffer, 7, length), (rule, end) -> reports.add(new Report(rule, end)));
        assertThat(reports).isEqualTo(ReferenceEngine.reports(machine, input));
      }
    }
  }

  @Test
  void segmentsCutByTheNumberOfLanes() {
    RandomAutomata random = RandomAutomata.seeded(21);
    RuleSet machine = machine(random, 3, 9);
    byte[] input = random.input(30_000, machine);
    TableProgram program =
        TableProgram.compile(TableScans.rules(machine), device.facts(), TableLimits.defaults());
    assertThat(TableScans.reports(device, program, input, TableOptions.defaults()))
        .isEqualTo(ReferenceEngine.reports(machine, input));
  }

  @Test
  void aRuleThatIsTooLargeIsRefusedWithAReason() {
    TableLimits limits = new TableLimits(100, 0, 0, 0, 4, 200);
    List<TableRule> rules =
        List.of(
            new TableRule(3, RandomAutomata.seeded(1).matcher(5)),
            new TableRule(8, WordDfas.ofLastSymbols(26, 2)));
    TableProgram program = TableProgram.compile(rules, device.facts(), limits);
    assertThat(program.refused()).containsOnlyKeys(8);
    assertThat(program.refused().get(8)).contains("bytes of table");
    assertThat(program.passCount()).isEqualTo(1);
  }

  @Test
  void emptyProgramsReportNothing() {
    TableProgram program = TableProgram.compile(List.of(), device.facts(), TableLimits.defaults());
    assertThat(TableScans.reports(device, program, new byte[9000], SMALL)).isEmpty();
  }
}
