package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.report.Report;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.bytes.Members;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.regex.Rules;
import io.fsmrun.testkit.Corpus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a rule is scanned by, it reports what the naive engine reports. */
final class PlannerTest {

  private static final String[] ENDS = {"", "", "", "", "$", "\\b", "\\B"};
  private static final String[] QUANTIFIERS = {"+", "*", "*?", "{2,}", "{0,40}"};
  private static final String[] FLAGS = {"", "s", "i", "is", "m", "ms"};

  static List<Corpus.Case> corpus() {
    return Corpus.load();
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void corpusIsReportedByEveryPlan(Corpus.Case corpusCase) throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(corpusCase.rules()).accepted());
    for (Set<EngineKind> engines :
        List.of(EnumSet.allOf(EngineKind.class), EnumSet.of(EngineKind.LAZY_DFA))) {
      Plan plan = plan(rules, engines);
      for (boolean saved : new boolean[] {false, true}) {
        for (int block : new int[] {1, 3, 1 << 20}) {
          int[] cuts = every(block, corpusCase.input().length);
          assertThat(PlanScan.scan(plan, corpusCase.input(), cuts, saved))
              .isEqualTo(reference(rules, corpusCase.input()));
        }
      }
    }
  }

  /** Frequent pieces before rare ones: the frequent ones are looked for on demand. */
  @Test
  void frequentFirstPiecesAreFoundWhereTheyAreAskedFor() throws InterruptedException {
    String[] frequent = {"to", "e ", "\\r\\n", "a[^b]*e", "in.{0,9}t", "^s", "(a|e|o)", "t.*\\n"};
    String[] gaps = {
      ".*",
      "[^\\n]*",
      "[^&]*",
      ".{0,300}",
      ".{3,}",
      "[^x]{5,900}",
      "\\w*",
      "\\s*",
      ".{0,20}",
      "[^t]+"
    };
    String[] rare = {"QXJW", "ZKVQ[0-9]", "WQ(JX|XJ)VK", "KQXZ.?V", "VJZQ+"};
    int demanded = 0;
    for (int seed = 0; seed < 16; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        texts.add(
            "/"
                + pick(frequent, random)
                + (random.nextInt(4) == 0 ? pick(gaps, random) + pick(frequent, random) : "")
                + pick(gaps, random)
                + pick(rare, random)
                + (random.nextInt(3) == 0 ? pick(gaps, random) + pick(frequent, random) : "")
                + pick(ENDS, random)
                + "/"
                + pick(FLAGS, random));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      byte[] input = sparse(random, 2_500);
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      demanded +=
          (int) plan.choices().stream().filter(c -> c.reason().contains("on demand")).count();
      int[] cuts = random.ints(random.nextInt(6), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(reference(rules, input));
    }
    assertThat(demanded).isGreaterThan(50);
  }

  /** Frequent pieces behind anything: they are looked for back from the rare ones behind them. */
  @Test
  void frequentPiecesBehindAnythingAreLookedBackFor() throws InterruptedException {
    String[] frequent = {"to", "e ", "a", "(ta|o)", "[ae]n", "&", "eta", "aa"};
    String[] anything = {".*", ".*", ".{3,}", "(.|\\n)*", "\\x41*.*"};
    String[] gaps = {
      "[^\\n]*",
      "[^&]*",
      ".{0,90}",
      "[^x]{5,60}",
      "\\w*",
      ".{7,20}",
      "[^t]+",
      "\\s{1,4}",
      "[^\\n]{50,}"
    };
    String[] rare = {"QXJW", "ZKVQ[0-9]", "WQ(JX|XJ)VK", "KQXZ.?V", "VJZQQ+", "a?VJZQQ"};
    int lookedBack = 0;
    int reported = 0;
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        texts.add(
            "/"
                + (random.nextInt(4) == 0 ? pick(frequent, random) + pick(gaps, random) : "")
                + pick(rare, random)
                + pick(anything, random)
                + pick(frequent, random)
                + pick(gaps, random)
                + pick(rare, random)
                + (random.nextInt(3) == 0 ? ".*" + pick(frequent, random) : "")
                + (random.nextInt(3) == 0 ? pick(gaps, random) + pick(rare, random) : "")
                + pick(ENDS, random)
                + "/s"
                + (random.nextInt(4) == 0 ? "i" : ""));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      byte[] input = sparse(random, 1_500);
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      lookedBack += (int) plan.choices().stream().filter(c -> c.reason().contains("back")).count();
      int[] cuts = random.ints(random.nextInt(60), 0, input.length).sorted().toArray();
      List<Report> reports = PlanScan.scan(plan, input, cuts, random.nextBoolean());
      reported += reports.size();
      assertThat(reports)
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(reference(rules, input));
    }
    assertThat(lookedBack).isGreaterThan(30);
    assertThat(reported).isGreaterThan(50);
  }

  /**
   * A tail behind a frequent byte would hardly ever be left: what comes later is searched for, with
   * the choices in it taken apart.
   */
  @Test
  void choicesBehindFrequentBytesAreSearchedFor() throws InterruptedException {
    String[] options = "dl die rm sta login ms(n|t)s mdns up udp s(sy|lo)n f(f|tp)grab".split(" ");
    int taken = 0;
    int reports = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        List<String> chosen = new ArrayList<>(List.of(options));
        Collections.shuffle(chosen, random);
        char c = ":=/".charAt(random.nextInt(3));
        String gap = "\\x%02x[^\\x%<02x]%s".formatted((int) c, pick(QUANTIFIERS, random));
        texts.add(
            "/"
                + (gap + "\\x%02x.?(".formatted((int) c))
                + String.join("|", chosen.subList(0, 4 + random.nextInt(6)))
                + (")/" + pick(FLAGS, random)));
      }
      StringBuilder input = new StringBuilder();
      while (input.length() < 1_000) {
        String option = pick(options, random).replaceAll("\\((.*)\\|.*\\)", "$1");
        input.append(
            random.nextInt(3) == 0
                ? option
                : KindRules.letters("abcdefghijklmnopqrstuvwxyz", random.nextInt(4), random));
        input.append(":=/:=/.\n".charAt(random.nextInt(8)));
      }
      byte[] bytes = input.toString().getBytes(StandardCharsets.ISO_8859_1);
      int[] sums = reportsAsTheNaiveEngine(seed, texts, bytes, random);
      taken += sums[0];
      reports += sums[1];
    }
    assertThat(taken).isGreaterThan(60);
    assertThat(reports).isGreaterThan(1_000);
    String choice =
        "dl|die|rm|stats|log|msn\\.(set|int)|http\\.(set|int|inj)|mdns|up|udp|s(sy|lo)n";
    String rule = "/\\x3a[^\\x3a]+\\x3a.(" + choice + "|(ff|ie|ftp)grab)/is";
    Plan plan = plan(planned(Rules.of(rule).accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .allSatisfy(one -> assertThat(one.engine()).isEqualTo(EngineKind.LITERAL_FILTER))
        .noneSatisfy(one -> assertThat(one.reason()).contains("automat"));
  }

  /** Behind the start and any bytes is anywhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/^.*abcd/s",
        "/^.*abcd/ms",
        "/^.{40,}abcd/s",
        "/^(?:.*?(?:abcd|bcda)){3}/s",
        "/(?:^.*abcd|^.*bcda)[ab]/s"
      })
  void anythingBehindTheStartIsSearchedFor(String rule) throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(rule).accepted());
    Plan plan = plan(rules, EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .allSatisfy(one -> assertThat(one.engine()).isEqualTo(EngineKind.LITERAL_FILTER))
        .noneSatisfy(one -> assertThat(one.reason()).contains("before"));
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] input = KindRules.words(random.nextInt(200), random);
      int[] cuts = random.ints(2, 0, input.length + 1).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d", seed)
          .isEqualTo(reference(rules, input));
    }
  }

  /** Keys and sums: what is rare in them is that so many bytes of one set lie in a row. */
  @Test
  void longStretchesOfOneSetAreReportedAsByTheNaiveEngine() throws InterruptedException {
    String[] sets = {"[0-9a-f]", "[A-Za-z0-9+\\/]", "[a-z]", "\\d", "[0-9A-F]", "[^ -~]"};
    String[] before = {"", "", "['\"]", "[ =]", "x", "\\b", "[0-9]"};
    String[] behind = {"", "", "['\"]", " ", "={0,2}['\"]", "$", "\\b", "[a-f]"};
    int taken = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        int least = 16 + random.nextInt(20);
        int most = least + random.nextInt(3) * random.nextInt(30);
        texts.add(
            "/"
                + pick(before, random)
                + pick(sets, random)
                + (random.nextInt(9) == 0 ? "{" + least + ",}" : "{" + least + "," + most + "}")
                + pick(behind, random)
                + "/"
                + (random.nextInt(4) == 0 ? "i" : ""));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      byte[] input = stretches(random, 1_500);
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      taken +=
          (int)
              plan.choices().stream()
                  .filter(choice -> choice.engine() == EngineKind.LITERAL_FILTER)
                  .count();
      int[] cuts = random.ints(random.nextInt(5), 0, input.length).sorted().toArray();
      Plan read = seed % 2 == 0 ? plan : readAgain(plan, rules.size());
      assertThat(PlanScan.scan(read, input, cuts, random.nextBoolean()))
          .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
          .isEqualTo(reference(rules, input));
    }
    assertThat(taken).isGreaterThan(150);
  }

  /**
   * An automaton that has to run takes rules that have but a byte, whatever else it is kept from.
   */
  @Test
  void singleBytesAreSearchedForOnlyWhereNoAutomatonRuns() throws InterruptedException {
    List<String> texts =
        new ArrayList<>(List.of("/\\x00[a-z]*\\x01/", "/[^y]\\x02/", "/[^x]\\x7f/"));
    assertThat(enginesOf(texts)).containsOnly(EngineKind.LITERAL_FILTER);
    texts.add("/^[^&]*\\x00/");
    assertThat(enginesOf(texts.subList(3, 4))).containsOnly(EngineKind.LAZY_DFA);
    texts.add("/[a-z][e-t]/");
    assertThat(enginesOf(texts)).containsOnly(EngineKind.LAZY_DFA);
  }

  private static List<EngineKind> enginesOf(List<String> texts) throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(texts).accepted());
    return plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA))
        .choices()
        .stream()
        .map(RuleChoice::engine)
        .toList();
  }

  /** A byte that is seldom there is searched for where a rule has no window. */
  @Test
  void rareBytesAreReportedAsByTheNaiveEngine() throws InterruptedException {
    String[] bytes = {"\\x00", "\\x01", "[\\x80-\\xff]", "\\x7f", "[\\x02-\\x05]", "~"};
    String[] before = {"", "", "\\b", "^", "[a-z]*", "\\w", "x?", ".", "%00|"};
    String[] behind = {"", "", "$", "\\b", "\\s*$", "[^a]{2}", "[a-z]+ ", ".*[a-c]{2}", "|%00"};
    int taken = 0;
    int reports = 0;
    for (int seed = 0; seed < 250; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        texts.add(
            "/"
                + pick(before, random)
                + pick(bytes, random)
                + pick(behind, random)
                + pick(new String[] {"/", "/", "/i", "/s", "/m"}, random));
      }
      byte[] input = new byte[600];
      int distance = 2 + random.nextInt(60);
      for (int i = 0; i < input.length; i++) {
        boolean rare = random.nextInt(distance) == 0;
        byte rareByte =
            (byte) ("\0\1\3\u007f~".charAt(random.nextInt(5)) + 0x80 * random.nextInt(2));
        input[i] = rare ? rareByte : (byte) "abcx \n".charAt(random.nextInt(6));
      }
      int[] sums = reportsAsTheNaiveEngine(seed, texts, input, random);
      taken += sums[0];
      reports += sums[1];
    }
    assertThat(taken).isGreaterThan(200);
    assertThat(reports).isGreaterThan(2_000);
  }

  /** No digit is rare, but several in a row are, where they are looked for together. */
  @Test
  void digitsInARowAreSearchedFor() throws InterruptedException {
    assumeTrue(Members.areLookedUpAtOnce(), "needs vectors of 64 bytes");
    List<String> texts = List.of("/[0-9]{4}[- ]?[0-9]{4}[- ]?[0-9]{4}/", "/[A-Z][0-9]{8}/");
    assertThat(enginesOf(texts)).containsOnly(EngineKind.LITERAL_FILTER);
  }

  @Test
  void setsInARowAreReportedAsByTheNaiveEngine() throws InterruptedException {
    String[] sets = {"[0-9]{4}", "[0-9]{3}", "[A-Z][0-9]{3,5}", "[A-Z]{2}[0-9]{2}", "[0-9a-f]{6}"};
    String[] before = {"", "", "\\b", "^", "[A-Z]?", "x?", ".", "[^0-9]", "%00|"};
    String[] behind = {"", "", "$", "\\b", "[- ]?[0-9]{2}", "[^0-9]", "+-", ".*[A-C]{2}", "|%00"};
    int taken = 0;
    int reports = 0;
    for (int seed = 0; seed < 250; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        String rule = pick(before, random) + pick(sets, random) + pick(behind, random);
        texts.add("/" + rule + pick(new String[] {"/", "/", "/i", "/s", "/m"}, random));
      }
      byte[] input = new byte[600];
      String alphabet = pick(new String[] {"0123456789ABCabf- x\n", "01AB-\n", "05 -"}, random);
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) alphabet.charAt(random.nextInt(alphabet.length()));
      }
      int[] sums = reportsAsTheNaiveEngine(seed, texts, input, random);
      taken += sums[0];
      reports += sums[1];
    }
    assertThat(taken).isGreaterThan(Members.areLookedUpAtOnce() ? 200 : 20);
    assertThat(reports).isGreaterThan(2_000);
  }

  /**
   * Scans in parts, every other time with engines that were written and read.
   *
   * @return how many rules are searched for, and the number of reports
   */
  private static int[] reportsAsTheNaiveEngine(
      int seed, List<String> texts, byte[] input, Random random) throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(texts).accepted());
    Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    int[] cuts = random.ints(random.nextInt(5), 0, input.length).sorted().toArray();
    Plan read = seed % 2 == 0 ? plan : readAgain(plan, rules.size());
    List<Report> expected = reference(rules, input);
    assertThat(PlanScan.scan(read, input, cuts, random.nextBoolean()))
        .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
        .isEqualTo(expected);
    long taken =
        plan.choices().stream()
            .filter(choice -> choice.engine() == EngineKind.LITERAL_FILTER)
            .count();
    return new int[] {(int) taken, expected.size()};
  }

  /** The same plan with engines that were written and read. */
  private static Plan readAgain(Plan plan, int ruleCount) {
    List<BlockEngine> engines = new ArrayList<>();
    for (BlockEngine engine : plan.engines()) {
      BinaryWriter out = new BinaryWriter();
      engine.write(out);
      BinaryReader in = new BinaryReader(out.toByteArray());
      engines.add(
          engine instanceof FilterEngine
              ? FilterEngine.read(in, ruleCount)
              : LazyEngine.read(LazyEngine.NAME, in, ruleCount));
      in.expectEnd();
    }
    return new Plan(engines, plan.choices(), plan.tooLarge());
  }

  /** Stretches of one set each, some of them long, with something in between. */
  private static byte[] stretches(Random random, int length) {
    String[] alphabets = {
      "0123456789abcdef", "ABCXYZabcxyz0189+/", "abcdefxyz", "0123456789", "09AF", "\u0080\u00ff"
    };
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      String alphabet = pick(alphabets, random);
      for (int i = random.nextInt(random.nextBoolean() ? 8 : 70); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      text.append("'\" =x\n".charAt(random.nextInt(6)));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Many strings are found by the same few windows. */
  @Test
  void stringsThatShareTheirWindowsAreToldApart() throws InterruptedException {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      StringBuilder input = new StringBuilder();
      for (int i = 0; i < 80; i++) {
        String string = around(random) + "QXJW" + around(random);
        texts.add(
            "/" + (random.nextInt(4) == 0 ? "[xy]" + string : string) + "/" + pick(FLAGS, random));
        for (int copies = random.nextInt(3); copies > 0; copies--) {
          input.append(random.nextInt(3) == 0 ? string.toLowerCase(Locale.ROOT) : string);
          input.append("xy".charAt(random.nextInt(2)));
        }
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      byte[] bytes = input.toString().getBytes(StandardCharsets.ISO_8859_1);
      int[] cuts = random.ints(3, 0, bytes.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, bytes, cuts, random.nextBoolean()))
          .as("seed %d, rules %s", seed, texts)
          .isEqualTo(reference(rules, bytes));
    }
  }

  /**
   * An assertion between bytes, or a choice that is no string, keeps no rule from being searched.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(?:^|[^-])\\bhf_[a-z]{34}(?:[';]|$)",
        "[^-]{0,3}\\Bhf_[a-z]{34}",
        "\\b(?:hvs\\.[\\w-]{90,120}|tok\\.[a-z0-9]{24})\\b",
        "union\\b.{1,80}?\\bselect\\b"
      })
  void whatIsBetweenBytesIsSearchedFor(String regex) throws InterruptedException {
    Plan plan =
        plan(planned(Rules.of("/" + regex + "/s").accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices())
        .extracting(RuleChoice::engine)
        .containsOnly(EngineKind.LITERAL_FILTER);
  }

  private static String around(Random random) {
    StringBuilder letters = new StringBuilder();
    for (int i = random.nextInt(9); i > 0; i--) {
      letters.append("abABz@`".charAt(random.nextInt(7)));
    }
    return letters.toString();
  }

  /** A head may match nothing, and then the piece behind it may stand where the stream starts. */
  @Test
  void headsMayEndWhereTheStreamStarts() throws InterruptedException {
    List<PlannedRule> rules =
        planned(Rules.of(List.of("/^.*QXJW/", "/^\\w*ZKVQ/m", "/^[^&]*WQJXVK/s")).accepted());
    for (String text : List.of("QXJW", "ZKVQ", "WQJXVK", "\nZKVQ QXJW", "&WQJXVK", "aQXJWZKVQ")) {
      byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
      Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
      for (int[] cuts : List.of(new int[0], every(1, input.length))) {
        assertThat(PlanScan.scan(plan, input, cuts, false))
            .as(text)
            .isEqualTo(reference(rules, input));
      }
    }
  }

  /** Pieces that all ask for the same beginning, far before them: reading back is given up. */
  @Test
  void headsFarBeforeManyPiecesAreFound() throws InterruptedException {
    List<PlannedRule> rules =
        planned(Rules.of(List.of("/to[^\\n]*QXJW/", "/e [^\\n]*ZKVQ/")).accepted());
    Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    assertThat(plan.choices()).allMatch(choice -> choice.reason().contains("on demand"));
    byte[] input =
        ("to" + "xxxxxxxxxxxxxxxxxxxxQXJWZKVQ".repeat(600)).getBytes(StandardCharsets.ISO_8859_1);
    for (int[] cuts : List.of(new int[0], new int[] {1, 9_000, 9_001}, every(700, input.length))) {
      assertThat(PlanScan.scan(plan, input, cuts, false))
          .hasSize(600)
          .isEqualTo(reference(rules, input));
    }
  }

  /**
   * Bytes are kept over many blocks until heads are told; in a stream that is much longer than what
   * is kept, all are told in the end.
   */
  @Test
  void headsInLongStreamsAreFound() throws InterruptedException {
    List<PlannedRule> rules =
        planned(
            Rules.of(List.of("/to[^\\n]*QXJW/", "/e [^&]*x[^&]*ZKVQ7/", "/s&x[^\\n]{0,90}VJZQQ/"))
                .accepted());
    Plan plan = plan(rules, EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA));
    assertThat(plan.choices()).allMatch(choice -> choice.reason().contains("on demand"));
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      byte[] input = sparse(random, 700_000);
      int[] cuts = random.ints(30, 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, seed == 3))
          .as("seed %d", seed)
          .hasSizeGreaterThan(1_000)
          .isEqualTo(reference(rules, input));
    }
  }

  /** Text with frequent pieces everywhere and rare ones here and there; few newlines. */
  private static byte[] sparse(Random random, int length) {
    String[] rare = {"QXJW", "ZKVQ7", "WQJXVK", "KQXZV", "VJZQQ"};
    int lines = 20 + random.nextInt(2_000);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      if (random.nextInt(40) == 0) {
        text.append(pick(rare, random));
      } else if (random.nextInt(lines) == 0) {
        text.append("\r\n");
      } else {
        text.append("etaoins &xb".charAt(random.nextInt(11)));
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static int[] every(int block, int length) {
    int[] cuts = new int[length / block];
    Arrays.setAll(cuts, i -> (i + 1) * block);
    return cuts;
  }
}
