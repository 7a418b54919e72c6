/** ANML, the XML form of automata networks: symbol sets, reading, writing. */
package io.fsmrun.ap.anml;
