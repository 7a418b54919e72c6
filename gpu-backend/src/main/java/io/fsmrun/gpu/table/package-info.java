/**
 * Rules that have an affordable DFA, on a GPU: products of DFAs in tables, one lane a segment of
 * the input. Programs, how tables lie in memory, and the scanner that moves data and puts reports
 * in order.
 */
package io.fsmrun.gpu.table;
