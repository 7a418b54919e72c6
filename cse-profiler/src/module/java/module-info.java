/** How and why rulesets converge. */
module io.fsmrun.profile {
  requires transitive io.fsmrun.core;
  requires transitive io.fsmrun.enumerative;
  requires it.unimi.dsi.fastutil;

  exports io.fsmrun.profile;
}
