/** Automata networks as graphs for Graphviz. */
package io.fsmrun.ap.dot;
