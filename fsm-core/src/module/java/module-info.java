/** Automata, sets of states, and the contract between strategies and back ends. */
module io.fsmrun.core {
  requires transitive it.unimi.dsi.fastutil;

  exports io.fsmrun.core.binary;
  exports io.fsmrun.core.dfa;
  exports io.fsmrun.core.engine;
  exports io.fsmrun.core.nfa;
  exports io.fsmrun.core.report;
  exports io.fsmrun.core.state;
  exports io.fsmrun.core.symbol;
}
