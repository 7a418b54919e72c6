/** Strategies, flows, and the composer. */
module io.fsmrun.enumerative {
  requires transitive io.fsmrun.core;
  requires it.unimi.dsi.fastutil;

  exports io.fsmrun.enumerative;
  exports io.fsmrun.enumerative.compose;
  exports io.fsmrun.enumerative.flow;
  exports io.fsmrun.enumerative.segment;
  exports io.fsmrun.enumerative.strategy;
}
