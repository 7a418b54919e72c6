package io.fsmrun.gpu.stream;

import com.sun.management.OperatingSystemMXBean;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.report.BlockWriter;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What the host does beside the device, by itself: reports handed over one by one, batches brought
 * into order. Prints nanoseconds of a processor; median of 7 after 3.
 */
final class HostCostsMain {

  private static final int REPEAT = 7;
  private static final int WARM_UP = 3;
  private static final long LEAST_NANOS = 200_000_000;
  private static final int RECORDS = 40_000_000;
  private static final int SPAN = 574;
  private static final int PACKETS = 100_000;
  private static final int FLOWS = 100_000;
  private static final int RULES = 2600;

  private static final HostThreads THREADS =
      new HostThreads(Runtime.getRuntime().availableProcessors());

  private HostCostsMain() {}

  /** One thing to be timed. */
  private interface Work {

    /** Does it; returns something that depends on all of it. */
    long run();
  }

  /**
   * Runs all.
   *
   * @param args none
   */
  public static void main(String[] args) {
    StreamProgram program = program();
    delivery(program);
    ordering(program);
  }

  private static StreamProgram program() {
    RandomAutomata random = RandomAutomata.seeded(1);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < RULES; r++) {
      String word = new String(random.input(random.number(4, 30), 26), StandardCharsets.US_ASCII);
      components.add(
          new RuleSet.Component(
              r,
              r % 10 == 0
                  ? WordRules.gap(word.substring(0, 4), word + r)
                  : WordRules.literal(word + r, ReportFlags.HERE)));
    }
    return FlowScans.program(new SimtDevice(), new RuleSet(components));
  }

  private static void time(String what, long units, String unit, Work work) {
    double[] nanos = new double[REPEAT];
    long sum = 0;
    for (int i = -WARM_UP; i < REPEAT; i++) {
      long begun = processorNanos();
      int times = 0;
      // The clock of processors is coarse.
      while (times == 0 || processorNanos() - begun < LEAST_NANOS) {
        sum += work.run();
        times++;
      }
      if (i >= 0) {
        nanos[i] = (double) (processorNanos() - begun) / units / times;
      }
    }
    Arrays.sort(nanos);
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s\t%.2f ns a %s\t(%.2f-%.2f)\t%d",
            what,
            nanos[REPEAT / 2],
            unit,
            nanos[0],
            nanos[REPEAT - 1],
            sum));
  }

  /** Of all threads: another program that runs beside counts nothing. */
  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void delivery(StreamProgram program) {
    SplittableRandom random = new SplittableRandom(3);
    PacketFlow[] flows = new PacketFlow[RECORDS / SPAN + 1];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment records = arena.allocate((long) RECORDS * Integer.BYTES, Long.BYTES);
      for (int i = 0; i < RECORDS; i++) {
        int record = random.nextInt(4096) << program.ruleBits() | random.nextInt(RULES);
        records.setAtIndex(ValueLayout.JAVA_INT, i, record);
      }
      ReportSpans spans = new ReportSpans(program);
      spans.begin(records, flows);
      for (int i = 0; i < flows.length; i++) {
        spans.add(i, i * 100L, i * SPAN, Math.min(RECORDS, (i + 1) * SPAN));
      }
      time("flows, counted", RECORDS, "report", () -> counted(spans));
      time("flows, hashed", RECORDS, "report", () -> hashed(spans));
      time("flows, to lists", RECORDS, "report", () -> noted(spans));
      time("packets, hashed", RECORDS, "report", () -> packetsHashed(spans));
      time("plain, counted", RECORDS, "report", () -> plain(program, records, false));
      time("plain, hashed", RECORDS, "report", () -> plain(program, records, true));
    }
  }

  private static long counted(ReportSpans spans) {
    long[] count = new long[1];
    spans.forEachOfFlows((flow, rule, end) -> count[0]++);
    return count[0];
  }

  private static long hashed(ReportSpans spans) {
    long[] hash = new long[1];
    spans.forEachOfFlows((flow, rule, end) -> hash[0] = hash[0] * 31 + (flow.id() ^ end) + rule);
    return hash[0];
  }

  private static long noted(ReportSpans spans) {
    long[] ends = new long[1 << 16];
    int[] at = new int[1];
    spans.forEachOfFlows((flow, rule, end) -> ends[at[0]++ & 0xffff] = end << 16 | rule);
    return ends[5];
  }

  private static long packetsHashed(ReportSpans spans) {
    long[] hash = new long[1];
    spans.forEachOfPackets((packet, rule, end) -> hash[0] = hash[0] * 31 + (packet ^ end) + rule);
    return hash[0];
  }

  private static long plain(StreamProgram program, MemorySegment records, boolean hash) {
    long[] sum = new long[1];
    BlockWriter out =
        new BlockWriter(
            hash
                ? block -> block.forEach((rule, end) -> sum[0] = sum[0] * 31 + rule + end)
                : block -> block.forEach((rule, end) -> sum[0]++));
    int window = 24_000;
    for (int from = 0; from < RECORDS; from += window) {
      int count = Math.min(window, RECORDS - from);
      out.unpack(records, from, count, from, program.ruleBits(), program.namedIds());
    }
    out.flush();
    return sum[0];
  }

  private static void ordering(StreamProgram program) {
    SplittableRandom random = new SplittableRandom(5);
    PacketFlow[] flows = new PacketFlow[FLOWS];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    byte[] data = new byte[PACKETS * 600];
    for (int i = 0; i < data.length; i++) {
      data[i] = (byte) ('a' + random.nextInt(26));
    }
    long[] offsets = new long[PACKETS + 1];
    PacketFlow[] of = new PacketFlow[PACKETS];
    for (int i = 0; i < PACKETS; i++) {
      offsets[i + 1] = offsets[i] + (random.nextBoolean() ? 60 : random.nextInt(1140));
      of[i] = flows[random.nextInt(FLOWS)];
    }
    MemorySegment memory = MemorySegment.ofArray(data);
    offsets[PACKETS] = Math.min(data.length, offsets[PACKETS]);
    PacketBatch batch = new PacketBatch(memory, offsets, of, List.of());
    time(
        "order and heads of a batch",
        PACKETS,
        "packet",
        () -> new RunOrder(program, batch, null, THREADS).totalBytes());
    RunOrder order = new RunOrder(program, batch, null, THREADS);
    time(
        "of which heads",
        PACKETS,
        "packet",
        () -> new NextHeads(program, order, THREADS).all().length);
    MemorySegment stage = Arena.ofAuto().allocate(order.totalBytes());
    time(
        "copy to the stage, one thread",
        order.totalBytes(),
        "byte",
        () -> {
          order.fill(0, order.totalBytes(), stage, 0);
          return stage.get(ValueLayout.JAVA_BYTE, 77);
        });
  }
}
