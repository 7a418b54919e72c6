/**
 * Studies of rulesets on a GPU: speed, latency, sizes of pieces, packets, flows, and the CPU beside
 * it.
 */
package io.fsmrun.bench.gpu;
