package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Options of rules, against filters and a search for starts that are written down plainly. */
class RuleOptionsTest {

  /** What PCRE, without flags, and Java's expressions agree about. */
  private static final List<String> RULES =
      List.of(
          "ab",
          "a+",
          "a*",
          "(?:ab|b)+c?",
          "\\bab",
          "\\Bab",
          "ab\\b",
          "a.*b",
          "a[^\\n]{2,4}b",
          "^a",
          "^",
          "\\Aab*",
          "b$",
          "$",
          "a\\n?$",
          "a\\z",
          "(?m:^)a*(?m:$)",
          "\\b",
          "\\B",
          "(?:^|b)a",
          "a\\b|ba",
          "c?\\b",
          "[ab]+\\b.",
          "\\w.?\\B",
          "a{0,3}c");

  private static byte[] input(SplittableRandom random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) "aabbc \n".charAt(random.nextInt(7));
    }
    return input;
  }

  /** Every match of the rule that Java finds between two places: the least start for each end. */
  private static List<Match> leftmost(int id, Pattern pattern, byte[] input) {
    List<Match> matches = new ArrayList<>();
    Matcher matcher = pattern.matcher(new String(input, StandardCharsets.ISO_8859_1));
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    for (int end = 0; end <= input.length; end++) {
      for (int start = 0; start <= end; start++) {
        if (matcher.region(start, end).matches()) {
          matches.add(new Match(id, start, end, 0));
          break;
        }
      }
    }
    return matches;
  }

  @Test
  void startsAreTheLeftmost() throws InterruptedException {
    CompileOptions options = CompileOptions.defaults().withAllRules(TestDatabases.STARTS);
    SplittableRandom random = new SplittableRandom(3);
    for (String rule : RULES) {
      Pattern pattern = Pattern.compile(rule, Pattern.UNIX_LINES);
      Database database = Database.compile(Rules.of(rule), options, CompileListener.NONE);
      Database plain = Database.compile(rule);
      Scanner scanner = TestDatabases.of(List.of(), List.of(rule)).newScanner();
      for (int round = 0; round < 40; round++) {
        // Java's ^ with flag m does not match where there is nothing at all; PCRE's does.
        byte[] input = input(random, random.nextInt(rule.contains("?m") ? 1 : 0, 25));
        List<Match> expected = leftmost(1, pattern, input);
        String about = rule + " on " + new String(input, StandardCharsets.ISO_8859_1);
        assertThat(TestDatabases.matches(database, input)).as(about).isEqualTo(expected);
        List<Match> ends = new ArrayList<>();
        expected.forEach(m -> ends.add(new Match(1, MatchHandler.NO_START, m.end(), 0)));
        assertThat(TestDatabases.matches(plain, input)).as(about).isEqualTo(ends);
        List<Match> inPieces = new ArrayList<>();
        Stream stream = scanner.open();
        for (int at = 0; at < input.length; at++) {
          stream.write(input, at, at + 1, TestDatabases.collector(inPieces));
          stream = scanner.restore(stream.save());
        }
        stream.close(TestDatabases.collector(inPieces));
        expected.replaceAll(m -> new Match(10, m.start(), m.end(), 0));
        assertThat(inPieces).as("in pieces: " + about).isEqualTo(expected);
      }
    }
  }

  private static RuleOptions randomOptions(SplittableRandom random) {
    RuleOptions options = RuleOptions.DEFAULT.withUserTag(random.nextLong());
    if (random.nextBoolean()) {
      options = options.withFirstMatchOnly();
    }
    if (random.nextBoolean()) {
      long least = random.nextInt(20);
      options = options.withOffsets(least, random.nextBoolean() ? Long.MAX_VALUE : least + 9);
    }
    if (random.nextInt(3) == 0) {
      options = options.withMinLength(random.nextInt(6));
    }
    return random.nextInt(3) == 0 ? options.withStartOfMatch() : options;
  }

  @Test
  void optionsFilter() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(17);
    Rules rules = Rules.of(RULES);
    Database all = Database.compiler().allRules(TestDatabases.STARTS).compile(rules);
    for (int round = 0; round < 40; round++) {
      Map<Integer, RuleOptions> byId = new HashMap<>();
      for (int id = 1; id <= RULES.size(); id++) {
        if (random.nextBoolean()) {
          byId.put(id, randomOptions(random));
        }
      }
      Database database =
          Database.compiler().options(CompileOptions.defaults().withRules(byId)).compile(rules);
      byte[] input = input(random, random.nextInt(60));
      List<Match> expected = new ArrayList<>();
      Set<Integer> seen = new HashSet<>();
      for (Match match : TestDatabases.matches(all, input)) {
        RuleOptions wanted = byId.getOrDefault(match.ruleId(), RuleOptions.DEFAULT);
        if (match.end() >= wanted.minOffset()
            && match.end() <= wanted.maxOffset()
            && match.end() - match.start() >= wanted.minLength()
            && (!wanted.firstMatchOnly() || seen.add(match.ruleId()))) {
          long start = wanted.startOfMatch() ? match.start() : MatchHandler.NO_START;
          expected.add(new Match(match.ruleId(), start, match.end(), wanted.userTag()));
        }
      }
      Scanner scanner = database.newScanner();
      for (int again = 0; again < 2; again++) {
        List<Match> matches = new ArrayList<>();
        scanner.scan(input, TestDatabases.collector(matches));
        assertThat(matches).as("round %s, scan %s", round, again).isEqualTo(expected);
      }
    }
  }

  @Test
  void firstMatchesOfStreamsStayFirst() {
    RuleOptions once = RuleOptions.DEFAULT.withFirstMatchOnly();
    List<RuleInfo> infos = List.of(new RuleInfo(1, "ab", "", once), new RuleInfo(2, "b", "", once));
    Database literals = TestDatabases.of(List.of("ab", "b"), List.of());
    Database database =
        new Database(
            new RuleTable(infos), List.of(), literals.plan(), literals.plan().engines(), 1);
    Scanner scanner = database.newScanner();
    List<Match> matches = new ArrayList<>();
    Stream stream = scanner.open();
    for (String chunk : List.of("b", "x", "ab", "ab", "b")) {
      byte[] bytes = chunk.getBytes(StandardCharsets.ISO_8859_1);
      stream.write(bytes, TestDatabases.collector(matches));
      stream = scanner.restore(stream.save());
    }
    assertThat(matches).containsExactly(new Match(2, -1, 1, 0), new Match(1, -1, 4, 0));
  }

  @Test
  void numbersOutOfRange() {
    assertThatIllegalArgumentException().isThrownBy(() -> RuleOptions.DEFAULT.withOffsets(5, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> RuleOptions.DEFAULT.withOffsets(-1, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> RuleOptions.DEFAULT.withMinLength(-1));
  }
}
