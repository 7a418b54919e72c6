package io.fsmrun.bench.hyperscan;

import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.Rule;
import java.util.ArrayList;
import java.util.List;

/**
 * A rule as Hyperscan takes it.
 *
 * @param id what reports name it by, 0 or more
 * @param pattern the regex; each character is a byte
 * @param flags Hyperscan's flags, such as {@link #CASELESS}, combined by or
 */
public record HyperscanRule(int id, String pattern, int flags) {

  /** Hyperscan's flag for rules that match both cases of ASCII letters. */
  public static final int CASELESS = 1;

  /** Hyperscan's flag for rules whose {@code .} also matches a newline. */
  public static final int DOT_ALL = 1 << 1;

  /** Hyperscan's flag for rules whose {@code ^} and {@code $} also match at newlines. */
  public static final int MULTI_LINE = 1 << 2;

  /** Hyperscan's flag for rules that may match the empty string; it refuses them without. */
  public static final int ALLOW_EMPTY = 1 << 4;

  /**
   * The same rules for Hyperscan, without those that have no counterpart.
   *
   * @param rules rules that our parser took
   * @return in the same order
   */
  public static List<HyperscanRule> all(List<Rule> rules) {
    List<HyperscanRule> all = new ArrayList<>();
    for (Rule rule : rules) {
      try {
        all.add(of(rule));
      } catch (HyperscanException e) {
        // It is left out, as was said.
      }
    }
    return all;
  }

  /**
   * The same rule for Hyperscan. Flags that Hyperscan has as part of the regex only become part of
   * it. All matches are reported, without their starts.
   *
   * @param rule a rule that our parser took
   * @return the rule, with the id that it has here
   * @throws HyperscanException if Hyperscan has no counterpart of one of its flags
   */
  public static HyperscanRule of(Rule rule) throws HyperscanException {
    RegexFlags flags = rule.flags();
    if (flags.dollarEndOnly()) {
      throw new HyperscanException("Hyperscan has no counterpart of the flag E");
    }
    String pattern = rule.pattern();
    if (flags.extended()) {
      // Without the newline, Hyperscan refuses a comment that is open at the end.
      pattern = "(?x)" + pattern + "\n";
    }
    if (flags.anchored()) {
      pattern = "\\A(?:" + pattern + ")";
    }
    int bits =
        ALLOW_EMPTY
            | (flags.ignoreCase() ? CASELESS : 0)
            | (flags.dotAll() ? DOT_ALL : 0)
            | (flags.multiLine() ? MULTI_LINE : 0);
    return new HyperscanRule(rule.id(), pattern, bits);
  }
}
