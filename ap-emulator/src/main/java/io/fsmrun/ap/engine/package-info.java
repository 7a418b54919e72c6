/** Running automata networks: one-hot masks, match rows, the set-to-set step. */
package io.fsmrun.ap.engine;
