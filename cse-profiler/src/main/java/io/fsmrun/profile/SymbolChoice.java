package io.fsmrun.profile;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Locale;

/**
 * What random strings are made of. The evaluated input is never looked at.
 *
 * <p>A value, shared by threads.
 *
 * @param kind how likely each byte is
 * @param set the bytes of a {@link Kind#SET}; all bytes for the other kinds
 */
public record SymbolChoice(Kind kind, SymbolSet set) {

  /** How likely each byte is. */
  public enum Kind {
    /** The bytes that lead rules forward, as often as they do. */
    AUTO,
    /** The classes of bytes that the rules can tell apart, all equally likely. */
    DISTINCT,
    /** All bytes, equally likely. */
    ALL,
    /** The bytes of a set, equally likely. */
    SET
  }

  /** The bytes that lead rules forward, as often as they do; {@code auto}. */
  public static final SymbolChoice AUTO = new SymbolChoice(Kind.AUTO, SymbolSet.ALL);

  /**
   * The classes of bytes that the rules can tell apart, all equally likely; {@code distinct}. Bytes
   * that are all the same to every rule count once.
   */
  public static final SymbolChoice DISTINCT = new SymbolChoice(Kind.DISTINCT, SymbolSet.ALL);

  /** All 256 bytes, equally likely; {@code all}. */
  public static final SymbolChoice ALL = new SymbolChoice(Kind.ALL, SymbolSet.ALL);

  /**
   * Checks the set.
   *
   * @throws IllegalArgumentException if it is empty, or not all bytes for a kind other than {@link
   *     Kind#SET}
   */
  public SymbolChoice {
    if (set.isEmpty()) {
      throw new IllegalArgumentException("strings cannot be made of no bytes");
    }
    if (kind != Kind.SET && !set.equals(SymbolSet.ALL)) {
      throw new IllegalArgumentException(kind + " takes no set");
    }
  }

  /**
   * The bytes of a set, equally likely.
   *
   * @param set at least one byte
   * @return the choice; {@link #ALL} if the set has all bytes
   * @throws IllegalArgumentException if the set is empty
   */
  public static SymbolChoice of(SymbolSet set) {
    return set.equals(SymbolSet.ALL) ? ALL : new SymbolChoice(Kind.SET, set);
  }

  /**
   * Reads what users type: {@code auto}, {@code distinct}, {@code all}, or a set of bytes such as
   * {@code \x20-\x7e\n} or {@code a-zA-Z0-9}.
   *
   * <p>A set is made of printable ASCII characters, of {@code \n}, {@code \r}, {@code \t}, {@code
   * \f}, {@code \v} and {@code \0}, of {@code \xHH} with two hexadecimal digits, and of ranges of
   * these. A hyphen at either end is itself, and so is any sign of punctuation behind a backslash.
   *
   * @param text what was typed
   * @return the choice
   * @throws IllegalArgumentException if it is none of these; the message has the offset, from 0,
   *     and what is wrong there
   */
  public static SymbolChoice parse(String text) {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "auto" -> AUTO;
      case "distinct" -> DISTINCT;
      case "all" -> ALL;
      default -> of(new SymbolSetReader(text).read());
    };
  }

  /**
   * What the strings are made of, in words.
   *
   * @return a phrase that can follow "strings of"
   */
  public String describe() {
    return switch (kind) {
      case AUTO -> "the bytes that lead rules forward, as often as they do";
      case DISTINCT -> "the classes of bytes that the rules can tell apart, all equally likely";
      case ALL -> "all 256 bytes, equally likely";
      case SET ->
          set.size() == 1
              ? "the byte " + this + " alone"
              : "the " + set.size() + " bytes " + this + ", equally likely";
    };
  }

  /** As users type it: {@code parse} reads it back as an equal choice. */
  @Override
  public String toString() {
    return kind == Kind.SET ? ByteText.of(set) : kind.name().toLowerCase(Locale.ROOT);
  }
}
