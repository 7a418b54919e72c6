package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.start.StartRule;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.RuleChoice;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;

/**
 * A database that has every engine there is, each with what it can be made of: heads, gaps, pieces
 * that are looked for on demand, tails, strings of several kinds of windows.
 */
final class EveryEngine {

  private static final List<String> SEARCHED =
      List.of(
          "/to[^\\n]*QXJW/",
          "/e [^&]*x[^&]*ZKVQ7/",
          "/ab.*needle.*qqxyz/s",
          "/key.{0,40}\\b[0-9a-f]{32}\\b/",
          "/(cat|horse)[^z]{2,9}wxyz$/",
          "/\\bxyzw(a|bb)*c{3,8}k+end/",
          "/WINDOW[a-f]?[x-z]{1,4}/i",
          "/[0-9a-f]{24}/");
  private static final List<String> TOKENS =
      List.of(
          "/ +a +b /",
          "/ +b +a /",
          "/ +a +[^ ]+ /",
          "/ +[^ ]+ +a /",
          "/ +b +[^ ]+ /",
          "/ +b +b /",
          "/ +a +a /",
          "/ +(a +[^ ]+|[^ ]+ +a) +b +[^ ]+ /",
          "/ +[^ ]*a. +/",
          "/ +a   /");
  private static final List<String> SHIFTED =
      List.of(
          "/[ab].{4,9}[^a].{5,9}[b-y].{6,9}[aeiou ]/s",
          "/[c-x].{5,9}(a|xy)b{0,4}.{4,9}[a-c]+.{5,9}[^e]/s",
          "/[0-9a].{6,9}[a-z]*[^z].{7,9}[a-m].{4,9}[n-z]/is");
  private static final List<String> LAZY = List.of("/a.?b/", "/(x|yy)*z[^a]{3}q$/", "/^ab+c\\b/m");
  private static final List<String> WITH_STARTS = List.of("/b[a-c]+\\n/", "/\\bab/", "/q$/m");

  private final List<RuleInfo> rules = new ArrayList<>();
  private final List<RuleChoice> choices = new ArrayList<>();
  private final List<BlockEngine> engines = new ArrayList<>();

  private EveryEngine() {}

  /** Compiles it; the same each time. */
  static Database database() throws InterruptedException {
    EveryEngine made = new EveryEngine();
    made.plan(List.of("[ab]", "[b-dx]", "\\n"), RuleOptions.DEFAULT, EngineKind.BYTE_SETS);
    made.plan(List.of("[a-q]{5,}", "/[^x]{70}/s"), RuleOptions.DEFAULT, EngineKind.BYTE_RUNS);
    made.plan(SEARCHED, RuleOptions.DEFAULT.withUserTag(7), EngineKind.LITERAL_FILTER);
    made.plan(motifs(), RuleOptions.DEFAULT, EngineKind.CLASS_INDEX);
    made.plan(TOKENS, RuleOptions.DEFAULT.withFirstMatchOnly(), EngineKind.TOKENS);
    made.plan(SHIFTED, RuleOptions.DEFAULT, EngineKind.SHIFT_AND);
    made.plan(LAZY, RuleOptions.DEFAULT, EngineKind.LAZY_DFA);
    List<BlockEngine> planned = List.copyOf(made.engines);
    List<StartRule> startRules = new ArrayList<>();
    for (Rule rule : Rules.of(WITH_STARTS).accepted()) {
      startRules.add(TestDatabases.startRule(made.rules.size(), rule.tree()));
      made.addRule(rule, TestDatabases.STARTS);
    }
    made.engines.add(StartEngine.of(startRules));
    Plan plan = new Plan(planned, made.choices, List.of());
    RuleTable table = new RuleTable(made.rules);
    long fingerprint = Fingerprint.of(table, plan, made.engines);
    return new Database(table, List.of(), plan, made.engines, fingerprint);
  }

  /** Adds rules that one engine takes. */
  private void plan(List<String> texts, RuleOptions options, EngineKind kind)
      throws InterruptedException {
    List<PlannedRule> planned = new ArrayList<>();
    for (Rule rule : Rules.of(texts).accepted()) {
      planned.add(new PlannedRule(rules.size(), rules.size(), rule.tree()));
      addRule(rule, options);
    }
    Planner planner = new Planner(PlanOptions.defaults().withEngines(EnumSet.of(kind)));
    Plan plan = planner.plan(planned, done -> {});
    if (plan.engines().size() != 1 || !plan.engines().get(0).name().equals(kind.userName())) {
      throw new AssertionError(kind + ": " + plan.choices());
    }
    engines.addAll(plan.engines());
    choices.addAll(plan.choices());
  }

  private void addRule(Rule rule, RuleOptions options) {
    rules.add(new RuleInfo(rules.size(), rule.line(), "", options));
  }

  /** As many short strings of sets over few letters as make an index worth its while. */
  private static List<String> motifs() {
    Random random = new Random(3);
    List<String> motifs = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      StringBuilder motif = new StringBuilder();
      for (int place = 0; place < 9; place++) {
        int first = random.nextInt(20);
        motif.append('[');
        for (int member = 0; member < 4; member++) {
          motif.append("ACDEFGHIKLMNPQRSTVWY".charAt((first + 3 * member) % 20));
        }
        motif.append(']');
      }
      motifs.add(i % 5 == 0 ? motif.insert(18, "[^C]{0,5}").toString() : motif.toString());
    }
    return motifs;
  }

  /** A database of a few random rules: smaller, so that a change mostly hits what matters. */
  static Database small(long seed) throws InterruptedException {
    Random random = new Random(seed);
    RuleOptions options = random.nextInt(4) == 0 ? TestDatabases.STARTS : RuleOptions.DEFAULT;
    return Database.compiler().allRules(options).compile(Rules.of(RandomScans.rules(random)));
  }

  /** Bytes in which every engine finds something. */
  static byte[] input(long seed, int length) {
    String[] parts =
        ("to ,QXJW,e x,ZKVQ7,ab,needle,qqxyz,key ,0123456789abcdef,cat,wxyz, xyzwabbaccccckkend ,"
                + "WiNDoWa,xyz, a b , b  a ,\n,a b,xxyyzbcdq,baccab\n,SARDEWKYVLIMNPQ,&")
            .split(",", -1);
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(parts[random.nextInt(parts.length)]);
      if (random.nextInt(4) == 0) {
        text.append((char) (32 + random.nextInt(96)));
      }
    }
    return text.substring(0, length).getBytes(StandardCharsets.ISO_8859_1);
  }
}
