package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.simt.SimtDevice;
import io.fsmrun.testkit.RandomAutomata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The last bytes that are kept are those that some word may have begun with. */
final class LiveSuffixTest {

  @ParameterizedTest
  @CsvSource({"1, 20, 3", "2, 60, 4", "3, 400, 3", "4, 5, 2"})
  void wordsInProgress(long seed, int words, int letters) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    List<String> pool = new ArrayList<>();
    List<RuleSet.Component> components = new ArrayList<>();
    for (int r = 0; r < words; r++) {
      byte[] word = random.input(random.number(2, 12), letters);
      pool.add(new String(word, StandardCharsets.ISO_8859_1));
      components.add(new RuleSet.Component(r, WordRules.literal(pool.getLast(), ReportFlags.HERE)));
    }
    KeptStates kept = FlowScans.program(new SimtDevice(), new RuleSet(components)).kept();
    int equal = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] text = random.input(random.number(1, 14), letters);
      int length = kept.historyBytes(text, text.length);
      int expected = longest(pool, new String(text, StandardCharsets.ISO_8859_1));
      assertThat(length).isGreaterThanOrEqualTo(expected);
      equal += length == expected ? 1 : 0;
    }
    // As many groups as words: none is taken for another.
    assertThat(equal).isEqualTo(words <= 64 ? 2000 : equal);
  }

  private static int longest(List<String> words, String text) {
    int longest = 1;
    for (String word : words) {
      for (int length = 1; length < word.length(); length++) {
        if (text.endsWith(word.substring(0, length))) {
          longest = Math.max(longest, length);
        }
      }
    }
    return longest;
  }
}
