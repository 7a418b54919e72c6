package io.fsmrun.bench.streams;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanMode;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.bench.hyperscan.HyperscanStreams;
import io.fsmrun.bench.hyperscan.HyperscanStreams.Matches;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Flows of packets beside Hyperscan's streams. Each flow gets a packet, then each gets the next
 * one, by turns, so that every write is to another stream than the one before; at last all end, and
 * begin anew. The packets of a flow follow each other in the input; flows begin at places that are
 * spread over it. Reports of each flow are compared before. For one thread.
 */
public final class PacketFlows implements AutoCloseable {

  private static final double MICROS = 1e3;

  private final byte[] data;
  private final int flows;
  private final int packets;

  /**
   * Packet {@code p} of flow {@code f} is from {@code offsets[f][p]} to {@code offsets[f][p+1]}.
   */
  private final int[][] offsets;

  private final Stream[] streams;
  private final HyperscanStreams others;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment copy;
  private long matches;

  // The same handler all along: calls of many kinds take longer.
  private final MatchHandler handler =
      (rule, start, end, tag) -> {
        matches++;
        return true;
      };

  /**
   * What was found: nanoseconds for a packet, on average, in the middle one of all rounds, with
   * what the ends of flows take.
   *
   * @param ours by streams of one scanner
   * @param counted by Hyperscan, which counts matches by calls into Java
   * @param dropped by Hyperscan, which drops them
   * @param stateBytes the middle one of the sizes of our streams' states, before the ends
   * @param otherBytes the size of Hyperscan's
   * @param matches how many there are
   */
  public record Figures(
      double ours, double counted, double dropped, int stateBytes, long otherBytes, long matches) {}

  /**
   * Opens streams.
   *
   * @param database the rules
   * @param hyperscan the same rules, for streams
   * @param data where packets come from
   * @param offsets for each flow, where its packets begin, and where the last one ends; all flows
   *     have as many packets
   */
  public PacketFlows(Database database, HyperscanDatabase hyperscan, byte[] data, int[][] offsets) {
    this.data = data.clone();
    this.offsets = Arrays.stream(offsets).map(int[]::clone).toArray(int[][]::new);
    this.flows = offsets.length;
    this.packets = offsets[0].length - 1;
    Scanner scanner = database.newScanner();
    this.streams = new Stream[flows];
    Arrays.setAll(streams, i -> scanner.open());
    this.others = hyperscan.streams(flows);
    this.copy = arena.allocate(Math.max(1, data.length));
    MemorySegment.copy(data, 0, copy, ValueLayout.JAVA_BYTE, 0, data.length);
  }

