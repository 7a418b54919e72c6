/** MNRL, the JSON form of automata networks: reading, writing. */
package io.fsmrun.ap.mnrl;
