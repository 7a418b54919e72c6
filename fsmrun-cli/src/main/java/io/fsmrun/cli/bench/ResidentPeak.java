package io.fsmrun.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * By how much a process grew at most while native code worked: the peak of its resident memory
 * since it was created, less what was resident then. Linux only. Java's heap counts as far as it
 * grows meanwhile, so this is for times at which Java waits. Memory that the process had given back
 * to its allocator before is used again without being seen.
 */
public final class ResidentPeak {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path CLEAR = Path.of("/proc/self/clear_refs");

  /** What resets the peak (proc(5), clear_refs). */
  private static final String RESET_PEAK = "5";

  private static final long KIB = 1024;

  private final long before;

  /** Begins to watch. */
  public ResidentPeak() {
    this.before = reset() ? field("VmRSS:") : -1;
  }

  /**
   * The growth so far.
   *
   * @return bytes; -1 if the system does not say
   */
  public long bytes() {
    long peak = before < 0 ? -1 : field("VmHWM:");
    return peak < 0 ? -1 : Math.max(0, peak - before);
  }

  private static boolean reset() {
    try {
      Files.writeString(CLEAR, RESET_PEAK);
      return true;
    } catch (IOException | SecurityException e) {
      return false;
    }
  }

  private static long field(String name) {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // As if it were not there.
    }
    return -1;
  }
}
