/** The library: databases, scanners, streams. */
module io.fsmrun.scan {
  requires transitive io.fsmrun.core;
  requires transitive io.fsmrun.regex;
  requires transitive io.fsmrun.enumerative;
  requires transitive io.fsmrun.cpu;
  requires it.unimi.dsi.fastutil;

  exports io.fsmrun.scan;
  exports io.fsmrun.scan.plan;
  exports io.fsmrun.scan.plan.chain;
  exports io.fsmrun.scan.plan.shift;
  exports io.fsmrun.scan.plan.token;
  exports io.fsmrun.scan.planner;

  uses io.fsmrun.core.engine.Backend;
}
