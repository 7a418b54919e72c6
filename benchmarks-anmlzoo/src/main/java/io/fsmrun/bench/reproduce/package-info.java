/**
 * The published evaluation of convergence-set enumeration (Zhuo 2022, sections 3.6 and 3.7) done
 * again: benchmarks, the runs that are needed, their results on disk, the figures made of them, and
 * what the text states.
 */
package io.fsmrun.bench.reproduce;
