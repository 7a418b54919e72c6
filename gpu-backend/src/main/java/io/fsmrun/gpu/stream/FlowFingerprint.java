package io.fsmrun.gpu.stream;

/**
 * Tells rulesets apart, so that a flow saved with one is not restored with another. The form of
 * saved flows counts, the device does not. Mutable, for one thread.
 */
final class FlowFingerprint {

  /** Changes when states are numbered or saved in another way. */
  private static final int VERSION = 1;

  /** Knuth's multiplier of a 64-bit linear congruential generator (MMIX). */
  private static final long MULTIPLIER = 6364136223846793005L;

  private long hash = VERSION;

  /** Adds a rule, behind those before. */
  void add(StreamRule rule) {
    add(rule.id());
    add(rule.nfa().stateCount());
    rule.nfa().describeTo(this::add);
  }

  private void add(int value) {
    hash = (hash ^ value) * MULTIPLIER + 1;
    hash ^= hash >>> 29;
  }

  long value() {
    return hash;
  }
}
