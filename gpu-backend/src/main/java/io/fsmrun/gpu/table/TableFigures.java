package io.fsmrun.gpu.table;

/**
 * What a scan did.
 *
 * @param bytes bytes of input
 * @param records records made by the device: a group and an end each
 * @param chunks pieces of input that were launched
 * @param segments segments that were executed, for each pass
 * @param rounds launches made again because segments had started from something else than they were
 *     taken to
 * @param segmentsAgain segments that were executed again
 * @param turns further turns in which reports were copied, because there were more than room
 * @param scanMillis time of the kernels that run the automata over all input
 * @param kernelMillis time of all kernels up to the first reports, and of the host between them
 */
public record TableFigures(
    long bytes,
    long records,
    int chunks,
    long segments,
    int rounds,
    long segmentsAgain,
    int turns,
    double scanMillis,
    double kernelMillis) {}
