package io.fsmrun.cpu.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What vector instructions are worth on this processor, as far as the system tells. */
public final class Processor {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final List<String> LINES = lines();

  private Processor() {}

  private static List<String> lines() {
    try {
      return Files.readAllLines(PROCESSORS);
    } catch (IOException e) {
      return List.of(); // Other systems do not tell.
    }
  }

  /**
   * Whether the bytes of a vector of 512 bits are shuffled by one instruction. Processors with
   * AVX-512 but without its byte instructions (VBMI: before Ice Lake) do not, and the virtual
   * machine then has no instruction for a shuffle either but calls a method, so vectors do not pay
   * there.
   */
  static boolean shufflesBytes() {
    return shufflesBytes(LINES);
  }

  /**
   * The same.
   *
   * @param processors what the system says of its processors
   */
  static boolean shufflesBytes(List<String> processors) {
    return fields(processors, "flags")
        .allMatch(flags -> !flags.contains("avx512f") || flags.contains("avx512vbmi"));
  }

  /**
   * Whether 16 numbers are gathered from a table in about the time of six shuffles of two vectors:
   * Intel's do, unless gathering leaks data ({@code gds}: before Sapphire Rapids) and was slowed
   * down for that; AMD's gather at half the speed, and shuffle faster.
   *
   * @return false if it is not known
   */
  public static boolean gathersFast() {
    return gathersFast(LINES);
  }

  /**
   * The same.
   *
   * @param processors what the system says of its processors
   */
  static boolean gathersFast(List<String> processors) {
    return fields(processors, "vendor_id").anyMatch(vendor -> vendor.contains("GenuineIntel"))
        && fields(processors, "bugs").noneMatch(bugs -> bugs.contains("gds"));
  }

  private static Stream<List<String>> fields(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> List.of(line.split("\\s+")));
  }
}
