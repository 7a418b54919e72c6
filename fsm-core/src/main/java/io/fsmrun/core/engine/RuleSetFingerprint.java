package io.fsmrun.core.engine;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Tells rulesets apart by their automata and rule ids, so that what was learnt of one is not used
 * for another. Two rulesets have the same fingerprint if they have the same components, state for
 * state; the text of the rules does not count, the limits they were compiled under do as far as
 * they change an automaton.
 *
 * <p>SHA-256 of all tables; O(states * byte classes). A value, shared by threads.
 */
public final class RuleSetFingerprint {

  /** Length of a fingerprint. */
  public static final int BYTES = 32;

  private static final int BUFFER_BYTES = 1 << 13;

  private final byte[] bytes;

  private RuleSetFingerprint(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * The fingerprint of a ruleset.
   *
   * @param rules the ruleset
   * @return its fingerprint
   */
  public static RuleSetFingerprint of(RuleSet rules) {
    Hash hash = new Hash();
    hash.add(rules.size());
    for (RuleSet.Component component : rules.components()) {
      hash.add(component.ruleId());
      // The form, since forms have numbers of their own.
      hash.add(component.automaton().isDeterministic() ? 1 : 2);
      hash.add(component.automaton().stateCount());
      component.automaton().describeTo(hash::add);
    }
    return new RuleSetFingerprint(hash.finish());
  }

  /**
   * The fingerprint that was written down.
   *
   * @param bytes {@value #BYTES} bytes, as {@link #toBytes()} gives
   * @return the fingerprint
   * @throws IllegalArgumentException if there are more or fewer bytes
   */
  public static RuleSetFingerprint ofBytes(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(bytes.length + " bytes are no fingerprint");
    }
    return new RuleSetFingerprint(bytes.clone());
  }

  /**
   * The fingerprint, to be written down.
   *
   * @return {@value #BYTES} bytes, a copy
   */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RuleSetFingerprint that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(bytes).getInt();
  }

  /** The first 12 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes, 0, 6);
  }

  /** A hash of numbers. */
  private static final class Hash {

    private final MessageDigest digest;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    Hash() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      }
    }

    void add(int number) {
      if (buffer.remaining() < Integer.BYTES) {
        flush();
      }
      buffer.putInt(number);
    }

    private void flush() {
      digest.update(buffer.flip());
      buffer.clear();
    }

    byte[] finish() {
      flush();
      return digest.digest();
    }
  }
}
