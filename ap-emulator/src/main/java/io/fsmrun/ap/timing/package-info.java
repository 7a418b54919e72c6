/** What a run costs on an Automata Processor: cycles, output, reconfiguration, events, energy. */
package io.fsmrun.ap.timing;
