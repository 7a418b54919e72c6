package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flows that come in packets and batches report what one scan of all their bytes does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FlowScanTest {

  private SimtDevice device;

  @BeforeAll
  void open() {
    device = new SimtDevice();
  }

  @AfterAll
  void close() {
    device.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 6, 12, 400, 60", "2, 9, 5, 2500, 700", "3, 12, 20, 700, 200", "4, 5, 40, 150, 30",
    "5, 8, 3, 6000, 5000", "6, 7, 9, 900, 130", "7, 10, 9, 900, 90", "8, 4, 30, 300, 20"
  })
  void anyCutsAndBatches(long seed, int states, int flows, int mostBytes, int mostPacket) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < 12; r++) {
      components.add(new RuleSet.Component(3 * r + 1, random.nfa(states)));
    }
    RuleSet machine = new RuleSet(components);
    StreamProgram program = FlowScans.program(device, machine);
    List<FlowScans.Sent> all = new ArrayList<>();
    for (int i = 0; i < flows; i++) {
      byte[] bytes = random.input(random.number(0, mostBytes), machine);
      all.add(new FlowScans.Sent(PacketFlow.open(program, i), bytes));
    }
    List<FlowScans.Sent> open = new ArrayList<>(all);
    StreamOptions options = StreamOptions.defaults().withChunkBytes(2 * StreamProgram.ADVANCE);
    try (StreamScanner one = new StreamScanner(device, program, options);
        StreamScanner other = new StreamScanner(device, program, options)) {
      for (int batch = 0; !open.isEmpty(); batch++) {
        StreamScanner scanner = batch % 2 == 0 ? one : other;
        FlowScans.scanAny(random, scanner, open, random.number(flows, 4 * flows), mostPacket);
        for (FlowScans.Sent of : open) {
          if (random.chance(0.3)) {
            of.flow = PacketFlow.restore(program, of.flow.id(), of.flow.save());
          }
        }
      }
    }
    for (FlowScans.Sent of : all) {
      assertThat(of.reports).as("flow %s", of.flow.id()).isEqualTo(FlowScans.expected(machine, of));
      assertThat(of.flow.isClosed()).isTrue();
    }
  }
}
