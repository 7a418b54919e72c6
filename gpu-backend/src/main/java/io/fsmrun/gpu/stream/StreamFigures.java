package io.fsmrun.gpu.stream;

/**
 * What a scan did.
 *
 * @param bytes bytes of input
 * @param records records made by the device
 * @param chunks pieces of input that were launched
 * @param rounds times that segments of a piece ran again because they had started from less than
 *     what was carried into them
 * @param segmentsAgain segments that were executed again
 * @param floods launches made again because there were more reports than room
 * @param work what of it was put into queues, and how often the host waited
 * @param kernelMillis time from the first kernel of each piece until the host has been told how
 *     many records there are; where the link is busy with those of the piece before, that waits for
 *     the link; if more rounds or more room were needed than was foreseen, what the host took in
 *     between included
 */
public record StreamFigures(
    long bytes,
    long records,
    int chunks,
    int rounds,
    long segmentsAgain,
    int floods,
    DeviceWork work,
    double kernelMillis) {}
