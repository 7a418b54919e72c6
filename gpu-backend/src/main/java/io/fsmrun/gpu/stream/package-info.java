/**
 * Position automata as bit streams: the way to scan much data with many rules on a GPU. Programs,
 * how they are packed, and the scanner that moves data and puts reports in order.
 *
 * <p>What is done over a piece of input is noted first, as a sequence of kernels and copies, and
 * then launched as one, after which the host waits once; a sequence differs from the last one of
 * its kind in few numbers.
 *
 * <p>An input is one stream, or packets side by side, or packets of flows that go on from batch to
 * batch. Packets of one flow are brought together, so that a batch has one run for each flow, and
 * only its ends matter. A flow keeps some of its last bytes, at most the overlap of two windows,
 * which are put in front of its next run and tell of all states within reach of them: the longest
 * suffix that some match in progress may be. By name it keeps the states beyond, behind loops or in
 * long words, which the kernel notes at the ends of runs and puts in at the ends of histories.
 * Every state follows from one or the other, since stepping distributes over union: what is found
 * twice is found once.
 *
 * <p>Several threads of the host do so, without locks: packets are divided among them by flow, runs
 * and states by ranges, and each range has its own spans, which are handed over one after the
 * other.
 *
 * <p>Which bytes a flow keeps follows from its packets alone, so that the next batch is put
 * together and staged while the kernels run over the one before. States by name pass from a batch
 * to the next on the device: the host says where in the next batch a run goes on, kernels bring
 * together what runs leave with, and what the next ones come with, window by window. The host puts
 * in only those of flows that the batch before leaves alone, and keeps all of them with the flow.
 *
 * <p>Records of each packet or run are found by the device, and handed over as spans of them, part
 * by part while the next ones are copied; the host looks at single ones only where something was
 * known before, is held back, or lies at the border of two pieces.
 */
package io.fsmrun.gpu.stream;
