package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever the planner chooses can be saved and loaded: rules of sets, small and large. */
final class SavedPlansTest {

  private static final String[] SETS = {
    "[0-9]",
    "[a-z]",
    "[A-Z]",
    "[a-zA-Z]",
    "[a-zA-Z0-9]",
    "[a-zA-Z0-9._%+-]",
    "[a-zA-Z0-9+/]",
    "[0-9a-fA-F]",
    "[^>]",
    "[- ]",
    "[a-f]",
    "[!-@]",
    "\\s",
    "x",
    "@",
    "q",
    "-",
    "key",
    "Zz"
  };

  private static final String[] TIMES = {"", "", "", "", "?", "+", "{2}", "{3,5}", "{4}", "{16}"};

  private static String rule(Random random) {
    StringBuilder rule = new StringBuilder();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      String set = SETS[random.nextInt(SETS.length)];
      rule.append("(?:").append(set).append(')').append(TIMES[random.nextInt(TIMES.length)]);
    }
    // What matches nothing but the empty string is refused.
    return rule.append("[0-9A-Za-z@-]").toString();
  }

  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 3000) {
      String word = "key-2026 Zz@x.org 0123-4567 aqF+/ <b>".substring(random.nextInt(20));
      text.append(word).append((char) (' ' + random.nextInt(95)));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void comeBack() throws IOException, InterruptedException {
    int matches = 0;
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<String> rules = new ArrayList<>();
      for (int r = 1 + random.nextInt(random.nextBoolean() ? 2 : 12); r > 0; r--) {
        rules.add(rule(random));
      }
      byte[] text = text(random);
      CompileOptions options = CompileOptions.defaults();
      if (random.nextBoolean()) {
        options = options.withPlan(options.plan().withSample(text));
      }
      Database database = Database.compile(Rules.of(rules), options, (done, total) -> {});
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      database.save(out);
      Database loaded;
      try {
        loaded = Database.load(MemorySegment.ofArray(out.toByteArray()));
      } catch (UnusableDatabaseException e) {
        throw new AssertionError("seed " + seed + ": " + rules, e);
      }
      List<Match> expected = TestDatabases.matches(database, text);
      assertThat(TestDatabases.matches(loaded, text))
          .as("seed %d: %s", seed, rules)
          .isEqualTo(expected);
      matches += expected.size();
    }
    assertThat(matches).isGreaterThan(10_000);
  }
}
