package io.fsmrun.core.engine;

/**
 * Which checks let go of flows while a segment runs (specification, section 3, "dynamic
 * optimisations"). None changes what a segment becomes; each can be switched off to see what it
 * gains.
 *
 * @param convergence whether flows whose states became the same merge
 * @param deactivation whether flows that can neither change nor report are no longer carried
 */
public record FlowChecks(boolean convergence, boolean deactivation) {

  /** Both checks. */
  public static final FlowChecks ALL = new FlowChecks(true, true);
}
