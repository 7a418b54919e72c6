package io.fsmrun.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Generates rulesets in the style of the synthetic part of Becchi, Franklin and Crowley's workload
 * (IISWC 2008): strings of lower-case letters and digits, character ranges at a mean number per
 * rule, and {@code .*} in a share of the rules.
 *
 * <p>A rule is a sequence of symbols, each drawn uniformly from {@code a-z0-9}. A symbol becomes a
 * range, such as {@code [c-m]} or {@code [2-7]}, with the probability that gives the mean number of
 * ranges; a range is drawn uniformly from those of two or more symbols of the same group, letters
 * or digits. Exactly the share of the rules, rounded, has {@code .*}; the seed says which rules and
 * where, never at an end of a rule, where it would say nothing. The dot is that of a bare regex: it
 * does not match a newline.
 *
 * @param rules number of rules
 * @param lengths symbols of a rule without {@code .*}, uniform
 * @param rangesPerRule mean number of character ranges in a rule
 * @param dotStars the rules with {@code .*}
 */
public record RulesetGenerator(int rules, Span lengths, double rangesPerRule, DotStars dotStars) {

  private static final String SYMBOLS = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LETTERS = 26;

  /**
   * Numbers from one to another, each as likely as any other.
   *
   * @param least the least of them, at least 1
   * @param most the most of them
   */
  public record Span(int least, int most) {

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if the first is below 1 or above the second
     */
    public Span {
      if (least < 1 || most < least || most == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("numbers from " + least + " to " + most);
      }
    }

    int draw(SplittableRandom random) {
      return random.nextInt(least, most + 1);
    }
  }

  /**
   * The rules with {@code .*}.
   *
   * @param share their share of all rules, 0 to 1
   * @param lengths symbols of such a rule, the {@code .*} not counted
   * @param perRule how many {@code .*} such a rule has; fewer where its symbols leave no more
   *     places
   */
  public record DotStars(double share, Span lengths, Span perRule) {

    /** No rule has {@code .*}. */
    public static final DotStars NONE = new DotStars(0, new Span(2, 2), new Span(1, 1));

    /**
     * Checks the share and the lengths.
     *
     * @throws IllegalArgumentException if the share is out of range, or a rule may have one symbol
     */
    public DotStars {
      if (!(share >= 0 && share <= 1) || lengths.least < 2) {
        throw new IllegalArgumentException(
            ".* in " + share + " of the rules, of at least " + lengths.least + " symbols");
      }
    }
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no rule, or the mean number of ranges is negative
   *     or more than the symbols of the shortest rule
   */
  public RulesetGenerator {
    int shortest = dotStars.share > 0 ? dotStars.lengths.least : lengths.least;
    shortest = Math.min(shortest, lengths.least);
    if (rules < 1 || !(rangesPerRule >= 0 && rangesPerRule <= shortest)) {
      throw new IllegalArgumentException(rules + " rules with " + rangesPerRule + " ranges a rule");
    }
  }

  /**
   * Generates the rules.
   *
   * @param seed the same seed gives the same rules
   * @return bare regexes; O(their symbols)
   */
  public List<String> generate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    BitSet starred = choose((int) Math.round(dotStars.share * rules), rules, random);
    List<String> list = new ArrayList<>(rules);
    for (int i = 0; i < rules; i++) {
      list.add(rule(starred.get(i), random));
    }
    return list;
  }

  private String rule(boolean starred, SplittableRandom random) {
    int length = (starred ? dotStars.lengths : lengths).draw(random);
    BitSet stars = new BitSet();
    if (starred) {
      int count = Math.min(dotStars.perRule.draw(random), length - 1);
      stars = choose(count, length - 1, random);
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      if (i > 0 && stars.get(i - 1)) {
        out.append(".*");
      }
      if (random.nextDouble() < rangesPerRule / length) {
        out.append(range(random));
      } else {
        out.append(SYMBOLS.charAt(random.nextInt(SYMBOLS.length())));
      }
    }
    return out.toString();
  }

  /** A range within letters or within digits, of two or more symbols. */
  private static String range(SplittableRandom random) {
    boolean letters = random.nextInt(SYMBOLS.length()) < LETTERS;
    int first = letters ? 0 : LETTERS;
    int count = letters ? LETTERS : SYMBOLS.length() - LETTERS;
    int[] ends = choose(2, count, random).stream().toArray();
    return String.format(
        Locale.ROOT, "[%c-%c]", SYMBOLS.charAt(first + ends[0]), SYMBOLS.charAt(first + ends[1]));
  }

  /** Some of the numbers from 0, every choice as likely as any other; O(all). */
  private static BitSet choose(int some, int all, SplittableRandom random) {
    int[] numbers = new int[all];
    Arrays.setAll(numbers, i -> i);
    BitSet chosen = new BitSet(all);
    for (int i = 0; i < some; i++) {
      int other = random.nextInt(i, all);
      chosen.set(numbers[other]);
      numbers[other] = numbers[i];
    }
    return chosen;
  }
}
