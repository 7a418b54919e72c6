package io.fsmrun.bench.gpu;

import com.sun.management.OperatingSystemMXBean;
import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.gpu.stream.PacketBatch;
import io.fsmrun.gpu.stream.PacketFlow;
import io.fsmrun.gpu.stream.ReportSpans;
import io.fsmrun.gpu.stream.SpanSink;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Packets of many flows in batches that overlap on the first GPU, state kept between batches;
 * beside it the same packets each from the start of the rules. Both end to end with reports packed
 * and one by one, and the kernels alone. Reports of every flow are first compared with those of the
 * CPU library's streams, packed and one by one. Prints tab-separated figures; those of flows also
 * say how long the processors of the host were busy, all threads together.
 *
 * <p>Arguments: name, rules file, input file, packets, flows, batches, MiB of a piece, packets to
 * check; then perhaps how many threads of the host, one number after the other ({@code 1,4,16}),
 * for each of which all is done; or {@code executor}, to run on the reference executor and print
 * what it counts.
 */
public final class FlowPacketsStudy {

  private static final int REPEAT = 5;
  private static final int MEBI = 20;
  private static final int OVERHEAD_BYTES = 64;

  /** How reports come. */
  private enum Handing {
    /** As the device packed them; only how many is asked. */
    PACKED,
    /** One by one. */
    SINGLY;

    SpanSink flowSink(long[] reports) {
      return this == PACKED
          ? spans -> reports[0] += spans.reportCount()
          : spans -> spans.forEachOfFlows((flow, rule, end) -> reports[0]++);
    }

    SpanSink packetSink(long[] reports) {
      return this == PACKED
          ? spans -> reports[0] += spans.reportCount()
          : spans -> spans.forEachOfPackets((packet, rule, end) -> reports[0]++);
    }
  }

  private final String name;
  private final Device device;
  private final StreamProgram program;
  private final MemorySegment data;
  private final long[] offsets;
  private final int[] flowOf;
  private final int flowCount;
  private final PrintStream out;

  /** Threads of the host, for the scanner that runs. */
  private int threads;

  private FlowPacketsStudy(
      String name,
      Device device,
      StreamProgram program,
      LongInput input,
      long[] offsets,
      int flows) {
    this.name = name;
    this.device = device;
    this.program = program;
    this.data = input.buffer().segment();
    this.offsets = offsets;
    this.flowCount = flows;
    this.out = System.out;
    SplittableRandom random = new SplittableRandom(11);
    this.flowOf = new int[offsets.length - 1];
    Arrays.setAll(flowOf, i -> random.nextInt(flows));
  }

  /**
   * Runs the study.
   *
   * @param args as above
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Rules rules = RulesFile.read(Path.of(args[1]));
    byte[] piece = Files.readAllBytes(Path.of(args[2]));
    final int packets = Integer.parseInt(args[3]);
    final int batches = Integer.parseInt(args[5]);
    final int checked = Math.min(packets, Integer.parseInt(args[7]));
    final boolean onExecutor = args.length > 8 && args[8].equals("executor");
    StreamOptions options =
        StreamOptions.defaults().withChunkBytes(Integer.parseInt(args[6]) << MEBI);
    int[] threads =
        args.length > 8 && !onExecutor
            ? Arrays.stream(args[8].split(",")).mapToInt(Integer::parseInt).toArray()
            : new int[] {options.hostThreads()};
    List<StreamRule> positions = new ArrayList<>();
    RuleCompiler compiler = RuleCompiler.withDefaults();
    for (Rule rule : rules.accepted()) {
      positions.add(new StreamRule(rule.id(), compiler.compileToPositions(rule.tree())));
    }
    long[] offsets = PacketStudy.offsets(packets, 7);
    try (Device device = onExecutor ? new SimtDevice() : CudaDevice.open(0);
        LongInput input = new LongInput(device, piece, offsets[packets])) {
      StreamProgram program = StreamProgram.compile(positions, device.facts());
      FlowPacketsStudy study =
          new FlowPacketsStudy(args[0], device, program, input, offsets, Integer.parseInt(args[4]));
      Database cpu = Database.compile(rules, CompileOptions.defaults(), (done, of) -> {});
      ReportHash[] expected = study.onCpu(cpu, checked);
      for (int count : threads) {
        try (StreamScanner gpu =
            new StreamScanner(device, program, options.withHostThreads(count))) {
          study.threads = count;
          study.verify(gpu, expected, checked, batches);
          study.run(gpu, input, batches, onExecutor ? 0 : REPEAT);
        }
      }
    }
  }

  private void run(StreamScanner gpu, LongInput input, int batches, int repeat) throws IOException {
    for (Handing handing : Handing.values()) {
      flows(gpu, batches, repeat, handing);
      packets(gpu, input, repeat, handing);
    }
  }

  private PacketFlow[] open() {
    PacketFlow[] flows = new PacketFlow[flowCount];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    return flows;
  }

  /** Packets from one on up to another as a batch. */
  private PacketBatch batch(PacketFlow[] flows, int from, int to, List<PacketFlow> ending) {
    PacketFlow[] of = new PacketFlow[to - from];
    // Not Arrays.setAll, which looks at the class of each flow: they lie all over memory.
    for (int i = 0; i < of.length; i++) {
      of[i] = flows[flowOf[from + i]];
    }
    return new PacketBatch(data, Arrays.copyOfRange(offsets, from, to + 1), of, ending);
  }

