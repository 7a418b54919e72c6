/** Automata networks: what an Automata Processor runs. Elements, edges, and the meaning of both. */
package io.fsmrun.ap.network;
