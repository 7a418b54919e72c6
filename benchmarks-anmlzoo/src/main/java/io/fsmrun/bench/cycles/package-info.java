/** Cycles on the Automata Processor, from what the flows of a run did. */
package io.fsmrun.bench.cycles;
