package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rulesets of ANMLZoo, where they are at hand: how many of their rules are accepted. */
final class AnmlZooRulesTest {

  @ParameterizedTest
  @CsvSource({
    "Brill/regex/brill.1chip.regex, 2030, '{group=20}'",
    "ClamAV/regex/515_nocounter.1chip.anml, 515, {}",
    "Dotstar/regex/backdoor_dotstar.1chip.regex, 2894, '{back-reference=106}'",
    "PowerEN/regex/complx_01000_00123.1chip.regex, 2858, {}",
    "Protomata/regex/2340sigs.1chip.regex, 2340, {}",
    "Snort/regex/snort.1chip.regex, 2598, '{back-reference=730, conditional group=1,"
        + " look-ahead=45, look-behind=4, possessive quantifier=1}'",
  })
  void acceptsAllButWhatIsNamed(String file, int accepted, String refused) throws IOException {
    Path path = home().resolve(file);
    assumeTrue(Files.exists(path), path + " is absent; set ANMLZOO_HOME to a copy of ANMLZoo");
    Rules rules = RulesFile.read(path);
    Map<String, Integer> byConstruct = new TreeMap<>();
    for (RefusedRule rule : rules.refused()) {
      byConstruct.merge(rule.construct(), 1, Integer::sum);
    }
    assertThat(rules.accepted()).hasSize(accepted);
    assertThat(byConstruct).hasToString(refused);
  }

  private static Path home() {
    String home = System.getenv("ANMLZOO_HOME");
    // Tests run in the folder of their module; the data lies beside the repository.
    return home != null ? Path.of(home) : Path.of("..", "..", "shared", "anmlzoo");
  }
}
