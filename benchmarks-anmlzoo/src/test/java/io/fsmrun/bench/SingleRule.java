package io.fsmrun.bench;

import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.util.List;

/**
 * Rules of many kinds, each scanned for alone. All engines are given the same regex; none has an
 * assertion but the one that is {@link Place#START anchored}, so that brics can take all.
 */
public enum SingleRule {
  /** A word that is rare in both texts. */
  LITERAL("lighthouse", Place.ANYWHERE),
  /** The same word in any case. */
  LITERAL_ANY_CASE("(?i)lighthouse", Place.ANYWHERE),
  /** Five words. */
  WORDS_5(String.join("|", SyntheticText.RARE_WORDS.subList(0, 5)), Place.ANYWHERE),
  /** Fifty words. */
  WORDS_50(String.join("|", SyntheticText.RARE_WORDS), Place.ANYWHERE),
  /** A class, a repeated class, and an ending that text is full of. */
  CAPITAL_ING("[A-Z][a-z]+ing", Place.ANYWHERE),
  /** Classes with bounds only. */
  DATE("\\d{4}-\\d{2}-\\d{2}", Place.ANYWHERE),
  /** A rare byte between two repeated classes. */
  EMAIL("[\\w.+-]+@[\\w-]+\\.[\\w.-]+", Place.ANYWHERE),
  /** Three rare bytes, then a repeated class. */
  URI("[a-z]+://[^\\s/]+/[^\\s?#]*", Place.ANYWHERE),
  /** Numbers up to 255 between dots. */
  IPV4(
      "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|\\d?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|\\d?\\d)",
      Place.ANYWHERE),
  /** Two words in one line. */
  GAP("river.*harbour", Place.ANYWHERE),
  /** Two words with anything between them, over any lines. */
  LONG_GAP("(?s)glacier.*orchard", Place.ANYWHERE),
  /** Two words that are far from each other: a DFA of this has too many states. */
  COUNTED_GAP("(?s)glacier.{200,}orchard", Place.ANYWHERE),
  /** Begins at the start of the text, and may match until its end. */
  ANCHORED("[^#]*harbour", Place.START),
  /** A word and the rest of its line: each byte of which ends a match. */
  REST_OF_LINE("lighthouse[^\\n]*", Place.ANYWHERE),
  /** Repetition in repetition, which makes engines that backtrack try all ways to share. */
  NESTED("(?:[a-z]+[ ,]?)+;", Place.ANYWHERE),
  /** Most bytes are a match. */
  DENSE("[a-z]", Place.ANYWHERE),
  /** Short, of frequent bytes. */
  SHORT("e\\.g\\.", Place.ANYWHERE);

  private final String regex;
  private final Place place;

  /** Where matches may begin. */
  enum Place {
    ANYWHERE,
    START
  }

  SingleRule(String regex, Place place) {
    this.regex = regex;
    this.place = place;
  }

  /** The regex without its anchor. */
  String body() {
    return regex;
  }

  Place place() {
    return place;
  }

  /** The whole regex. */
  String regex() {
    return place == Place.START ? "^" + regex : regex;
  }

  /** The rule as a ruleset of its own. */
  Rules rules() {
    return Rules.of(List.of("/" + regex().replace("/", "\\/") + "/"));
  }

  /** What stands behind the anchor, as a rule. */
  Rule bodyRule() {
    return Rules.of(List.of("/" + regex.replace("/", "\\/") + "/")).accepted().getFirst();
  }
}
