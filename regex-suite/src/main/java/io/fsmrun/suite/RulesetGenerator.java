package io.fsmrun.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generates rulesets in the style of the synthetic part of Becchi, Franklin and Crowley's workload
 * (IISWC 2008): lower-case literals, character ranges at a mean number per rule, and {@code .*} in
 * a share of the rules.
 *
 * @param rules number of rules
 * @param minLength the fewest symbols of a rule
 * @param maxLength the most symbols of a rule
 * @param rangesPerRule mean number of character ranges in a rule
 * @param dotStarShare share of the rules with one {@code .*} in the middle, 0 to 1
 */
public record RulesetGenerator(
    int rules, int minLength, int maxLength, double rangesPerRule, double dotStarShare) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public RulesetGenerator {
    boolean lengths = minLength >= 2 && maxLength >= minLength;
    boolean shares = rangesPerRule >= 0 && dotStarShare >= 0 && dotStarShare <= 1;
    if (rules < 1 || !lengths || !shares) {
      throw new IllegalArgumentException(
          rules
              + " rules of "
              + minLength
              + ".."
              + maxLength
              + " symbols, "
              + rangesPerRule
              + " ranges a rule, .* in "
              + dotStarShare);
    }
  }

  /**
   * 300 rules with {@code .*} in 30% of them, as the ruleset Dotstar03 has.
   *
   * @return the generator
   */
  public static RulesetGenerator dotstar03() {
    return new RulesetGenerator(300, 20, 60, 0.5, 0.3);
  }

  /**
   * Generates the rules.
   *
   * @param seed the same seed gives the same rules
   * @return bare regexes
   */
  public List<String> generate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> list = new ArrayList<>(rules);
    for (int i = 0; i < rules; i++) {
      list.add(rule(random));
    }
    return list;
  }

  private String rule(SplittableRandom random) {
    int length = random.nextInt(minLength, maxLength + 1);
    int dotStarAt = random.nextDouble() < dotStarShare ? random.nextInt(1, length) : -1;
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (i == dotStarAt) {
        out.append(".*");
      }
      if (random.nextDouble() < rangesPerRule / length) {
        int low = random.nextInt(26);
        int high = random.nextInt(low, 26);
        out.append(String.format(Locale.ROOT, "[%c-%c]", 'a' + low, 'a' + high));
      } else {
        out.append((char) ('a' + random.nextInt(26)));
      }
    }
    return out.toString();
  }
}
