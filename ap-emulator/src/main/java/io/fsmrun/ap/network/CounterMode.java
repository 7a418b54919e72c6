package io.fsmrun.ap.network;

/** What a counter does when it reaches its target. */
public enum CounterMode {
  /** Is active on that symbol, then does nothing until it is reset. */
  PULSE,
  /** Is active on that symbol and on every one after it, until it is reset. */
  LATCH,
  /** Is active on that symbol and starts again from zero. */
  ROLL
}
