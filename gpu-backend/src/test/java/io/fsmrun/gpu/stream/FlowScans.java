package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.testkit.RandomAutomata;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Flows of which all bytes are known, dealt out in packets and batches, and what was reported of
 * them.
 */
final class FlowScans {

  /** Room for more than a test sends at once; what is usual takes longer to clear than to scan. */
  static final StreamOptions OPTIONS = StreamOptions.defaults().withChunkBytes(1 << 20);

  /** One flow: all its bytes, how many were sent, what came back. */
  static final class Sent {
    final byte[] bytes;
    final List<Report> reports = new ArrayList<>();
    PacketFlow flow;
    int at;

    Sent(PacketFlow flow, byte[] bytes) {
      this.flow = flow;
      this.bytes = bytes;
    }

    boolean isSent() {
      return at == bytes.length;
    }
  }

  /** A packet to be sent: the flow, and how many of its bytes. */
  record Packet(Sent of, int bytes) {}

  private FlowScans() {}

  /** A scanner of which so many threads share even few things. */
  static StreamScanner scanner(
      Device device, StreamProgram program, StreamOptions options, int threads) {
    return new StreamScanner(device, program, options, new HostThreads(threads, 1));
  }

  /** A batch; its packets are sent. */
  static PacketBatch batch(List<Packet> packets, List<Sent> ending) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    long[] offsets = new long[packets.size() + 1];
    PacketFlow[] flows = new PacketFlow[packets.size()];
    for (int i = 0; i < flows.length; i++) {
      Sent of = packets.get(i).of();
      data.write(of.bytes, of.at, packets.get(i).bytes());
      of.at += packets.get(i).bytes();
      offsets[i + 1] = data.size();
      flows[i] = of.flow;
    }
    List<PacketFlow> closing = ending.stream().map(of -> of.flow).toList();
    return new PacketBatch(MemorySegment.ofArray(data.toByteArray()), offsets, flows, closing);
  }

  /** Scans packets as one batch. */
  static void scan(StreamScanner scanner, List<Packet> packets, List<Sent> ending) {
    List<Sent> all = new ArrayList<>(ending);
    packets.forEach(packet -> all.add(packet.of()));
    scanEach(scanner, List.of(batch(packets, ending)), all);
  }

  /** Scans batches by themselves, handing over reports one by one. */
  static void scanEach(StreamScanner scanner, List<PacketBatch> batches, List<Sent> all) {
    Map<Long, Sent> byId = byId(all);
    try {
      for (PacketBatch batch : batches) {
        scanner.scanFlows(
            batch, (flow, rule, end) -> byId.get(flow.id()).reports.add(new Report(rule, end)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Scans batches that overlap, handing over reports packed. */
  static void scanOverlapping(StreamScanner scanner, List<PacketBatch> batches, List<Sent> all) {
    Map<Long, Sent> byId = byId(all);
    try {
      scanner.scanFlowSpans(
          batches.iterator(),
          spans -> unpack(spans, (flow, report) -> byId.get(flow.id()).reports.add(report)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<Long, Sent> byId(List<Sent> all) {
    Map<Long, Sent> byId = new TreeMap<>();
    all.forEach(of -> byId.put(of.flow.id(), of));
    return byId;
  }

  /** Reports by their packed form, which are those that are handed over one by one. */
  static void unpack(ReportSpans spans, BiConsumer<PacketFlow, Report> sink) {
    List<Report> reports = new ArrayList<>();
    for (int span = 0; span < spans.count(); span++) {
      assertThat(spans.from(span)).isLessThan(spans.to(span));
      for (int i = spans.from(span); i < spans.to(span); i++) {
        int record = spans.records(span).getAtIndex(ValueLayout.JAVA_INT, i);
        long end = spans.base(span) + (record >>> spans.ruleBits());
        reports.add(new Report(spans.ruleId(record), end));
        sink.accept(spans.flow(span), reports.getLast());
      }
    }
    List<Report> oneByOne = new ArrayList<>();
    spans.forEachOfFlows((flow, rule, end) -> oneByOne.add(new Report(rule, end)));
    assertThat(reports).hasSize((int) spans.reportCount()).isEqualTo(oneByOne);
  }

  /** Any packets of any flows; ends some that are sent. */
  static PacketBatch anyBatch(RandomAutomata random, List<Sent> open, int packets, int mostBytes) {
    List<Packet> batch = new ArrayList<>();
    int[] rest = open.stream().mapToInt(of -> of.bytes.length - of.at).toArray();
    for (int i = 0; i < packets && !open.isEmpty(); i++) {
      int which = random.number(0, open.size() - 1);
      int bytes = random.chance(0.1) ? 0 : Math.min(rest[which], random.number(1, mostBytes));
      rest[which] -= bytes;
      batch.add(new Packet(open.get(which), bytes));
    }
    List<Sent> ending = new ArrayList<>();
    for (int i = 0; i < rest.length; i++) {
      if (rest[i] == 0 && random.chance(0.7)) {
        ending.add(open.get(i));
      }
    }
    open.removeAll(ending);
    return batch(batch, ending);
  }

  /** What a scan of all bytes of a flow reports. */
  static List<Report> expected(RuleSet machine, Sent of) {
    return ReferenceEngine.reports(machine, of.bytes);
  }

  /** What is told of a flow that goes on: all that needs no end, but at its last positions. */
  static List<Report> expectedSoFar(RuleSet machine, Sent of, int held) {
    // Whatever byte comes next, what ends there was found by then.
    byte[] sent = Arrays.copyOf(of.bytes, Math.min(of.bytes.length, of.at + 1));
    return ReferenceEngine.reports(machine, sent).stream()
        .filter(report -> of.at > 0 && report.end() <= of.at - held)
        .toList();
  }

  static StreamProgram program(Device device, RuleSet machine) {
    return StreamProgram.compile(StreamScans.rules(machine), device.facts());
  }
}
