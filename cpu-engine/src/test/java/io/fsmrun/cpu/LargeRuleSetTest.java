package io.fsmrun.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Enumerating every state of large rulesets, and what it takes. */
class LargeRuleSetTest {

  /** The same program in little, so that it is known to work. */
  @Test
  void fewStates() throws Exception {
    assertThat(enumerate("256m", 5, 300)).startsWith("equal, R0 300, ");
  }

  /** Two million states, and the most that one automaton can have, in 4 GB of heap. */
  @ParameterizedTest
  @CsvSource({"400, 5000", "1, 65536", "30, 65536"})
  @Tag("slow")
  void enumerationFitsInFourGigabytes(int rules, int states) throws Exception {
    String said = enumerate("4g", rules, states);
    assertThat(said).startsWith("equal, R0 " + states + ", ");
    Files.writeString(Path.of("target", "enumerated-" + rules + "x" + states + ".txt"), said);
  }

  /** Runs in a Java machine of its own, which ends with an error if its heap is too small. */
  private static String enumerate(String heap, int rules, int states)
      throws IOException, InterruptedException {
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-cp",
                classes,
                LargeRuleSets.class.getName(),
                Integer.toString(rules),
                Integer.toString(states))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
