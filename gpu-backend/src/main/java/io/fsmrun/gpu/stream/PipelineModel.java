package io.fsmrun.gpu.stream;

/**
 * Predicts how long a pipelined scan takes, and in how many pieces it is fastest: after Shirahata
 * (Tokyo Tech, 2015), out-of-core streaming. With times for the whole input of copying in {@code
 * H}, kernels {@code K} and copying out {@code G}, and an overhead {@code o} a piece, {@code d}
 * pieces take
 *
 * <pre>
 *   T(d) = (H + K + G) / d + (1 - 1/d) * max(H, K, G) + o * d
 *   d*   = sqrt((H + K + G - max(H, K, G)) / o)
 * </pre>
 *
 * @param copyInMillis H
 * @param kernelMillis K
 * @param copyOutMillis G
 * @param overheadMillis o
 */
public record PipelineModel(
    double copyInMillis, double kernelMillis, double copyOutMillis, double overheadMillis) {

  /** Checks that times are not negative and the overhead is not zero. */
  public PipelineModel {
    if (!(copyInMillis >= 0 && kernelMillis >= 0 && copyOutMillis >= 0 && overheadMillis > 0)) {
      throw new IllegalArgumentException(
          "times of "
              + copyInMillis
              + ", "
              + kernelMillis
              + ", "
              + copyOutMillis
              + " and "
              + overheadMillis
              + " ms");
    }
  }

  private double sum() {
    return copyInMillis + kernelMillis + copyOutMillis;
  }

  private double longest() {
    return Math.max(copyInMillis, Math.max(kernelMillis, copyOutMillis));
  }

  /**
   * The time that so many pieces take.
   *
   * @param pieces at least 1
   * @return milliseconds
   */
  public double millis(int pieces) {
    return sum() / pieces + (1 - 1.0 / pieces) * longest() + overheadMillis * pieces;
  }

  /**
   * The number of pieces that is fastest.
   *
   * @return at least 1
   */
  public int bestPieces() {
    double best = Math.sqrt((sum() - longest()) / overheadMillis);
    int below = (int) Math.max(1, Math.min(Integer.MAX_VALUE - 1.0, Math.floor(best)));
    return millis(below) <= millis(below + 1) ? below : below + 1;
  }
}
