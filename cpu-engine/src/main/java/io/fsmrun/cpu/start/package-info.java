/**
 * Rules that want to know where their matches begin: for each state that is active, the leftmost
 * start. Every byte costs every such rule a visit to its active states and their edges.
 */
package io.fsmrun.cpu.start;
