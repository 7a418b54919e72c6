package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The networks of ANMLZoo report on their 1 MB inputs what VASim reports. */
class AnmlZooNetworksTest {

  private static final String[] LEVENSHTEIN = {
    "24867 : __1693__ : 1", "159489 : __997__ : 1", "334557 : __649__ : 1", "464621 : __69__ : 1"
  };

  @TempDir Path directory;

  private static Cli vasim(Path network, Path input) {
    return Cli.run("--network", network, "--input", input, "--reports=vasim").done();
  }

  @Test
  void hamming() {
    Path network = Networks.anmlZoo("Hamming", "anml", "93_20X3.1chip.anml");
    Path input = Networks.anmlZoo("Hamming", "inputs", "hamming_1MB.input");
    assertThat(vasim(network, input).outLines())
        .containsExactly("4449 : 24_2_17n : ", "942367 : 52_2_17n : ");
    assertThat(Cli.run("--network", network, "--input", input, "--reports=tsv").outLines())
        .containsExactly("24_2_17n\t4450", "52_2_17n\t942368");
  }

  @ParameterizedTest
  @ValueSource(strings = {"24_20x3.1chip.anml", "24_20x3.1chip.mnrl"})
  void levenshtein(String file) {
    Path input = Networks.anmlZoo("Levenshtein", "inputs", "DNA_1MB.input");
    assertThat(vasim(Networks.anmlZoo("Levenshtein", "anml", file), input).outLines())
        .containsExactly(LEVENSHTEIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy.mnrl", "copy.anml"})
  void convertedAndShrunkNetworksReportTheSame(String name) {
    Path network = Networks.anmlZoo("Levenshtein", "anml", "24_20x3.1chip.anml");
    Path input = Networks.anmlZoo("Levenshtein", "inputs", "DNA_1MB.input");
    Path copy = directory.resolve(name);
    Cli.run("convert", network, copy, "--optimize=all", "--keep-ids", "--fan-in=6").done();
    // Split elements have ids of their own, so symbols and codes alone are compared.
    assertThat(vasim(copy, input).outLines().stream().map(AnmlZooNetworksTest::withoutId))
        .containsExactly("24867 : 1", "159489 : 1", "334557 : 1", "464621 : 1");
  }

  private static String withoutId(String line) {
    return line.replaceFirst(" : .* : ", " : ");
  }
}
