package io.fsmrun.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which processor figures were made on. A model's name may be kept back by a virtual machine, so
 * that only the family and model numbers tell one generation from the next.
 */
public final class ProcessorName {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String NAME = "model name";

  private ProcessorName() {}

  /**
   * The processor of this machine.
   *
   * @return its name with its family and model numbers, where Linux tells them; else the
   *     architecture
   */
  public static String here() {
    String architecture = System.getProperty("os.arch", "unknown");
    try {
      return of(Files.readAllLines(PROCESSORS), architecture);
    } catch (IOException e) {
      return architecture; // Not Linux.
    }
  }

  /** Reads what Linux says of processors, of which the first counts. */
  static String of(List<String> lines, String otherwise) {
    Map<String, String> first = new HashMap<>();
    for (String line : lines) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        String key = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        first.putIfAbsent(key, line.substring(colon + 1).strip());
      }
    }
    String name = first.getOrDefault(NAME, otherwise);
    String family = first.get("cpu family");
    String model = first.get("model");
    return family == null || model == null
        ? name
        : name + " (family " + family + ", model " + model + ")";
  }
}
