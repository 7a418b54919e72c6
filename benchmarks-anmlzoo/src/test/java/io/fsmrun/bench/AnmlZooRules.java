package io.fsmrun.bench;

import static org.junit.jupiter.api.Assumptions.abort;

import io.fsmrun.bench.AnmlZoo.Benchmark;
import io.fsmrun.bench.AnmlZoo.Size;
import io.fsmrun.bench.HyperscanOracle.SourceRule;
import io.fsmrun.regex.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a benchmark's rules file, split without our reader, and its input. Tests that need
 * them skip where ANMLZoo is absent.
 */
final class AnmlZooRules {

  private final List<String> lines;
  private final Path input;

  private AnmlZooRules(List<String> lines, Path input) {
    this.lines = lines;
    this.input = input;
  }

  /** All rules of a benchmark, or every {@code step}-th: the other lines are emptied. */
  static AnmlZooRules of(Benchmark benchmark, int step) throws IOException {
    Path rules;
    Path input;
    try {
      AnmlZoo zoo = find();
      rules = zoo.rules(benchmark);
      input = zoo.input(benchmark, Size.ONE_MB);
    } catch (AnmlZooException e) {
      return abort("skipped: " + e.getMessage());
    }
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(rules, StandardCharsets.ISO_8859_1)) {
      lines.add(lines.size() % step == 0 ? line : "");
    }
    return new AnmlZooRules(lines, input);
  }

  static AnmlZoo find() throws AnmlZooException {
    String home = System.getenv(AnmlZoo.HOME_VARIABLE);
    // Tests run in the folder of their module; the data lies beside the repository.
    return home != null ? AnmlZoo.find() : AnmlZoo.at(Path.of("..").resolve(AnmlZoo.DEFAULT_HOME));
  }

  /** The rules as our parser sees them. */
  Rules parsed() {
    return Rules.of(lines);
  }

  /** The rules as Hyperscan shall see them. */
  List<SourceRule> source() {
    List<SourceRule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isEmpty()) {
        rules.add(SourceRule.ofLine(i + 1, lines.get(i)));
      }
    }
    return rules;
  }

  /** The first bytes of the 1 MB input. */
  byte[] input(int lengthBytes) throws IOException {
    try (var in = Files.newInputStream(input)) {
      return in.readNBytes(lengthBytes);
    }
  }
}
