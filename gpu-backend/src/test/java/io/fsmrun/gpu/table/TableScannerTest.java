package io.fsmrun.gpu.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
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
    for (int directBytes : new int[] {0, 1 << 20}) {
      TableLimits limits =
          TableLimits.defaults()
              .withGroups(groupStates, 0)
              .withGroupsAtOnce(groupsAtOnce)
              .withDirectBytes(directBytes);
      TableProgram program =
          TableProgram.compile(TableScans.rules(machine), device.facts(), limits);
      List<Report> expected = ReferenceEngine.reports(machine, input);
      for (TableOptions.Reading reading : TableOptions.Reading.values()) {
        TableOptions options =
            SMALL.withReading(reading).withChunkBytes(directBytes > 0 ? 8900 : 4000);
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
}
