package io.fsmrun.suite;

import io.fsmrun.suite.RulesetGenerator.DotStars;
import io.fsmrun.suite.RulesetGenerator.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The seven rulesets of the Regex suite (Becchi, Franklin and Crowley, IISWC 2008) in the numbers
 * of rules and states that Zhuo 2022, table 3.1 gives. The rules are ours: generated from a seed,
 * in the style that section 3.6.1 describes.
 *
 * <p>A string of n symbols needs n + 1 states, so the 13,212 states of 300 plain strings are 44 a
 * rule, and a rule has 43 symbols on average. Ranges add a state or two each, where a range holds
 * the first symbol of its rule. The three rulesets with {@code .*} have about 64 states more for
 * each rule that has one, whatever the share: (19,038 - 13,212) / 90 = 65, (24,821 - 13,212) / 180
 * = 64, (29,442 - 13,212) / 269 = 60. In a minimal DFA {@code .*} costs no state, so these rules
 * are longer here, 106 symbols on average. {@code docs/suite.md} has the whole reckoning.
 *
 * <p>Immutable, shared by threads.
 */
public enum SuiteRuleset {
  /** Strings. */
  EXACT_MATCH("ExactMatch", 300, 13_212, "strings of letters and digits") {
    @Override
    List<String> generate(long seed) {
      return strings(300, 0, 0).generate(seed);
    }
  },
  /** Half a range a rule. */
  RANGES05("Ranges05", 300, 13_391, "strings with half a character range a rule, on average") {
    @Override
    List<String> generate(long seed) {
      return strings(300, 0.5, 0).generate(seed);
    }
  },
  /** One range a rule. */
  RANGES1("Ranges1", 299, 13_324, "strings with one character range a rule, on average") {
    @Override
    List<String> generate(long seed) {
      return strings(299, 1, 0).generate(seed);
    }
  },
  /** Few rules with wildcards. */
  DOTSTAR03("Dotstar03", 300, 19_038, "strings, 30% of them with one to five .*") {
    @Override
    List<String> generate(long seed) {
      return strings(300, 0, 0.3).generate(seed);
    }
  },
  /** More rules with wildcards than without. */
  DOTSTAR06("Dotstar06", 300, 24_821, "strings, 60% of them with one to five .*") {
    @Override
    List<String> generate(long seed) {
      return strings(300, 0, 0.6).generate(seed);
    }
  },
  /** Most rules with wildcards. */
  DOTSTAR09("Dotstar09", 299, 29_442, "strings, 90% of them with one to five .*") {
    @Override
    List<String> generate(long seed) {
      return strings(299, 0, 0.9).generate(seed);
    }
  },
  /** Packets. */
  TCP("TCP", 733, 38_107, "parts of TCP headers, payloads, and both") {
    @Override
    List<String> generate(long seed) {
      return new TcpRules(733).generate(seed);
    }
  };

  private static final Span PLAIN = new Span(20, 66);
  private static final Span STARRED = new Span(53, 159);
  private static final Span STARS = new Span(1, 5);

  private final String label;
  private final int ruleCount;
  private final int publishedStates;
  private final String description;

  SuiteRuleset(String label, int ruleCount, int publishedStates, String description) {
    this.label = label;
    this.ruleCount = ruleCount;
    this.publishedStates = publishedStates;
    this.description = description;
  }

  abstract List<String> generate(long seed);

  private static RulesetGenerator strings(int rules, double rangesPerRule, double dotStarShare) {
    return new RulesetGenerator(
        rules, PLAIN, rangesPerRule, new DotStars(dotStarShare, STARRED, STARS));
  }

  /**
   * The ruleset of a name.
   *
   * @param name a label, in any case
   * @return the ruleset
   * @throws IllegalArgumentException if there is none; the message lists all labels
   */
  public static SuiteRuleset named(String name) {
    for (SuiteRuleset ruleset : values()) {
      if (ruleset.label.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
        return ruleset;
      }
    }
    throw new IllegalArgumentException(
        "the suite has no ruleset '" + name + "'; it has " + labels());
  }

  /**
   * The labels of all rulesets.
   *
   * @return with commas between them
   */
  public static String labels() {
    return Arrays.stream(values()).map(SuiteRuleset::label).collect(Collectors.joining(", "));
  }

  /**
   * The name.
   *
   * @return as table 3.1 writes it
   */
  public String label() {
    return label;
  }

  /**
   * Number of rules.
   *
   * @return that of table 3.1
   */
  public int ruleCount() {
    return ruleCount;
  }

  /**
   * Number of states that table 3.1 gives, summed over the rules' DFAs. Those of the generated
   * rules, each compiled to its minimal DFA, are within 20% of it.
   *
   * @return at least 1
   */
  public int publishedStates() {
    return publishedStates;
  }

  /**
   * What the rules are.
   *
   * @return some words
   */
  public String description() {
    return description;
  }

  /**
   * Generates the rules.
   *
   * @param seed the same seed gives the same rules; rulesets of one seed have nothing to do with
   *     each other
   * @return the lines of a rules file, {@link #ruleCount()} of them
   */
  public List<String> rules(long seed) {
    // Else two rulesets of one seed would draw the same letters.
    return generate(seed + ((long) label.hashCode() << Integer.SIZE));
  }
}
