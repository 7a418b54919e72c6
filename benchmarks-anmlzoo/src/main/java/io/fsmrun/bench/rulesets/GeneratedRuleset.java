package io.fsmrun.bench.rulesets;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A ruleset made from a seed, and texts of the kind that it is for, also made from seeds.
 * Immutable, shared by threads.
 */
public final class GeneratedRuleset {

  private final String name;
  private final List<GeneratedRule> rules;
  private final TextFactory text;

  /** Gives a fresh maker of texts: makers know how far their text has come. */
  interface TextFactory {
    TextMaker newText();
  }

  GeneratedRuleset(String name, List<GeneratedRule> rules, TextFactory text) {
    this.name = name;
    this.rules = List.copyOf(rules);
    this.text = text;
  }

  /**
   * The name of the ruleset, such as {@code literals-5000}.
   *
   * @return the name, of letters, digits and hyphens
   */
  public String name() {
    return name;
  }

  /**
   * The rules, as lines of a rules file without line ends.
   *
   * @return the lines, one character a byte, in the order of the rules
   */
  public List<String> lines() {
    return rules.stream().map(GeneratedRule::line).toList();
  }

  /** The rules, each with texts that it matches, in the order of {@link #lines}. */
  List<GeneratedRule> rules() {
    return rules;
  }

  /**
   * Makes an input for the rules, in which some of them match. Takes time linear in the length.
   *
   * @param seed the seed; the same gives the same input
   * @param lengthBytes the length of the input in bytes
   * @return the input, a new array
   * @throws IllegalArgumentException if the length is negative
   */
  public byte[] input(long seed, int lengthBytes) {
    if (lengthBytes < 0) {
      throw new IllegalArgumentException("an input of " + lengthBytes + " bytes");
    }
    Draw draw = new Draw(seed);
    TextMaker maker = text.newText();
    StringBuilder content = new StringBuilder(lengthBytes);
    while (content.length() < lengthBytes) {
      maker.appendPart(draw, content);
    }
    content.setLength(lengthBytes);
    return content.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
