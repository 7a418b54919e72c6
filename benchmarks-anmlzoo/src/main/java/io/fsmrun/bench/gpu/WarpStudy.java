package io.fsmrun.bench.gpu;

import io.fsmrun.bench.rulesets.GeneratedRuleset;
import io.fsmrun.bench.rulesets.GeneratedRulesets;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtCounters;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.gpu.stream.PacketBatch;
import io.fsmrun.gpu.stream.PacketFlow;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.RulesFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Counts on the reference executor how full the warps of bit streams are: over one stream, over
 * packets of 40 to 1500 bytes each by itself, and over packets of flows, all of the same bytes.
 *
 * <p>What is predicted: lanes are bytes, 128 each, whatever lies side by side in them, so that
 * packets and flows keep as many lanes busy as one stream does. A thread a packet would keep busy
 * the sum of the lengths over 32 times the longest of each warp.
 *
 * <p>Arguments: packets, flows, then names of generated rulesets. Prints a table.
 */
public final class WarpStudy {

  /** How bytes are scanned. */
  enum Kind {
    /** As one. */
    STREAM,
    /** Each packet from the start of the rules. */
    PACKETS,
    /** Packets of flows, in two batches. */
    FLOWS
  }

  /**
   * Counted on one ruleset and one way to scan.
   *
   * @param kind the way
   * @param reports reports
   * @param warpInstructions instructions of warps, of the kernels that scan
   * @param lanes threads of each of them, on the average, of {@value DeviceFacts#WARP}
   */
  record Figures(Kind kind, long reports, long warpInstructions, double lanes) {

    /** By how much they miss what another one predicts, as a share of it. */
    double deviationFrom(Figures prediction) {
      return lanes / prediction.lanes - 1;
    }
  }

  private static final int BATCHES = 2;
  private static final List<String> KERNELS = List.of("scanStreams", "scanFlows");

  private final List<StreamRule> rules = new ArrayList<>();
  private final byte[] data;
  private final long[] offsets;
  private final int flowCount;

  /**
   * A study.
   *
   * @param lines rules, as files have them
   * @param data the bytes of all packets
   * @param offsets where each packet starts, and where the last one ends
   * @param flowCount flows that they are dealt to
   */
  WarpStudy(List<String> lines, byte[] data, long[] offsets, int flowCount) throws IOException {
    byte[] file = String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
    RuleCompiler compiler = RuleCompiler.withDefaults();
    for (Rule rule : RulesFile.read(new ByteArrayInputStream(file), "rules").accepted()) {
      rules.add(new StreamRule(rule.id(), compiler.compileToPositions(rule.tree())));
    }
    this.data = data;
    this.offsets = offsets;
    this.flowCount = flowCount;
  }

  /**
   * Runs the study.
   *
   * @param args as above
   * @throws IOException never; as scans do
   */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    long[] offsets = PacketStudy.offsets(Integer.parseInt(args[0]), 7);
    out.println(
        String.format(
            Locale.ROOT,
            "a thread a packet, predicted: %.1f of 32 lanes in the order of arrival, %.1f sorted",
            lanesOfThreads(offsets, false),
            lanesOfThreads(offsets, true)));
    out.println("| ruleset (rules) | scanned as | reports | lanes of 32 | predicted | deviation |");
    out.println("|---|---|---|---|---|---|");
    for (String name : List.of(args).subList(2, args.length)) {
      GeneratedRuleset ruleset = GeneratedRulesets.make(name, 1);
      byte[] data = ruleset.input(3, (int) offsets[offsets.length - 1]);
      WarpStudy study = new WarpStudy(ruleset.lines(), data, offsets, Integer.parseInt(args[1]));
      print(out, name + " (" + study.rules.size() + ")", study.figures());
    }
  }

  private static void print(PrintStream out, String name, List<Figures> all) {
    for (Figures figures : all) {
      boolean predicted = figures.kind != Kind.STREAM;
      out.println(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,d | %.1f | %s | %s |",
              name,
              figures.kind.name().toLowerCase(Locale.ROOT),
              figures.reports,
              figures.lanes,
              predicted ? String.format(Locale.ROOT, "%.1f", all.getFirst().lanes) : "–",
              predicted
                  ? String.format(
                      Locale.ROOT, "%+.1f%%", 100 * figures.deviationFrom(all.getFirst()))
                  : "–"));
    }
  }

  /**
   * Lanes that would be busy if each thread took a packet: the sum of the lengths over the longest
   * of each warp.
   *
   * @param sorted whether packets are sorted by length before
   */
  static double lanesOfThreads(long[] offsets, boolean sorted) {
    long[] lengths = new long[offsets.length - 1];
    Arrays.setAll(lengths, i -> offsets[i + 1] - offsets[i]);
    if (sorted) {
      Arrays.sort(lengths);
    }
    long longest = 0;
    for (int i = 0; i < lengths.length; i += DeviceFacts.WARP) {
      int to = Math.min(i + DeviceFacts.WARP, lengths.length);
      longest += Arrays.stream(lengths, i, to).max().orElse(0);
    }
    return (double) Arrays.stream(lengths).sum() / longest;
  }

  /** Scans in each way, the stream first. */
  List<Figures> figures() throws IOException {
    List<Figures> all = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      try (SimtDevice device = new SimtDevice()) {
        StreamProgram program = StreamProgram.compile(rules, device.facts());
        StreamOptions options = StreamOptions.defaults().withChunkBytes(2 * data.length);
        try (StreamScanner scanner = new StreamScanner(device, program, options)) {
          long reports = scan(scanner, program, kind);
          SimtCounters sum = SimtCounters.NONE;
          for (String kernel : KERNELS) {
            sum = sum.plus(device.counters(kernel));
          }
          double lanes = sum.warpEfficiency() * DeviceFacts.WARP;
          all.add(new Figures(kind, reports, sum.warpInstructions(), lanes));
        }
      }
    }
    return all;
  }

  private long scan(StreamScanner scanner, StreamProgram program, Kind kind) throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(data);
    long[] reports = {0};
    switch (kind) {
      case STREAM -> scanner.scan(ScanInput.of(bytes), (rule, end) -> reports[0]++);
      case PACKETS -> scanner.scanPackets(bytes, offsets, (packet, rule, end) -> reports[0]++);
      case FLOWS ->
          scanner.scanFlowSpans(
              batches(program, bytes).iterator(), spans -> reports[0] += spans.reportCount());
      default -> throw new IllegalStateException("unknown: " + kind);
    }
    return reports[0];
  }

  private List<PacketBatch> batches(StreamProgram program, MemorySegment bytes) {
    PacketFlow[] flows = new PacketFlow[flowCount];
    Arrays.setAll(flows, i -> PacketFlow.open(program, i));
    SplittableRandom random = new SplittableRandom(11);
    List<PacketBatch> batches = new ArrayList<>();
    int packets = offsets.length - 1;
    for (int b = 0; b < BATCHES; b++) {
      int from = packets * b / BATCHES;
      int to = packets * (b + 1) / BATCHES;
      PacketFlow[] of = new PacketFlow[to - from];
      Arrays.setAll(of, i -> flows[random.nextInt(flowCount)]);
      List<PacketFlow> ending = b + 1 == BATCHES ? List.of(flows) : List.of();
      batches.add(new PacketBatch(bytes, Arrays.copyOfRange(offsets, from, to + 1), of, ending));
    }
    return batches;
  }
}
