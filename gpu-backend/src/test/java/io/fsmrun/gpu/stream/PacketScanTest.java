package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets in one array, each of which has the reports that it has by itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PacketScanTest {

  private record Found(int packet, int rule, int end) {}

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
  @ValueSource(longs = {11, 12, 13, 14, 15, 16})
  void packetsReportWhatEachReportsByItself(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int id = 1; id <= 10; id++) {
      components.add(new RuleSet.Component(id, random.nfa(8)));
    }
    RuleSet machine = new RuleSet(components);
    byte[] data = random.input(15_000, machine);
    long[] offsets = new long[400];
    for (int i = 1; i < offsets.length; i++) {
      int length = random.chance(0.1) ? 0 : random.number(1, 70);
      offsets[i] = Math.min(data.length, offsets[i - 1] + length);
    }
    offsets[offsets.length - 1] = data.length;
    assertThat(scan(machine, data, offsets)).isEqualTo(expected(machine, data, offsets));
  }

  /** More reports than there may be on the host at a time, looks at the next byte, any pieces. */
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23})
  void packedReportsAreThoseOfEachByItself(long seed) throws IOException {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int id = 0; id < 60; id++) {
      components.add(
          new RuleSet.Component(
              3 * id,
              id % 3 == 0
                  ? WordRules.before(id % 2 == 0 ? "a" : "", SymbolSet.range('a', 'c'))
                  : WordRules.literal(id % 2 == 0 ? "a" : "ab", ReportFlags.HERE)));
    }
    RuleSet machine = new RuleSet(components);
    byte[] data = random.input(4 * StreamProgram.ADVANCE + 100, 3);
    long[] offsets = new long[80];
    for (int i = 1; i < offsets.length; i++) {
      int length = random.chance(0.1) ? 0 : random.number(1, 500);
      offsets[i] = Math.min(data.length, offsets[i - 1] + length);
    }
    // Packets that end where pieces do.
    offsets[20] = Math.clamp(2 * StreamProgram.ADVANCE, offsets[19], offsets[21]);
    offsets[offsets.length - 1] = data.length;
    StreamProgram program = StreamProgram.compile(StreamScans.rules(machine), device.facts());
    StreamOptions options =
        StreamOptions.defaults().withChunkBytes(2 * StreamProgram.ADVANCE).withPinnedBytes(1 << 20);
    List<Found> found = new ArrayList<>();
    int[] blocks = {0};
    try (StreamScanner scanner = FlowScans.scanner(device, program, options, 4);
        HostBuffer pinned = device.allocateHost(data.length)) {
      MemorySegment.copy(data, 0, pinned.segment(), ValueLayout.JAVA_BYTE, 0, data.length);
      scanner.scanPacketSpans(
          pinned,
          offsets,
          spans -> {
            blocks[0]++;
            for (int span = 0; span < spans.count(); span++) {
              assertThat(spans.flow(span)).isNull();
              for (int i = spans.from(span); i < spans.to(span); i++) {
                int record = spans.records(span).getAtIndex(ValueLayout.JAVA_INT, i);
                int end = (int) spans.base(span) + (record >>> spans.ruleBits());
                found.add(new Found(spans.owner(span), spans.ruleId(record), end));
              }
            }
          });
    }
    assertThat(found).isEqualTo(expected(machine, data, offsets)).hasSizeGreaterThan(1 << 16);
    assertThat(blocks[0]).isGreaterThan(4);
  }

  @Test
  void offsetsAreChecked() {
    RuleSet machine = new RuleSet(List.of());
    byte[] data = new byte[10];
    assertThatThrownBy(() -> scan(machine, data, new long[] {0, 11}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("outside of 10 bytes");
    assertThatThrownBy(() -> scan(machine, data, new long[] {0, 7, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("packet 1 ends before it starts");
  }

  private static List<Found> expected(RuleSet machine, byte[] data, long[] offsets) {
    List<Found> found = new ArrayList<>();
    for (int p = 0; p + 1 < offsets.length; p++) {
      byte[] packet = Arrays.copyOfRange(data, (int) offsets[p], (int) offsets[p + 1]);
      for (Report report : ReferenceEngine.reports(machine, packet)) {
        found.add(new Found(p, report.rule(), (int) report.end()));
      }
    }
    return found;
  }

  private List<Found> scan(RuleSet machine, byte[] data, long[] offsets) {
    StreamProgram program = StreamProgram.compile(StreamScans.rules(machine), device.facts());
    StreamOptions options = StreamOptions.defaults().withChunkBytes(2 * StreamProgram.ADVANCE);
    List<Found> found = new ArrayList<>();
    try (StreamScanner scanner = FlowScans.scanner(device, program, options, 3)) {
      scanner.scanPackets(
          MemorySegment.ofArray(data),
          offsets,
          (packet, rule, end) -> found.add(new Found(packet, rule, end)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }
}
