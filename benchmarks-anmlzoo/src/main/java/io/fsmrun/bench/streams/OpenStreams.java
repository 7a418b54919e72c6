package io.fsmrun.bench.streams;

import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Many streams open at once, as of a sensor that follows flows: each gets a packet, then each gets
 * the next one, by turns, so that every write is to another stream than the one before. The packets
 * of a stream follow each other in the input; streams begin at places that are spread over it. For
 * one thread.
 */
public final class OpenStreams {

  private static final int COLLECTIONS = 2;
  private static final double MB = 1e6;
  private static final double MICROS = 1e3;

  private final Scanner scanner;
  private final byte[] input;
  private final Stream[] streams;
  private final int packetBytes;
  private long matches;

  /**
   * What was found.
   *
   * @param medianBytes the middle one of the sizes of the streams' states, as {@link
   *     Stream#sizeBytes}
   * @param mostBytes the largest of them
   * @param heapBytes what a stream takes of Java's heap, on average, its object and all
   * @param nanosPerPacket how long a packet took, on average, the change of the stream included
   * @param matches how many matches were told
   */
  public record Figures(
      int medianBytes, int mostBytes, double heapBytes, double nanosPerPacket, long matches) {}

  /**
   * Opens streams.
   *
   * @param database the rules
   * @param input where packets come from, at least two packets long
   * @param count how many streams
   * @param packetBytes bytes of a packet
   */
  public OpenStreams(Database database, byte[] input, int count, int packetBytes) {
    this.scanner = database.newScanner();
    this.input = input.clone();
    this.streams = new Stream[count];
    this.packetBytes = packetBytes;
  }

  /**
   * Writes so many packets to each stream. Takes some collections of the whole heap.
   *
   * @param packets packets for each
   * @return the figures, of the streams as they are then
   */
  public Figures run(int packets) {
    long before = usedBytes();
    for (int i = 0; i < streams.length; i++) {
      streams[i] = scanner.open();
    }
    long nanos = 0;
    for (int packet = 0; packet < packets; packet++) {
      long start = System.nanoTime();
      for (int i = 0; i < streams.length; i++) {
        write(streams[i], i, packet);
      }
      nanos += System.nanoTime() - start;
    }
    double heap = Math.max(0, usedBytes() - before) / (double) streams.length;
    int[] sizes = Arrays.stream(streams).mapToInt(Stream::sizeBytes).sorted().toArray();
    double perPacket = nanos / (double) streams.length / packets;
    return new Figures(sizes[sizes.length / 2], sizes[sizes.length - 1], heap, perPacket, matches);
  }

  private void write(Stream stream, int number, int packet) {
    int places = input.length / packetBytes;
    int place = (int) (((long) number * places / streams.length + packet) % places);
    stream.write(
        input,
        place * packetBytes,
        (place + 1) * packetBytes,
        (rule, start, end, tag) -> {
          matches++;
          return true;
        });
  }

  private static long usedBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /**
   * Measures and prints a line.
   *
   * @param arguments a file of rules, an input, how many streams, bytes of a packet, packets for
   *     each stream
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if the thread is interrupted while it compiles
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    if (arguments.length < 5) {
      System.err.println("usage: RULES INPUT STREAMS PACKET-BYTES PACKETS");
      return;
    }
    CompileListener silent = (done, total) -> {};
    Database database =
        Database.compile(RulesFile.read(Path.of(arguments[0])), CompileOptions.defaults(), silent);
    byte[] input = Files.readAllBytes(Path.of(arguments[1]));
    int count = Integer.parseInt(arguments[2]);
    int packetBytes = Integer.parseInt(arguments[3]);
    Figures figures =
        new OpenStreams(database, input, count, packetBytes).run(Integer.parseInt(arguments[4]));
    System.out.printf(
        Locale.ROOT,
        "| %,d rules | %,d streams | median %,d bytes | most %,d | heap %.0f a stream, %.0f MB | %.2f"
            + " us a packet, %.0f MB/s | %,d matches |%n",
        database.ruleCount(),
        count,
        figures.medianBytes(),
        figures.mostBytes(),
        figures.heapBytes(),
        figures.heapBytes() * count / MB,
        figures.nanosPerPacket() / MICROS,
        packetBytes / figures.nanosPerPacket() * MICROS,
        figures.matches());
  }
}
