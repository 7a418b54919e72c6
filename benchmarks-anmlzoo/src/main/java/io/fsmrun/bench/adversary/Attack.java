package io.fsmrun.bench.adversary;

import java.util.Locale;

/** The kinds of inputs that rules are attacked with. */
public enum Attack {
  /** Matches of random rules, one after the other. */
  MATCHES,
  /** The four bytes of each rule that searching by rare windows would choose, overlapping. */
  RARE_WINDOWS,
  /** The four bytes that occur in most rules, overlapping. */
  SHARED_WINDOWS,
  /** Matches whose last byte is altered. */
  LAST_BYTE_WRONG,
  /** Matches whose first byte is altered. */
  FIRST_BYTE_WRONG,
  /** Matches whose middle byte is altered. */
  MIDDLE_BYTE_WRONG,
  /** Matches that lack their last piece, one after the other. */
  LAST_PIECE_MISSING,
  /**
   * The first pieces of all rules with gaps; then pieces that are not the last, and last ones with
   * a wrong byte, among bytes that the gaps allow.
   */
  OPEN_GAPS,
  /** For each rule with gaps: its first piece many times, then its second piece many times. */
  MANY_ENDS,
  /** Prefixes of random length of random rules, so that ever new sets of states come up. */
  PREFIXES,
  /** Random bytes out of those that rules are written with. */
  RANDOM_LETTERS,
  /** Random bytes. */
  RANDOM_BYTES,
  /** Zeros. */
  ZEROS,
  /** The byte that most rules have most of. */
  ONE_BYTE,
  /** The text of the rules. */
  RULES_TEXT,
  /** One string, repeated: the one that costs most, found by trying. */
  WORST_STRING;

  /**
   * The name that users write.
   *
   * @return lower case, words joined by hyphens
   */
  public String userName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
