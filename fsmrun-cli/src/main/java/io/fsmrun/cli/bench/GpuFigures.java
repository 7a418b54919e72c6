package io.fsmrun.cli.bench;

import io.fsmrun.gpu.plan.GpuPlan;

/**
 * What a benchmark found of a GPU, beside how fast whole scans were.
 *
 * @param device its name
 * @param driver its driver
 * @param plan where the rules went
 * @param compileNanos compiling the rules for it
 * @param kernelGigabytesPerSecond input by time of the kernels, the middle one of all scans
 * @param records records that the kernels make in a scan
 * @param chunks pieces of input that a scan launches
 * @param rounds launches made again because a segment had started from something else than it was
 *     taken to
 * @param segmentsAgain segments that were executed again
 * @param floods launches made again because there were more reports than room
 */
public record GpuFigures(
    String device,
    String driver,
    GpuPlan plan,
    long compileNanos,
    double kernelGigabytesPerSecond,
    long records,
    int chunks,
    int rounds,
    long segmentsAgain,
    int floods) {

  /** How often the kernels pass over the input, each time with some of the rules. */
  int passes() {
    return (plan.streams() == null ? 0 : plan.streams().partCount())
        + (plan.tables() == null ? 0 : plan.tables().passCount());
  }
}
