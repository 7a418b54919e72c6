package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    "5, 8, 3, 6000, 4000", "6, 7, 9, 900, 130", "7, 10, 9, 900, 90", "8, 4, 30, 300, 20"
  })
  void anyCutsAndBatches(long seed, int states, int flows, int mostBytes, int mostPacket) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < 12; r++) {
      components.add(new RuleSet.Component(3 * r + 1, random.nfa(states)));
    }
    RuleSet machine = new RuleSet(components);
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < flows; i++) {
      bytes.add(random.input(random.number(0, mostBytes), machine));
    }
    check(random, machine, bytes, mostPacket);
  }

  /**
   * Words in a few places only, so that most windows lack most strings; some longer than history.
   */
  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43})
  void wordsAndGaps(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<String> pool = new ArrayList<>();
    while (pool.size() < 12) {
      pool.add(WordRules.word(random));
    }
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 1; r <= 25; r++) {
      components.add(new RuleSet.Component(r, WordRules.words(random, pool)));
    }
    for (int length : new int[] {60, 127, 128, 129, 130, 200}) {
      String word = new String(random.input(length, 3), StandardCharsets.US_ASCII);
      pool.add(word);
      int flags = random.chance(0.5) ? ReportFlags.HERE : ReportFlags.FINAL_HERE;
      components.add(new RuleSet.Component(components.size() + 1, WordRules.literal(word, flags)));
    }
    List<byte[]> bytes = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.number(1, 6); n > 0; n--) {
        text.append(".".repeat(random.chance(0.3) ? random.number(0, 900) : random.number(0, 9)));
        text.append(pool.get(random.number(0, pool.size() - 1)));
        text.append(random.chance(0.1) ? "\n" : "");
      }
      bytes.add(text.toString().getBytes(StandardCharsets.US_ASCII));
    }
    check(random, new RuleSet(components), bytes, 150);
  }

  /**
   * Any cuts into packets and batches, by two scanners in turn, one of which has several threads
   * that share whatever there is, some flows saved and restored.
   */
  private void check(RandomAutomata random, RuleSet machine, List<byte[]> bytes, int mostPacket) {
    StreamProgram program = FlowScans.program(device, machine);
    List<FlowScans.Sent> all = new ArrayList<>();
    for (int i = 0; i < bytes.size(); i++) {
      all.add(new FlowScans.Sent(PacketFlow.open(program, i), bytes.get(i)));
    }
    List<FlowScans.Sent> open = new ArrayList<>(all);
    StreamOptions options =
        StreamOptions.defaults()
            .withChunkBytes(random.number(1, 3) * StreamProgram.ADVANCE)
            .withPinnedBytes(1 << 20);
    try (StreamScanner one = FlowScans.scanner(device, program, options, 5);
        StreamScanner other = new StreamScanner(device, program, options.withHostThreads(1))) {
      for (int round = 0; !open.isEmpty(); round++) {
        List<PacketBatch> batches = new ArrayList<>();
        for (int n = round % 3 == 0 ? 1 : random.number(1, 5); n > 0; n--) {
          int packets = random.chance(0.1) ? 0 : random.number(0, 4 * open.size() + 20);
          batches.add(FlowScans.anyBatch(random, open, packets, mostPacket));
        }
        StreamScanner scanner = round % 2 == 0 ? one : other;
        if (random.chance(0.3)) {
          FlowScans.scanEach(scanner, batches, all);
        } else {
          FlowScans.scanOverlapping(scanner, batches, all);
        }
        for (FlowScans.Sent of : open) {
          int held = program.looks().heldPositions();
          assertThat(of.reports).isEqualTo(FlowScans.expectedSoFar(machine, of, held));
          assertThat(of.flow.lengthBytes()).isEqualTo(of.at);
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
