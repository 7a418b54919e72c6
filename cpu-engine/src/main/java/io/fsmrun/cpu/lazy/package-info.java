/**
 * Position automata of any number of rules as one automaton over sets of states, made while it
 * scans.
 *
 * <p>{@link io.fsmrun.cpu.lazy.SetAutomaton} is the automaton, shared by threads. A runner belongs
 * to one thread: it looks sets up in a table and makes what it meets for the first time, within a
 * limit of memory; when that is reached the table is begun anew. One chain takes one look-up a
 * byte. Lanes, which take several stretches of the input by turns, hide that each look-up waits for
 * the one before; their starts are guesses, and are checked when the stretch before has ended.
 * States can be added from outside at any place, which is how tails of searched rules run. Time is
 * linear in the input: a byte takes a look-up, or a visit to each active state and its edges where
 * a set is new.
 */
package io.fsmrun.cpu.lazy;
