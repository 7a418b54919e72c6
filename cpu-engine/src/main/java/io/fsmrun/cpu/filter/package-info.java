/**
 * Rules that contain something rare: it is found first, and the rest is checked around it.
 *
 * <p>A rule is one or more {@link io.fsmrun.cpu.filter.Chain}s: pieces, each a choice of {@link
 * io.fsmrun.cpu.filter.Factor}s, with {@link io.fsmrun.cpu.filter.Gap}s between them, and perhaps a
 * tail that a lazily determinised automaton runs. {@link io.fsmrun.cpu.filter.FilterEngine} finds
 * factors in one of three ways:
 *
 * <ul>
 *   <li>by windows of 2 to 4 bytes that {@link io.fsmrun.cpu.filter.ByteModel} says are rare, in
 *       passes of hashes: at every place in tables in vector registers, or gathered from memory,
 *       perhaps not at every place;
 *   <li>by long stretches of one set of bytes;
 *   <li>by rows of bits, one for each class of bytes and place of a window, put together by AND.
 * </ul>
 *
 * <p>Then strings are compared under masks, automata of one machine word check both sides, and the
 * ends of earlier pieces are kept as long as a later piece can go on from them. No match in
 * progress is kept within a piece: each block looks again at some bytes before it. Windows that the
 * input is full of are chosen anew while scanning. Time is linear in the input; how much a window
 * costs that is found in vain depends on the rules.
 */
package io.fsmrun.cpu.filter;
