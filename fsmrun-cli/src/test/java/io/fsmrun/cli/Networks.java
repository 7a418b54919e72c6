package io.fsmrun.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.profile.ActivityProfiler;
import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Networks for the tests, and what they report. */
final class Networks {

  /** The example of the README: words and every third of them. */
  static final Path WORDS = Path.of("..", "examples", "words.anml");

  /** A gate, a counter with a reset, a latch, a start with the data, a report at the end. */
  static final Path GATES = Path.of("src", "test", "resources", "networks", "gates.mnrl");

  private Networks() {}

  /** The lines of {@code --reports tsv}, by the profiler, which knows nothing of the engine. */
  static String tsv(AutomataNetwork network, byte[] input) {
    StringBuilder lines = new StringBuilder();
    ActivityProfiler profiler =
        new ActivityProfiler(
            network,
            (symbol, active, count) -> {},
            (element, symbol) -> {
              String code = network.reportCode(element);
              lines.append(network.id(element)).append('\t').append(symbol + 1);
              lines.append(code.isEmpty() ? "" : "\t" + code).append('\n');
            });
    profiler.feed(input, 0, input.length);
    profiler.finish();
    return lines.toString();
  }

  /** A file of an ANMLZoo checkout; the test is skipped if there is none. */
  static Path anmlZoo(String first, String... more) {
    try {
      // Tests run in the folder of their module; the data lies beside the repository.
      Path beside = Path.of("..").resolve(AnmlZoo.DEFAULT_HOME);
      boolean told = System.getenv(AnmlZoo.HOME_VARIABLE) != null;
      AnmlZoo zoo = told ? AnmlZoo.find() : AnmlZoo.at(beside);
      Path file = zoo.home().resolve(Path.of(first, more));
      assumeTrue(Files.exists(file), file + " is missing");
      return file;
    } catch (AnmlZooException e) {
      assumeTrue(false, e.getMessage());
      throw new IllegalStateException(e);
    }
  }
}
