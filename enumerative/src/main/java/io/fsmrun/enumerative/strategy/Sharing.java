package io.fsmrun.enumerative.strategy;

/**
 * How flows of different components share the machine, which runs one flow at a time.
 *
 * @param components whether a machine flow carries one flow of every component (PAP's "connected
 *     components"); if not, each flow of each component is a machine flow of its own
 * @param joinAfter after how many symbols of a segment all flows are joined in one machine flow
 *     (ours, see {@code docs/strategies.md}); {@link #NEVER} if they are not
 */
public record Sharing(boolean components, int joinAfter) {

  /** Flows are never joined. */
  public static final int NEVER = Integer.MAX_VALUE;

  /** One machine flow carries one flow of every component; flows are not joined. */
  public static final Sharing CONNECTED_COMPONENTS = new Sharing(true, NEVER);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if flows are to be joined before the first symbol
   */
  public Sharing {
    if (joinAfter < 1) {
      throw new IllegalArgumentException("join after " + joinAfter + " symbols");
    }
  }
}
