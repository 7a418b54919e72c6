package io.fsmrun.cpu.bytes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whether the processor shuffles the bytes of a vector of 512 bits by one instruction. Those with
 * AVX-512 but without its byte instructions (VBMI: before Ice Lake) do not, and the virtual machine
 * then has no instruction for a shuffle either but calls a method, so vectors do not pay there.
 */
final class ByteShuffles {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private ByteShuffles() {}

  /** Whether it does, as far as the system tells. */
  static boolean areThere() {
    try {
      return areThere(Files.readAllLines(PROCESSORS));
    } catch (IOException e) {
      return true; // Other systems do not tell.
    }
  }

  /**
   * The same.
   *
   * @param processors what the system says of its processors
   */
  static boolean areThere(List<String> processors) {
    return processors.stream()
        .filter(line -> line.startsWith("flags"))
        .map(line -> List.of(line.split("\\s+")))
        .allMatch(flags -> !flags.contains("avx512f") || flags.contains("avx512vbmi"));
  }
}
