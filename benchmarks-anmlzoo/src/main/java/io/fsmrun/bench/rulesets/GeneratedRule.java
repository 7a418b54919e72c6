package io.fsmrun.bench.rulesets;

import java.util.Objects;
import java.util.function.Function;

/**
 * A rule and texts that it matches.
 *
 * @param line the line of a rules file, such as {@code /ab+c/i}, one character a byte
 * @param example draws a text that the rule matches where its anchors hold
 */
record GeneratedRule(String line, Function<Draw, String> example) {

  GeneratedRule {
    Objects.requireNonNull(line, "line");
    Objects.requireNonNull(example, "example");
  }

  /** A text that the rule matches, or, one time in three, one that is cut short. */
  String planted(Draw draw) {
    String text = example.apply(draw);
    return draw.oneIn(3) ? text.substring(0, text.length() * 2 / 3) : text;
  }
}
