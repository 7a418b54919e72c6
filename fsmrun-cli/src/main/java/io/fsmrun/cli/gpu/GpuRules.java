package io.fsmrun.cli.gpu;

import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.RegexParser;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleInfo;
import io.fsmrun.scan.RuleOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Rules to scan for, before anybody has compiled them.
 *
 * @param rules the rules
 * @param options what is wanted of single rules beside their matches, by id
 */
public record GpuRules(Rules rules, Map<Integer, RuleOptions> options) {

  /** Copies the map. */
  public GpuRules {
    options = Map.copyOf(options);
  }

  /**
   * Rules that were read.
   *
   * @param rules the rules
   * @return the same, nothing special wanted
   */
  public static GpuRules of(Rules rules) {
    return new GpuRules(rules, Map.of());
  }

  /**
   * The rules of a database, of which it holds the text.
   *
   * @param database where they are from
   * @param source its name, for messages
   * @return the rules with their options
   */
  public static GpuRules of(Database database, String source) {
    List<Rule> rules = new ArrayList<>();
    Map<Integer, RuleOptions> options = new HashMap<>();
    for (RuleInfo info : database.rules()) {
      RegexFlags flags = RegexFlags.ofLetters(info.flags());
      String line = "/" + info.pattern() + "/" + info.flags();
      rules.add(
          new Rule(
              info.id(),
              info.pattern(),
              flags,
              "",
              RegexParser.parse(info.pattern(), flags),
              line));
      if (!info.options().equals(RuleOptions.DEFAULT)) {
        options.put(info.id(), info.options());
      }
    }
    return new GpuRules(new Rules(source, rules, List.of()), options);
  }

  /** The same without some rules. */
  GpuRules without(List<RefusedRule> refused) {
    Set<Integer> ids = new HashSet<>();
    refused.forEach(rule -> ids.add(rule.id()));
    return only(rule -> !ids.contains(rule.id()));
  }

  /** Some of the rules. */
  GpuRules only(Predicate<Rule> wanted) {
    List<Rule> kept = rules.accepted().stream().filter(wanted).toList();
    return new GpuRules(new Rules(rules.source(), kept, rules.refused()), options);
  }
}
