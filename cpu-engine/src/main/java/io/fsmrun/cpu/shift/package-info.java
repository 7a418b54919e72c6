/**
 * Rules that are rows of sets of bytes, with gaps of few lengths and repetitions of sets, as bits
 * that are shifted: a step costs the same whatever the input (Navarro and Raffinot, <i>Fast and
 * simple character classes and bounded gaps pattern matching, with applications to protein
 * searching</i>, Journal of Computational Biology 10(6), 2003).
 */
package io.fsmrun.cpu.shift;
