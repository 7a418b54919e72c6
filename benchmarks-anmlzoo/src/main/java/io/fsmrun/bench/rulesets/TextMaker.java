package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.List;

/** Makes a text a part at a time. */
interface TextMaker {

  /** Appends the next part, at least one character, each a byte. */
  void appendPart(Draw draw, StringBuilder to);

  /**
   * A text maker that also plants examples of rules between parts.
   *
   * @param rules the rules
   * @param everyBytes about how far the examples are apart
   * @param before what stands before an example
   * @param after what stands after it
   * @return a text maker, for one text
   */
  default TextMaker planting(
      List<GeneratedRule> rules, int everyBytes, String before, String after) {
    List<GeneratedRule> planted = new ArrayList<>(rules);
    int[] next = {everyBytes};
    return (draw, to) -> {
      appendPart(draw, to);
      if (to.length() >= next[0]) {
        to.append(before).append(draw.of(planted).planted(draw)).append(after);
        next[0] = to.length() + draw.number(everyBytes / 2, everyBytes * 3 / 2);
      }
    };
  }
}
