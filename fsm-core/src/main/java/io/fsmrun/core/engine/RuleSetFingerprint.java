package io.fsmrun.core.engine;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.nfa.Nfa;
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
   * @throws IllegalArgumentException if an automaton is of an unknown form
   */
  public static RuleSetFingerprint of(RuleSet rules) {
    Hash hash = new Hash();
    hash.add(rules.size());
    for (RuleSet.Component component : rules.components()) {
      hash.add(component.ruleId());
      switch (component.automaton()) {
        case Dfa dfa -> add(dfa, hash);
        case Nfa nfa -> add(nfa, hash);
        default ->
            throw new IllegalArgumentException(
                "an automaton of unknown form " + component.automaton().getClass());
      }
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

  private static void add(Dfa dfa, Hash hash) {
    hash.add(1);
    hash.add(dfa.stateCount());
    hash.add(dfa.start());
    for (int symbol = 0; symbol < 256; symbol++) {
      hash.add(dfa.classes().classOf(symbol));
    }
    for (int state = 0; state < dfa.stateCount(); state++) {
      hash.add(dfa.reportFlags(state));
    }
    for (char next : dfa.table()) {
      hash.add(next);
    }
  }

  private static void add(Nfa nfa, Hash hash) {
    hash.add(2);
    hash.add(nfa.stateCount());
    for (int state = 0; state < nfa.stateCount(); state++) {
      for (int word = 0; word < 4; word++) {
        long symbols = nfa.symbols(state).word(word);
        hash.add((int) symbols);
        hash.add((int) (symbols >>> 32));
      }
      hash.add(nfa.reportFlags(state) << 1 | (nfa.isAlwaysEnabled(state) ? 1 : 0));
      hash.add(nfa.successorCount(state));
      for (int i = 0; i < nfa.successorCount(state); i++) {
        hash.add(nfa.successor(state, i));
      }
    }
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
