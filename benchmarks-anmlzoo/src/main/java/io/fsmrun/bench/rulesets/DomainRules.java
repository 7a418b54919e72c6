package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Names of hosts, as lists of those to be blocked have them: literals that ignore case, half of
 * them only where a name or a part of one begins. All are made of invented words.
 */
final class DomainRules {

  private static final String[] DOMAINS = {
    ".com", ".com", ".net", ".org", ".info", ".io", ".top", ".xyz", ".site", ".online"
  };

  /** As many other hosts as rules, times this, are visited again and again. */
  private static final int OTHERS_PER_RULE = 2;

  private DomainRules() {}

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    List<String> words = WordMaker.vocabulary(draw, 4000);
    Set<String> hosts = new LinkedHashSet<>(count * (OTHERS_PER_RULE + 1) * 2);
    while (hosts.size() < count * (OTHERS_PER_RULE + 1)) {
      hosts.add(host(draw, words));
    }
    List<String> all = new ArrayList<>(hosts);
    List<String> listed = all.subList(0, count);
    List<GeneratedRule> rules = new ArrayList<>(count);
    for (String host : listed) {
      RuleDraft draft = new RuleDraft();
      if (draw.oneIn(2)) {
        draft.raw("(?:^|[.\\/@\\s])", ".", "/", "@", " ");
      }
      rules.add(draft.anyCase(host).flags("i").rule());
    }
    TextMaker text = new HostLogText(words, listed, all.subList(count, all.size()));
    return new GeneratedRuleset(name, rules, () -> text);
  }

  /** A name of two parts, of 7 bytes or more. */
  static String host(Draw draw, List<String> words) {
    String name = draw.of(words);
    if (name.length() < 5 || !draw.oneIn(5)) {
      name += draw.of("", "-") + draw.of(words);
    }
    return name + (draw.oneIn(20) ? draw.chars(Draw.DIGITS, 1, 3) : "") + draw.of(DOMAINS);
  }
}
