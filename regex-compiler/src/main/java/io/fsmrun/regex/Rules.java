package io.fsmrun.regex;

import java.util.List;
import java.util.TreeSet;

/**
 * The rules of one source, accepted and refused, each in order of line.
 *
 * @param source name of where the rules come from, for messages
 * @param accepted the rules that can be compiled
 * @param refused the rules that cannot
 */
public record Rules(String source, List<Rule> accepted, List<RefusedRule> refused) {

  /** The source name of rules that come from no file. */
  public static final String NO_FILE = "rules";

  /** Copies the lists. */
  public Rules {
    accepted = List.copyOf(accepted);
    refused = List.copyOf(refused);
  }

  /**
   * Rules given one by one, each {@code /regex/flags} or a bare regex as in a rules file.
   *
   * @param rules the rules, one char per byte; the id of the first is 1, empty strings are skipped
   * @return what was accepted and refused
   */
  public static Rules of(String... rules) {
    return of(List.of(rules));
  }

  /**
   * Rules given one by one, each {@code /regex/flags} or a bare regex as in a rules file.
   *
   * @param rules the rules, one char per byte; the id of the first is 1, empty strings are skipped
   * @return what was accepted and refused
   */
  public static Rules of(List<String> rules) {
    RulesBuilder builder = new RulesBuilder();
    for (String rule : rules) {
      builder.addLine(rule);
    }
    return builder.build(NO_FILE);
  }

  /**
   * The letters and digits that were noted after accepted rules and change nothing.
   *
   * @return every such flag once, ascending
   */
  public String notedFlags() {
    TreeSet<Integer> letters = new TreeSet<>();
    for (Rule rule : accepted) {
      rule.otherFlags().chars().forEach(letters::add);
    }
    StringBuilder text = new StringBuilder();
    letters.forEach(text::appendCodePoint);
    return text.toString();
  }
}
