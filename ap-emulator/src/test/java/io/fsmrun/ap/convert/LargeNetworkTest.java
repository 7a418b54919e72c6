package io.fsmrun.ap.convert;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.anml.AnmlWriter;
import io.fsmrun.ap.mnrl.MnrlWriter;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.core.symbol.SymbolSet;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large networks, and what they take. */
class LargeNetworkTest {

  private static void write(AutomataNetwork network, Path file) throws IOException {
    if (file.toString().endsWith(".mnrl")) {
      MnrlWriter.write(network, file);
    } else {
      AnmlWriter.write(network, file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"large.anml", "large.mnrl"})
  void aHundredThousandStes(String name, @TempDir Path folder) throws IOException {
    AutomataNetwork network = LargeNetworks.chains(100_000);
    Path file = folder.resolve(name);
    write(network, file);
    AutomataNetwork read = LargeNetworks.read(file);
    assertThat(fingerprint(read)).isEqualTo(fingerprint(network));
    assertThat(read.memoryBytes()).isLessThan(64L * read.size() + 5L * read.edgeCount());
  }

  /** All that networks of plain STEs say, a line each. */
  private static String fingerprint(AutomataNetwork network) {
    StringBuilder lines = new StringBuilder();
    for (int ste = 0; ste < network.size(); ste++) {
      SymbolSet symbols = network.symbols(ste);
      lines.append(network.id(ste)).append(' ').append(symbols.hashCode()).append(' ');
      lines.append(network.start(ste)).append(network.isReporting(ste));
      lines.append(network.reportCode(ste));
      for (int i = 0; i < network.successorCount(ste); i++) {
        lines.append(' ').append(network.successor(ste, i));
      }
      lines.append('\n');
    }
    return lines.toString();
  }

  /** Read by a machine that has 512 MiB of heap in all. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"large.anml", "large.mnrl"})
  void twoMillionStesInBoundedMemory(String name, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    write(LargeNetworks.chains(2_000_000), file);
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                classes,
                LargeNetworks.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).startsWith("2000000 STEs, 3400000 edges, ");
    Files.writeString(
        Path.of("target", name + ".txt"), new File(file.toString()).length() + " bytes, " + said);
  }
}
