package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Packets are brought together by flow, in order, whatever number of threads does it. */
final class RunOrderTest {

  /** Of these rules flows keep one byte, or two after an {@code a}. */
  private final StreamProgram program =
      FlowScans.program(
          new SimtDevice(),
          new RuleSet(
              List.of(new RuleSet.Component(1, WordRules.literal("abc", ReportFlags.HERE)))));

  /** What a flow has to be after a batch, by packets one after the other. */
  private static final class Expected {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean ends;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 3000, 40",
    "2, 2, 3000, 40",
    "3, 5, 3000, 1",
    "4, 8, 3000, 3",
    "5, 16, 5000, 2000",
    "6, 8, 4000, 8000",
    "7, 16, 10, 5",
    "8, 16, 0, 5"
  })
  void runsAreInTheOrderOfFirstPacketsAndPacketsInTheirs(
      long seed, int threadCount, int packets, int flowCount) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    PacketFlow[] flows = new PacketFlow[flowCount];
    Arrays.setAll(flows, i -> PacketFlow.open(program, 0));
    byte[][] all = new byte[flowCount][0];
    RunOrder before = null;
    try (HostThreads threads = new HostThreads(threadCount, 1)) {
      for (int batch = 0; batch < 3; batch++) {
        Map<PacketFlow, Expected> expected = new LinkedHashMap<>();
        PacketBatch made = batch(random, flows, packets, expected);
        RunOrder order = new RunOrder(program, made, before, threads);
        check(order, expected, before);
        for (int f = 0; f < flowCount; f++) {
          Expected of = expected.get(flows[f]);
          byte[] more = of == null ? new byte[0] : of.bytes.toByteArray();
          all[f] = concat(all[f], more);
          if (of != null && of.ends) {
            assertThat(flows[f].isClosed()).isTrue();
            flows[f] = PacketFlow.open(program, 0);
            all[f] = new byte[0];
          }
          assertThat(flows[f].lengthBytes()).isEqualTo(all[f].length);
        }
        before = order;
      }
    }
  }

  private static byte[] concat(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  /** Packets with their numbers in them; notes what each flow gets. */
  private static PacketBatch batch(
      RandomAutomata random, PacketFlow[] flows, int packets, Map<PacketFlow, Expected> expected) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    long[] offsets = new long[packets + 1];
    PacketFlow[] of = new PacketFlow[packets];
    for (int i = 0; i < packets; i++) {
      of[i] = flows[random.number(0, flows.length - 1)];
      String packet = random.chance(0.1) ? "" : i + "a.".repeat(random.number(0, 3));
      byte[] text = packet.getBytes(StandardCharsets.US_ASCII);
      data.writeBytes(text);
      expected.computeIfAbsent(of[i], flow -> new Expected()).bytes.writeBytes(text);
      offsets[i + 1] = data.size();
    }
    List<PacketFlow> ending = new ArrayList<>();
    for (PacketFlow flow : flows) {
      if (random.chance(0.1)) {
        ending.add(flow);
        expected.computeIfAbsent(flow, ends -> new Expected()).ends = true;
      }
    }
    return new PacketBatch(MemorySegment.ofArray(data.toByteArray()), offsets, of, ending);
  }

  private static void check(RunOrder order, Map<PacketFlow, Expected> expected, RunOrder before) {
    assertThat(order.flows()).containsExactly(expected.keySet().toArray(PacketFlow[]::new));
    int bytes = (int) order.totalBytes();
    MemorySegment stage = MemorySegment.ofArray(new byte[bytes]);
    // In two, somewhere.
    order.fill(0, bytes / 3, stage, 0);
    order.fill(bytes / 3, bytes - bytes / 3, stage, bytes / 3);
    int scanned = 0;
    for (int r = 0; r < order.count(); r++) {
      Expected of = expected.get(order.flow(r));
      byte[] fresh =
          stage
              .asSlice(order.freshAt(r), order.endOf(r) - order.freshAt(r))
              .toArray(ValueLayout.JAVA_BYTE);
      assertThat(fresh).as("run %s", r).isEqualTo(of.bytes.toByteArray());
      assertThat(order.isEnding(r)).isEqualTo(of.ends);
      assertThat(order.scannedBefore(r)).isEqualTo(scanned);
      scanned += order.isScanned(r) ? 1 : 0;
      int there = before == null ? -1 : Arrays.asList(before.flows()).indexOf(order.flow(r));
      assertThat(order.previousRun(r)).isEqualTo(there);
    }
  }

  @Test
  void theFirstFlowThatCannotBeTakenIsNamedAndNoneMoves() {
    PacketFlow[] flows = new PacketFlow[400];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    try (HostThreads threads = new HostThreads(8, 1)) {
      PacketFlow[] closed = Arrays.copyOfRange(flows, 200, 400);
      PacketBatch last =
          new PacketBatch(
              MemorySegment.NULL, new long[1], new PacketFlow[0], Arrays.asList(closed));
      new RunOrder(program, last, null, threads);
      byte[] data = new byte[flows.length];
      long[] offsets = new long[flows.length + 1];
      Arrays.setAll(offsets, i -> i);
      PacketBatch all =
          new PacketBatch(MemorySegment.ofArray(data), offsets, flows, List.of(flows[5]));
      assertThatThrownBy(() -> new RunOrder(program, all, null, threads))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("flow 200 is closed");
      for (int i = 0; i < 200; i++) {
        assertThat(flows[i].lengthBytes()).isZero();
      }
      // It is not in the way of those that can be taken.
      PacketBatch open =
          new PacketBatch(
              MemorySegment.ofArray(data),
              Arrays.copyOf(offsets, 201),
              Arrays.copyOf(flows, 200),
              List.of());
      assertThat(new RunOrder(program, open, null, threads).count()).isEqualTo(200);
    }
  }
}
