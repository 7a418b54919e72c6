package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules as there are in practice: secrets in sources, contents of packets. */
final class KindsOfRulesTest {

  private static final String[] NAMES = {"acme", "umbra", "cyber", "api_key", "tok"};

  private static final String[] BEFORE = {"\\b", "(?:^|[^-])\\b", "[=:]\\s*\\b", ""};

  private static final String[] BETWEEN = {
    ".{0,40}\\b",
    "[ \\t\\w.-]{0,20}[\\s'\"]{0,3}(?:=|>|:{1,3}=|=>)['\"\\s=]{0,5}",
    "[^\\n]*",
    "_",
    ""
  };

  private static final String[] KEYS = {
    "[a-f0-9]{12}",
    "[a-z0-9]{16}",
    "[a-z0-9_-]{10,30}",
    "[0-9]{8}(?:-[0-9]{4}){2}",
    "[A-Z0-9]{9,}",
    "(?:[a-f0-9]{10}|[g-z]{12})",
    "[a-z]{8}[0-9]?[a-z]{4}"
  };

  private static final String[] BEHIND = {"", "\\b", "(?:['\"\\s;]|\\\\[nr]|$)", "=", "[^a-z]"};

  /** A keyword, something in between, and a key: most texts have many keywords and few keys. */
  @Test
  void secretsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    int reports = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        texts.add(
            "/"
                + (random.nextInt(3) == 0 ? "[\\w.-]{0,9}?" : pick(BEFORE, random))
                + pick(NAMES, random)
                + pick(BETWEEN, random)
                + "("
                + pick(KEYS, random)
                + ")"
                + pick(BEHIND, random)
                + (random.nextBoolean() ? "/" : "/i"));
      }
      reports += check(seed, texts, secrets(random), random);
    }
    assertThat(reports).isGreaterThan(500);
  }

  private static byte[] secrets(Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < 1_500) {
      text.append(pick(NAMES, random))
          .append(pick(new String[] {" = ", "=", ": \"", "_", " -> ", "=>'", " \n"}, random));
      String letters =
          pick(new String[] {"0123456789abcdef", "abcxyz089", "A1", "gz", "09"}, random);
      for (int i = random.nextInt(34); i > 0; i--) {
        text.append(
            random.nextInt(25) == 0
                ? "-_; x\n".charAt(random.nextInt(6))
                : letters.charAt(random.nextInt(letters.length())));
      }
      text.append(pick(new String[] {"\"", ";", " ", "\n", "-", "=", ""}, random));
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static final String[] CONTENTS = {
    "GET",
    "200",
    "\\x02",
    "\\*",
    "\\x00\\x00",
    "/",
    "x",
    "config",
    "Host: ",
    "cmd\\.exe",
    "\\x16\\x03",
    "User-Agent",
    "(?:a|bc)",
    "e ",
    "th",
    "(?:Host: .{6}|ost)",
    "[0-9]"
  };

  private static final String[] GAPS = {".*", ".*", ".*", ".{3,}", ".{0,9}", ".{2}", "[^\\n]*"};

  /** Contents with anything between them, also such as are a byte long. */
  @Test
  void contentsOfPacketsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    assertThat(contents(100, 1_200, 4, 200)).isGreaterThan(500);
  }

  /** In long blocks contents that are waited for are looked for together. */
  @Test
  void contentsOfLongPacketsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    assertThat(contents(30, 30_000, 2_000, 6_000)).isGreaterThan(500);
  }

  /** Returns how many reports there were. */
  private static int contents(int seeds, int bytes, int leastApart, int mostApart)
      throws InterruptedException {
    int reports = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        StringBuilder rule = new StringBuilder("/").append(pick(CONTENTS, random));
        for (int part = 1 + random.nextInt(3); part > 0; part--) {
          rule.append(pick(GAPS, random)).append(pick(CONTENTS, random));
        }
        texts.add(rule.append(random.nextInt(3) == 0 ? "/is" : "/s").toString());
      }
      int rare = leastApart + random.nextInt(mostApart - leastApart);
      reports += check(seed, texts, packets(bytes, rare, random), random);
    }
    return reports;
  }

  private static byte[] packets(int bytes, int rare, Random random) {
    StringBuilder text = new StringBuilder();
    while (text.length() < bytes) {
      if (random.nextInt(rare) == 0) {
        text.append(
            pick(
                new String[] {
                  "GET",
                  "200",
                  "\2",
                  "*",
                  "\0\0",
                  "config",
                  "Host: ",
                  "cmd.exe",
                  "\26\3",
                  "user-agent"
                },
                random));
      } else {
        text.append("etain /b\n\0q7h".charAt(random.nextInt(13)));
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** A choice at the end, even of the end of the input, is no reason to search three times. */
  @Test
  void secretsWithSeveralEndsAreSearchedForOnce() throws InterruptedException {
    List<PlannedRule> rules =
        planned(
            Rules.of(
                    List.of(
                        "/acme[ \\t.-]{0,20}[:=]{1,3}['\"]{0,5}([a-f0-9]{20})(?:['\"\\s;]|\\\\[nr]|$)/i",
                        "/(?:umbra|tok)_[:=]{1,3}([a-f0-9]{9,}|[x-z]{12}=?)(?:;|$)/",
                        "/\\b(AKIA[0-9A-F]{16})(?:[;']|\\\\n|$)/"))
                .accepted());
    Plan plan = plan(rules, EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices().stream().map(RuleChoice::reason))
        .allMatch(reason -> reason.endsWith(", then 1 automaton") && !reason.contains("branches"));
    byte[] input =
        ("acme ='0123456789abcdef0123' ACME:00000000000000000000\\n acme=00000000000000000000x"
                + " umbra_:abcdefabcd; tok_=xyzxyzxyzxyz= tok_=xyzxyzxyzxyz=; AKIA0123456789ABCDEF'"
                + " AKIA0123456789ABCDEFG; tok_:0123456789")
            .getBytes(StandardCharsets.ISO_8859_1);
    for (int[] cuts : List.of(new int[0], new int[] {30, 31, 95, 180})) {
      assertThat(PlanScan.scan(plan, input, cuts, false))
          .hasSize(6)
          .isEqualTo(reference(rules, input));
    }
  }

  /** What is frequent in small letters only is rare to a rule with capital ones. */
  @Test
  void rulesAreSearchedForByWindowsThatAreRareInTheirCase() throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(List.of("/TIT[a-z]/")).accepted());
    String text = "title ".repeat(4_000);
    byte[] sample = text.getBytes(StandardCharsets.ISO_8859_1);
    Plan plan = new Planner(PlanOptions.defaults().withSample(sample)).plan(rules, done -> {});
    assertThat(plan.choices().get(0).engine()).isEqualTo(EngineKind.LITERAL_FILTER);
    byte[] input = (text + "TITle TITLE" + text).getBytes(StandardCharsets.ISO_8859_1);
    assertThat(PlanScan.scan(plan, input, new int[0], false))
        .hasSize(1)
        .isEqualTo(reference(rules, input));
  }

  /**
   * Strings of several lengths, with a sample that has hardly any: not all places are looked at.
   */
  @Test
  void signaturesOfSomeLengthsAreReportedAsByTheNaiveEngine() throws InterruptedException {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<String> signatures = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        int length = i < 6 ? 2 + random.nextInt(4) : 6 + random.nextInt(12);
        signatures.add(KindRules.letters("ghijklmnopqrstuv", length, random));
      }
      List<PlannedRule> rules =
          planned(Rules.of(signatures.stream().map(text -> "/" + text + "/").toList()).accepted());
      byte[] sample =
          KindRules.letters("abcdefg hijkl", 6_000, random).getBytes(StandardCharsets.ISO_8859_1);
      StringBuilder text = new StringBuilder();
      while (text.length() < 3_000) {
        text.append(KindRules.letters("abcdefg hijkl", random.nextInt(40), random));
        String one = signatures.get(random.nextInt(signatures.size()));
        int left = random.nextInt(3) == 0 ? random.nextInt(one.length()) : one.length();
        text.append(one, one.length() - left, one.length());
      }
      byte[] input = text.toString().getBytes(StandardCharsets.ISO_8859_1);
      Plan plan = new Planner(PlanOptions.defaults().withSample(sample)).plan(rules, done -> {});
      int[] cuts = random.ints(4, 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, false))
          .as("seed %d", seed)
          .hasSizeGreaterThan(20)
          .isEqualTo(reference(rules, input));
    }
  }

  /** What is frequent is not searched for where something rare has to come before it. */
  @Test
  void frequentContentsBehindRareOnesAreWaitedFor() throws InterruptedException {
    List<PlannedRule> rules =
        planned(Rules.of(List.of("/cmd\\.exe.*Host: .*zz9/s", "/Host: .*zz9/s")).accepted());
    StringBuilder text = new StringBuilder();
    while (text.length() < 20_000) {
      text.append("GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    }
    byte[] sample = text.toString().getBytes(StandardCharsets.ISO_8859_1);
    Plan plan = new Planner(PlanOptions.defaults().withSample(sample)).plan(rules, done -> {});
    assertThat(plan.choices().get(0).reason()).contains("1 of them only while waited for");
    byte[] input =
        (text + "zz9 cmd.exe zz9 Ho" + "st: zz9" + text + "zz9")
            .getBytes(StandardCharsets.ISO_8859_1);
    for (int[] cuts : List.of(new int[0], new int[] {text.length() + 18, 30_000})) {
      assertThat(PlanScan.scan(plan, input, cuts, false))
          .hasSize(6)
          .isEqualTo(reference(rules, input));
    }
  }

  /** Returns how many reports there were. */
  private static int check(int seed, List<String> texts, byte[] input, Random random)
      throws InterruptedException {
    Rules read = Rules.of(texts);
    assertThat(read.accepted()).hasSameSizeAs(texts);
    List<PlannedRule> rules = planned(read.accepted());
    Plan plan = plan(rules, EnumSet.allOf(EngineKind.class));
    var expected = reference(rules, input);
    assertThat(plan.choices().stream().filter(c -> c.engine() == EngineKind.LITERAL_FILTER))
        .as("seed %d, rules %s", seed, texts)
        .hasSizeGreaterThan(texts.size() / 4);
    int[] cuts = random.ints(random.nextBoolean() ? 7 : 200, 0, input.length).sorted().toArray();
    assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
        .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
        .isEqualTo(expected);
    return expected.size();
  }
}
