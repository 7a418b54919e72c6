/**
 * Position automata as bit streams: the way to scan much data with many rules on a GPU. Programs,
 * how they are packed, and the scanner that moves data and puts reports in order.
 *
 * <p>An input is one stream, or packets side by side, or packets of flows that go on from batch to
 * batch. Packets of one flow are brought together, so that a batch has one run for each flow, and
 * only its ends matter. A flow keeps its last bytes, at most the overlap of two windows, which are
 * put in front of its next run and tell of all states within reach of them; and by name the states
 * beyond, behind loops or in long words, which the kernel notes at the ends of runs and puts in at
 * the ends of histories. Every state follows from one or the other, since stepping distributes over
 * union: what is found twice is found once.
 */
package io.fsmrun.gpu.stream;
