package io.fsmrun.scan;

/**
 * What a user wants of one rule. A match is reported if it meets all conditions.
 *
 * @param userTag any number; given to the handler with each match
 * @param firstMatchOnly whether only the first match in each input or stream is reported, of those
 *     that meet the other conditions
 * @param minOffset the least end offset that is reported, in bytes from the start of the input,
 *     from 0
 * @param maxOffset the greatest end offset that is reported, in bytes; at least {@code minOffset}
 * @param minLength how many bytes the longest match that ends there must have, from 0
 * @param startOfMatch whether the handler gets the leftmost start of each match. Rules that want
 *     it, and those with a {@code minLength}, run on an engine of their own, {@link
 *     io.fsmrun.cpu.start.StartEngine}, which is slower than the others: each byte costs each such
 *     rule a visit to its active states and their edges
 */
public record RuleOptions(
    long userTag,
    boolean firstMatchOnly,
    long minOffset,
    long maxOffset,
    long minLength,
    boolean startOfMatch) {

  /** Tag 0, and every match. */
  public static final RuleOptions DEFAULT = new RuleOptions(0, false, 0, Long.MAX_VALUE, 0, false);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or the offsets leave nothing between them
   */
  public RuleOptions {
    if (minOffset < 0 || maxOffset < minOffset || minLength < 0) {
      throw new IllegalArgumentException(
          "offsets from " + minOffset + " to " + maxOffset + ", length from " + minLength);
    }
  }

  /**
   * The same with another tag.
   *
   * @param tag any number
   * @return changed options
   */
  public RuleOptions withUserTag(long tag) {
    return new RuleOptions(tag, firstMatchOnly, minOffset, maxOffset, minLength, startOfMatch);
  }

  /**
   * The same, but only the first match is reported.
   *
   * @return changed options
   */
  public RuleOptions withFirstMatchOnly() {
    return new RuleOptions(userTag, true, minOffset, maxOffset, minLength, startOfMatch);
  }

  /**
   * The same for ends between two offsets.
   *
   * @param least the least end offset, in bytes, from 0
   * @param most the greatest, in bytes
   * @return changed options
   */
  public RuleOptions withOffsets(long least, long most) {
    return new RuleOptions(userTag, firstMatchOnly, least, most, minLength, startOfMatch);
  }

  /**
   * The same for matches of some length.
   *
   * @param bytes the least length, from 0
   * @return changed options
   */
  public RuleOptions withMinLength(long bytes) {
    return new RuleOptions(userTag, firstMatchOnly, minOffset, maxOffset, bytes, startOfMatch);
  }

  /**
   * The same, with starts of matches.
   *
   * @return changed options
   */
  public RuleOptions withStartOfMatch() {
    return new RuleOptions(userTag, firstMatchOnly, minOffset, maxOffset, minLength, true);
  }

  /** Whether ends alone do not decide what is reported. */
  boolean needsStarts() {
    return startOfMatch || minLength > 0;
  }

  /** Whether all ends are reported, and nothing but ends. */
  boolean isPlain() {
    return equals(DEFAULT.withUserTag(userTag));
  }
}
