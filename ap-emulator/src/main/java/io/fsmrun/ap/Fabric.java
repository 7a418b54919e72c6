package io.fsmrun.ap;

import io.fsmrun.core.state.ActiveMask;

/** The routing of one laid-out automaton: the set-to-set step. Immutable, shared by threads. */
interface Fabric {

  int stateCount();

  /**
   * One symbol: {@code next}, which must be empty, becomes the successors of all active states.
   *
   * @param active the active states
   * @param symbol a byte value, 0 to 255
   * @param next receives the successors
   */
  void step(ActiveMask active, int symbol, ActiveMask next);

  /** The union of what the active states report. */
  int reportFlags(ActiveMask active);

  /**
   * Whether nothing can change any more: the mask leads to itself on every symbol and reports
   * nothing.
   */
  boolean isSettled(ActiveMask active);

  /** Whether one bit set means that the configuration is known. */
  boolean isDeterministic();

  /**
   * Where the only active state of a deterministic automaton leads: the step of a mask with one
   * bit.
   */
  int next(int state, int symbol);

  /** What one state reports. */
  int reportFlags(int state);

  /** Whether one state of a deterministic automaton leads to itself always and reports nothing. */
  boolean isSettled(int state);
}
