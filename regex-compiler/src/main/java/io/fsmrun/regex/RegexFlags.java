package io.fsmrun.regex;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

/**
 * The flags a regex is read under, as an immutable value.
 *
 * @param set the flags that are on
 */
public record RegexFlags(Set<Flag> set) {

  /** No flag at all. */
  public static final RegexFlags NONE = new RegexFlags(Set.of());

  /** One flag, with the letter that rules files write for it. */
  public enum Flag {
    /** ASCII letters match both cases. */
    IGNORE_CASE('i'),
    /** {@code .} also matches a newline. */
    DOT_ALL('s'),
    /** {@code ^} and {@code $} also match at newlines. */
    MULTI_LINE('m'),
    /** White space and {@code #} comments in the regex are ignored. */
    EXTENDED('x'),
    /** The regex matches only at the start of the input, as if it began with {@code \A}. */
    ANCHORED('A'),
    /** {@code $} without {@link #MULTI_LINE} matches only at the very end of the input. */
    DOLLAR_END_ONLY('E');

    private final char letter;

    Flag(char letter) {
      this.letter = letter;
    }

    /**
     * The letter of this flag in {@code /regex/flags}.
     *
     * @return an ASCII letter
     */
    public char letter() {
      return letter;
    }
  }

  /** Copies the set. */
  public RegexFlags {
    set = Set.copyOf(set);
  }

  /**
   * The given flags.
   *
   * @param flags the flags that are on
   * @return the value
   */
  public static RegexFlags of(Flag... flags) {
    return new RegexFlags(toSet(Arrays.asList(flags)));
  }

  /**
   * The flags named by letters, out of {@code ismxAE}.
   *
   * @param letters the letters, in any order; repeats are harmless
   * @return the value
   * @throws IllegalArgumentException if a letter names no flag
   */
  public static RegexFlags ofLetters(String letters) {
    EnumSet<Flag> flags = EnumSet.noneOf(Flag.class);
    for (int i = 0; i < letters.length(); i++) {
      Flag flag = flagOf(letters.charAt(i));
      if (flag == null) {
        throw new IllegalArgumentException("no flag has the letter " + letters.charAt(i));
      }
      flags.add(flag);
    }
    return new RegexFlags(flags);
  }

  /** The flag with a letter, or null. */
  static Flag flagOf(char letter) {
    for (Flag flag : Flag.values()) {
      if (flag.letter == letter) {
        return flag;
      }
    }
    return null;
  }

  /**
   * These flags with one of them switched.
   *
   * @param flag which one
   * @param on whether it is on in the result
   * @return the changed value
   */
  public RegexFlags with(Flag flag, boolean on) {
    EnumSet<Flag> changed = toSet(set);
    if (on) {
      changed.add(flag);
    } else {
      changed.remove(flag);
    }
    return new RegexFlags(changed);
  }

  /**
   * Whether flag i is on.
   *
   * @return true if ASCII letters match both cases
   */
  public boolean ignoreCase() {
    return set.contains(Flag.IGNORE_CASE);
  }

  /**
   * Whether flag s is on.
   *
   * @return true if {@code .} matches a newline
   */
  public boolean dotAll() {
    return set.contains(Flag.DOT_ALL);
  }

  /**
   * Whether flag m is on.
   *
   * @return true if {@code ^} and {@code $} match at newlines
   */
  public boolean multiLine() {
    return set.contains(Flag.MULTI_LINE);
  }

  /**
   * Whether flag x is on.
   *
   * @return true if white space and comments in the regex are ignored
   */
  public boolean extended() {
    return set.contains(Flag.EXTENDED);
  }

  /**
   * Whether flag A is on.
   *
   * @return true if the regex matches only at the start of the input
   */
  public boolean anchored() {
    return set.contains(Flag.ANCHORED);
  }

  /**
   * Whether flag E is on.
   *
   * @return true if {@code $} without flag m does not match before a final newline
   */
  public boolean dollarEndOnly() {
    return set.contains(Flag.DOLLAR_END_ONLY);
  }

  /** The letters of the flags that are on, in the order {@code ismxAE}. */
  @Override
  public String toString() {
    StringBuilder letters = new StringBuilder();
    for (Flag flag : Flag.values()) {
      if (set.contains(flag)) {
        letters.append(flag.letter);
      }
    }
    return letters.toString();
  }

  private static EnumSet<Flag> toSet(Collection<Flag> flags) {
    EnumSet<Flag> set = EnumSet.noneOf(Flag.class);
    set.addAll(flags);
    return set;
  }
}
