/** Rules, their parser and their compiler. */
module io.fsmrun.regex {
  requires transitive io.fsmrun.core;
  requires it.unimi.dsi.fastutil;
  requires transitive automaton;

  exports io.fsmrun.regex;
}
