/** Generators of rulesets and traces. */
module io.fsmrun.suite {
  requires transitive io.fsmrun.core;
  requires it.unimi.dsi.fastutil;

  exports io.fsmrun.suite;
}