  /** The first packets in batches, which are made when they are asked for. */
  private Iterator<PacketBatch> batches(
      PacketFlow[] flows, int packets, int batches, List<PacketFlow> ending) {
    return IntStream.range(0, batches)
        .mapToObj(
            b ->
                batch(
                    flows,
                    (int) ((long) packets * b / batches),
                    (int) ((long) packets * (b + 1) / batches),
                    b + 1 == batches ? ending : List.of()))
        .iterator();
  }

  /** Compares the reports of every flow with those of a stream of the CPU library. */
  private void verify(StreamScanner gpu, ReportHash[] expected, int packets, int batches)
      throws IOException {
    for (Handing handing : Handing.values()) {
      ReportHash[] found = hashes();
      PacketFlow[] flows = open();
      gpu.scanFlowSpans(
          batches(flows, packets, batches, List.of(flows)),
          handing == Handing.PACKED
              ? spans -> hash(spans, found)
              : spans ->
                  spans.forEachOfFlows(
                      (flow, rule, end) -> found[(int) flow.id()].report(rule, end)));
      long reports = 0;
      int equal = 0;
      for (int f = 0; f < flowCount; f++) {
        reports += expected[f].count();
        equal += expected[f].isSame(found[f]) ? 1 : 0;
      }
      out.println(
          String.format(
              Locale.ROOT,
              "%s\tflows-checked\t%s\t%d packets\t%d batches\t%d reports\t%d of %d flows equal",
              name,
              handing,
              packets,
              batches,
              reports,
              equal,
              flowCount));
    }
  }

  private static void hash(ReportSpans spans, ReportHash[] found) {
    for (int span = 0; span < spans.count(); span++) {
      ReportHash of = found[(int) spans.flow(span).id()];
      for (int i = spans.from(span); i < spans.to(span); i++) {
        int record = spans.records(span).getAtIndex(ValueLayout.JAVA_INT, i);
        of.report(spans.ruleId(record), spans.base(span) + (record >>> spans.ruleBits()));
      }
    }
  }

  /** What streams of the CPU library report of every flow, all of which end. */
  private ReportHash[] onCpu(Database cpu, int packets) {
    ReportHash[] expected = hashes();
    Scanner scanner = cpu.newScanner();
    Stream[] streams = new Stream[flowCount];
    Arrays.setAll(streams, i -> scanner.open());
    for (int p = 0; p < packets; p++) {
      ReportHash of = expected[flowOf[p]];
      streams[flowOf[p]].write(
          data.asSlice(offsets[p], offsets[p + 1] - offsets[p]),
          (rule, start, end, tag) -> {
            of.report(rule, end);
            return true;
          });
    }
    for (int f = 0; f < flowCount; f++) {
      ReportHash of = expected[f];
      streams[f].close(
          (rule, start, end, tag) -> {
            of.report(rule, end);
            return true;
          });
    }
    return expected;
  }

  private ReportHash[] hashes() {
    ReportHash[] hashes = new ReportHash[flowCount];
    Arrays.setAll(hashes, i -> new ReportHash());
    return hashes;
  }

