package io.fsmrun.ap.convert;

import io.fsmrun.ap.anml.AnmlReader;
import io.fsmrun.ap.mnrl.MnrlReader;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Networks of any size, and a program that reads one, for a machine of little memory. */
final class LargeNetworks {

  private LargeNetworks() {}

  /** Chains of ten STEs that each also skip one, the last of each reporting. */
  static AutomataNetwork chains(int stes) {
    NetworkBuilder builder = new NetworkBuilder("chains");
    for (int i = 0; i < stes; i++) {
      int ste = builder.ste("ste_" + i, SymbolSet.range(i % 200, i % 200 + i % 50));
      if (i % 10 == 0) {
        builder.start(ste, i % 20 == 0 ? StartKind.ALL_INPUT : StartKind.START_OF_DATA);
      }
      if (i % 10 == 9) {
        builder.report(ste, Integer.toString(i % 1000));
      }
    }
    for (int i = 0; i < stes; i++) {
      for (int to = i + 1; to <= i + 2 && to / 10 == i / 10 && to < stes; to++) {
        builder.edge(i, to);
      }
    }
    return builder.build();
  }

  static AutomataNetwork read(Path file) throws IOException {
    return file.toString().endsWith(".mnrl") ? MnrlReader.read(file) : AnmlReader.read(file);
  }

  /** Reads the named file and says what it took. */
  public static void main(String[] args) throws IOException {
    long start = System.nanoTime();
    AutomataNetwork network = read(Path.of(args[0]));
    double seconds = (System.nanoTime() - start) / 1e9;
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.printf(
        Locale.ROOT,
        "%d STEs, %d edges, %.1f s, %.1f bytes an STE%n",
        network.size(),
        network.edgeCount(),
        seconds,
        (double) network.memoryBytes() / network.size());
  }
}
