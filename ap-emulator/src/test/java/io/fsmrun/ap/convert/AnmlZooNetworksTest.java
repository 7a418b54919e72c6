package io.fsmrun.ap.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.ap.anml.AnmlReader;
import io.fsmrun.ap.mnrl.MnrlReader;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.MalformedNetworkException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The networks of ANMLZoo (Wadden et al., IISWC 2016), where there is a checkout. */
class AnmlZooNetworksTest {

  private static final String HOME_VARIABLE = "ANMLZOO_HOME";

  /** A file of the checkout that the variable names, or that lies beside the repository. */
  private static Path file(String name) {
    String named = System.getenv(HOME_VARIABLE);
    Path[] homes =
        named != null && !named.isEmpty()
            ? new Path[] {Path.of(named)}
            : new Path[] {
              Path.of("..", "shared", "anmlzoo"), Path.of("..", "..", "shared", "anmlzoo")
            };
    Path found =
        Arrays.stream(homes)
            .map(home -> home.resolve(name))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElse(null);
    assumeTrue(found != null, "no " + name + "; " + HOME_VARIABLE + " may name a checkout");
    return found;
  }

  private static long reporting(AutomataNetwork network) {
    return IntStream.range(0, network.size()).filter(network::isReporting).count();
  }

  @Test
  void hammingHasABareRoot() throws IOException {
    AutomataNetwork network = AnmlReader.read(file("Hamming/anml/93_20X3.1chip.anml"));
    assertThat(network.networkId()).isEqualTo("Motomata");
    assertThat(network.count(ElementKind.STE)).isEqualTo(11_346).isEqualTo(network.size());
    assertThat(network.edgeCount()).isEqualTo(19_251);
    assertThat(reporting(network)).isEqualTo(186);
    assertThat(network.symbolSetCount()).isEqualTo(124);
  }

  @Test
  void levenshteinIsTheSameInBothFormats() throws IOException {
    AutomataNetwork anml = AnmlReader.read(file("Levenshtein/anml/24_20x3.1chip.anml"));
    AutomataNetwork mnrl = MnrlReader.read(file("Levenshtein/anml/24_20x3.1chip.mnrl"));
    assertThat(anml.size()).isEqualTo(2784);
    assertThat(anml.edgeCount()).isEqualTo(9096);
    assertThat(reporting(anml)).isEqualTo(96);
    Map<String, String> expected = Networks.canonical(anml);
    assertThat(Networks.canonical(mnrl)).isEqualTo(expected);
  }

  /** In spite of its name, this is a list of regexes. */
  @Test
  void clamAvIsNoNetwork() {
    Path file = file("ClamAV/regex/515_nocounter.1chip.anml");
    assertThatThrownBy(() -> AnmlReader.read(file))
        .isInstanceOf(MalformedNetworkException.class)
        .hasMessageContaining("515_nocounter.1chip.anml:1:");
  }
}
