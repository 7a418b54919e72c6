package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A rule while it is put together, piece by piece, each with a way to draw a text it matches. */
final class RuleDraft {

  private final StringBuilder regex = new StringBuilder();
  private final List<Function<Draw, String>> examples = new ArrayList<>();
  private String flags = "";

  /** Appends a text that is matched as it is. */
  RuleDraft text(String text) {
    quote(text);
    examples.add(draw -> text);
    return this;
  }

  /** Appends a word, of a rule that ignores case, that is drawn in small or large letters. */
  RuleDraft anyCase(String word) {
    quote(word);
    examples.add(draw -> draw.oneIn(3) ? word.toUpperCase(Locale.ROOT) : word);
    return this;
  }

  /** Appends regex syntax and some texts that it matches. */
  RuleDraft raw(String syntax, String... matching) {
    regex.append(syntax);
    examples.add(draw -> draw.of(matching));
    return this;
  }

  /**
   * Appends a repeated class.
   *
   * @param set the class in regex syntax
   * @param alphabet characters of it
   * @param least times at least
   * @param most times at most
   */
  RuleDraft some(String set, String alphabet, int least, int most) {
    regex.append(set);
    if (most > 1) {
      regex.append('{').append(least).append(most == least ? "" : "," + most).append('}');
    }
    examples.add(draw -> draw.chars(alphabet, least, most));
    return this;
  }

  /** Appends a class that is repeated without bound. */
  RuleDraft many(String setAndTimes, String alphabet, int least, int most) {
    regex.append(setAndTimes);
    examples.add(draw -> draw.chars(alphabet, least, most));
    return this;
  }

  RuleDraft flags(String letters) {
    flags = letters;
    return this;
  }

  GeneratedRule rule() {
    return new GeneratedRule(
        "/" + regex + "/" + flags,
        draw -> {
          StringBuilder text = new StringBuilder();
          examples.forEach(example -> text.append(example.apply(draw)));
          return text.toString();
        });
  }

  private void quote(String text) {
    for (int i = 0; i < text.length(); i++) {
      appendQuoted(regex, text.charAt(i));
    }
  }

  private static void appendQuoted(StringBuilder to, char symbol) {
    if (symbol <= ' ' && symbol != ' ' || symbol >= 0x7f) {
      to.append(String.format("\\x%02x", (int) symbol));
    } else {
      if ("\\/.[]{}()*+?^$|#".indexOf(symbol) >= 0) {
        to.append('\\');
      }
      to.append(symbol);
    }
  }
}
