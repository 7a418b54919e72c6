/** Automata networks, the emulated Automata Processor, its cycles. */
module io.fsmrun.ap {
  requires transitive io.fsmrun.core;
  requires it.unimi.dsi.fastutil;
  requires java.xml;
  requires tools.jackson.core;
  requires static jdk.incubator.vector;

  exports io.fsmrun.ap;
  exports io.fsmrun.ap.anml;
  exports io.fsmrun.ap.chip;
  exports io.fsmrun.ap.convert;
  exports io.fsmrun.ap.dot;
  exports io.fsmrun.ap.engine;
  exports io.fsmrun.ap.mnrl;
  exports io.fsmrun.ap.network;
  exports io.fsmrun.ap.profile;
  exports io.fsmrun.ap.timing;
  exports io.fsmrun.ap.transform;

  provides io.fsmrun.core.engine.Backend with
      io.fsmrun.ap.AutomataProcessor;
}
