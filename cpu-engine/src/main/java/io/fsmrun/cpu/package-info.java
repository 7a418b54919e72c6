/**
 * The back end {@code cpu} of the strategies: deterministic automata as tables, sets of their
 * states as lazily determinised sets, position automata as bit vectors. The engines that scan many
 * rules at once are in the packages below, behind the contract of {@link io.fsmrun.cpu.block}.
 */
package io.fsmrun.cpu;