  /**
   * Compares what both report for each flow.
   *
   * @return the first flow whose reports are not the same, or -1
   */
  public int firstDifference() {
    PackedReports[] ours = new PackedReports[flows];
    Arrays.setAll(ours, i -> new PackedReports());
    for (int packet = 0; packet < packets; packet++) {
      for (int i = 0; i < flows; i++) {
        streams[i].write(data, offsets[i][packet], offsets[i][packet + 1], into(ours[i]));
      }
    }
    for (int i = 0; i < flows; i++) {
      streams[i].close(into(ours[i]));
      streams[i].reset();
      for (int packet = 0; packet < packets; packet++) {
        others.write(i, bytes(i, packet), Matches.KEPT);
      }
      others.end(i, Matches.KEPT);
      if (ours[i].mismatch(others.takeReports()) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static MatchHandler into(PackedReports reports) {
    return (rule, start, end, tag) -> {
      reports.add(rule, end);
      return true;
    };
  }

  private MemorySegment bytes(int flow, int packet) {
    int from = offsets[flow][packet];
    return copy.asSlice(from, offsets[flow][packet + 1] - from);
  }

  /**
   * Scans for some time, and then measures for as long.
   *
   * @param seconds how long each
   * @return the figures
   */
  public Figures run(int seconds) {
    long[] nanos = Rounds.middle(seconds, this::round);
    double all = (double) flows * packets;
    long found = matches;
    return new Figures(
        nanos[0] / all, nanos[1] / all, nanos[2] / all, stateBytes(), others.streamBytes(), found);
  }

  private long[] round() {
    long start = System.nanoTime();
    others(Matches.COUNTED);
    long counted = System.nanoTime();
    others(Matches.DROPPED);
    long dropped = System.nanoTime();
    matches = 0;
    writeAll();
    for (Stream stream : streams) {
      stream.close(handler);
      stream.reset();
    }
    long ours = System.nanoTime();
    return new long[] {ours - dropped, counted - start, dropped - counted};
  }

  private void others(Matches matches) {
    for (int packet = 0; packet < packets; packet++) {
      for (int i = 0; i < flows; i++) {
        others.write(i, bytes(i, packet), matches);
      }
    }
    for (int i = 0; i < flows; i++) {
      others.end(i, matches);
    }
  }

  private void writeAll() {
    for (int packet = 0; packet < packets; packet++) {
      for (int i = 0; i < flows; i++) {
        streams[i].write(data, offsets[i][packet], offsets[i][packet + 1], handler);
      }
    }
  }

  private int stateBytes() {
    writeAll();
    int[] sizes = Arrays.stream(streams).mapToInt(Stream::sizeBytes).sorted().toArray();
    for (Stream stream : streams) {
      stream.reset();
    }
    return sizes[sizes.length / 2];
  }

  /** Closes Hyperscan's streams. */
  @Override
  public void close() {
    others.close();
    arena.close();
  }

  /**
   * Cuts packets of random lengths, the same each time.
   *
   * @param length bytes of the data, at least {@code packets * most}
   * @param flows how many flows
   * @param packets packets of each
   * @param least bytes of the shortest packet, 1 or more
   * @param most of the longest
   * @return for each flow, where its packets begin, and where the last one ends
   * @throws IllegalArgumentException if the data are too few
   */
  public static int[][] packets(int length, int flows, int packets, int least, int most) {
    long room = length - (long) packets * most;
    if (room < 0) {
      throw new IllegalArgumentException(
          length + " bytes are too few for " + packets + " packets of " + most);
    }
    Random random = new Random(1);
    int[][] offsets = new int[flows][packets + 1];
    for (int i = 0; i < flows; i++) {
      offsets[i][0] = (int) (room * i / flows);
      for (int packet = 0; packet < packets; packet++) {
        offsets[i][packet + 1] = offsets[i][packet] + least + random.nextInt(most - least + 1);
      }
    }
    return offsets;
  }

  /**
   * Measures and prints a line: ratios are Hyperscan's time over ours, matches counted and dropped.
   *
   * @param arguments a file of rules, an input, how many flows, packets of each, the fewest and the
   *     most bytes of a packet with a hyphen between, seconds
   * @throws IOException if a file cannot be read
   * @throws HyperscanException if there is no Hyperscan, or it refuses all rules
   * @throws InterruptedException if the thread is interrupted while it compiles
   */
  public static void main(String... arguments)
      throws IOException, HyperscanException, InterruptedException {
    if (arguments.length < 6) {
      System.err.println("usage: RULES INPUT FLOWS PACKETS LEAST-MOST SECONDS");
      return;
    }
    Rules given = RulesFile.read(Path.of(arguments[0]));
    byte[] data = Files.readAllBytes(Path.of(arguments[1]));
    String[] lengths = arguments[4].split("-", -1);
    int[][] offsets =
        packets(
            data.length,
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(lengths[0]),
            Integer.parseInt(lengths[1]));
    try (HyperscanDatabase hyperscan =
        HyperscanDatabase.compile(
            HyperscanLibrary.find(null),
            HyperscanMode.STREAM,
            HyperscanRule.all(given.accepted()))) {
      Database database =
          Database.compile(
              hyperscan.only(given),
              CompileOptions.defaults().withPlan(PlanOptions.defaults().withSample(data)),
              CompileListener.NONE);
      print(database, hyperscan, data, offsets, Integer.parseInt(arguments[5]));
    }
  }

  private static void print(
      Database database, HyperscanDatabase hyperscan, byte[] data, int[][] offsets, int seconds) {
    try (PacketFlows flows = new PacketFlows(database, hyperscan, data, offsets)) {
      int different = flows.firstDifference();
      if (different >= 0) {
        System.err.println("nothing is measured: the reports of flow " + different + " differ");
        return;
      }
      Figures figures = flows.run(seconds);
      long bytes = 0;
      for (int[] flow : offsets) {
        bytes += flow[flow.length - 1] - flow[0];
      }
      int packets = offsets[0].length - 1;
      double packetBytes = (double) bytes / offsets.length / packets;
      System.out.printf(
          Locale.ROOT,
          "| %,d rules | %,d flows of %,d packets, %.0f bytes | %.2f / %.2f | %.0f, %.0f, %.0f ns a"
              + " packet | %.0f MB/s | states %,d, %,d bytes | %,d matches |%n",
          database.ruleCount(),
          offsets.length,
          packets,
          packetBytes,
          figures.counted() / figures.ours(),
          figures.dropped() / figures.ours(),
          figures.ours(),
          figures.counted(),
          figures.dropped(),
          packetBytes / figures.ours() * MICROS,
          figures.stateBytes(),
          figures.otherBytes(),
          figures.matches());
    }
  }
}