  private void flows(StreamScanner gpu, int batches, int repeat, Handing handing)
      throws IOException {
    Spread whole = new Spread(Math.max(1, repeat));
    Spread kernels = new Spread(Math.max(1, repeat));
    Spread busy = new Spread(Math.max(1, repeat));
    PacketFlow[] flows = null;
    long[] reports = new long[1];
    StreamFigures figures = null;
    resetCounters();
    for (int round = repeat > 0 ? -1 : 0; round < Math.max(1, repeat); round++) {
      flows = open();
      reports[0] = 0;
      long begun = System.nanoTime();
      long busyBefore = processorNanos();
      figures =
          gpu.scanFlowSpans(
              batches(flows, flowOf.length, batches, List.of()), handing.flowSink(reports));
      if (round >= 0) {
        whole.add((System.nanoTime() - begun) / 1e6);
        busy.add((processorNanos() - busyBefore) / 1e6);
        kernels.add(figures.kernelMillis());
      }
    }
    print("flows " + flowCount + " batches " + batches, handing, whole, kernels, reports[0]);
    out.println(
        String.format(
            Locale.ROOT,
            "%s\tflow-host\t%s\t%d threads\t%.3f processors busy\t%.3f us of a processor a packet",
            name,
            handing,
            threads,
            busy.median() / whole.median(),
            busy.median() * 1e3 / flowOf.length));
    printStates(flows, figures);
    printCounters();
  }

  /** Of all threads. */
  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void printStates(PacketFlow[] flows, StreamFigures figures) {
    long state = Arrays.stream(flows).mapToLong(PacketFlow::sizeBytes).sum();
    int most = Arrays.stream(flows).mapToInt(PacketFlow::sizeBytes).max().orElse(0);
    long began = Arrays.stream(flows).filter(flow -> flow.lengthBytes() > 0).count();
    out.println(
        String.format(
            Locale.ROOT,
            "%s\tflow-state\t%.1f bytes a flow, most %d, objects around it %d\thistory %d bytes, %.4f of all\t%s",
            name,
            (double) state / began,
            most,
            OVERHEAD_BYTES,
            figures.bytes() - bytes(),
            (double) (figures.bytes() - bytes()) / bytes(),
            figures));
  }

  private void packets(StreamScanner gpu, LongInput input, int repeat, Handing handing)
      throws IOException {
    Spread whole = new Spread(Math.max(1, repeat));
    Spread kernels = new Spread(Math.max(1, repeat));
    long[] reports = new long[1];
    resetCounters();
    for (int round = repeat > 0 ? -1 : 0; round < Math.max(1, repeat); round++) {
      reports[0] = 0;
      long begun = System.nanoTime();
      StreamFigures figures =
          gpu.scanPacketSpans(input.buffer(), offsets, handing.packetSink(reports));
      if (round >= 0) {
        whole.add((System.nanoTime() - begun) / 1e6);
        kernels.add(figures.kernelMillis());
      }
    }
    print("plain packets", handing, whole, kernels, reports[0]);
    printCounters();
  }

  private long bytes() {
    return offsets[offsets.length - 1];
  }

  private void print(String what, Handing handing, Spread whole, Spread kernels, long reports) {
    int packets = flowOf.length;
    out.println(
        String.format(
            Locale.ROOT,
            "%s\t%s\t%s\t%d threads\t%d packets\t%d bytes\t%.3f Mpackets/s\t%.3f Gb/s\tkernels %.3f Gb/s\t%d reports\t%s us",
            name,
            what,
            handing,
            threads,
            packets,
            bytes(),
            packets / 1e3 / whole.median(),
            bytes() * 8 / 1e6 / whole.median(),
            bytes() * 8 / 1e6 / kernels.median(),
            reports,
            whole.micros()));
  }

  private void resetCounters() {
    if (device instanceof SimtDevice executor) {
      executor.resetCounters();
    }
  }

  private void printCounters() {
    if (device instanceof SimtDevice executor) {
      for (String kernel :
          new String[] {"scanStreams", "scanFlows", "markRuns", "orderRecords", "findRecords"}) {
        out.println(name + "\texecutor\t" + kernel + "\t" + executor.counters(kernel));
      }
    }
  }
}
