/**
 * Studies of rulesets on a GPU: speed, latency, sizes of pieces, packets, and the CPU beside it.
 */
package io.fsmrun.bench.gpu;
