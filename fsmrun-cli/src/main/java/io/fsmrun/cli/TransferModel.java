package io.fsmrun.cli;

import java.util.Locale;

/**
 * When a GPU pays: the model of Gharaibeh et al. (TOTEM, PACT 2012) for the choice between the two.
 * The CPU takes {@code N / cpuRate}, the GPU {@code startSeconds + N / gpuRate}, where copies
 * overlap with work, so that its rate is the smaller one of the link's and the kernels'. So it pays
 * if {@code N > startSeconds * cpuRate / (1 - cpuRate / gpuRate)}. The paper shares the input out
 * over both; there the GPU has work as soon as {@code N > startSeconds * cpuRate}.
 *
 * @param cpuRate bytes that the CPU scans in a second
 * @param gpuRate bytes that the GPU scans in a second
 * @param startSeconds what using the GPU takes, whatever the input
 */
record TransferModel(double cpuRate, double gpuRate, double startSeconds) {

  /** Bytes a second from page-locked memory to an H200, measured. */
  static final double LINK_RATE = 55e9;

  /** Starting the driver, a context and the kernels on an H200, measured. */
  static final double START_SECONDS = 1;

  /** Launches and copies of a chunk that do not overlap with others on an H200, measured. */
  static final double CHUNK_SECONDS = 60e-6;

  private static final double GIGA = 1e9;

  /**
   * The model as long as nothing but the CPU is measured: no GPU is faster than its link.
   *
   * @param cpuRate bytes that the CPU scans in a second
   * @param chunkBytes bytes in a chunk
   */
  static TransferModel bound(double cpuRate, long chunkBytes) {
    return new TransferModel(cpuRate, LINK_RATE, START_SECONDS).withChunks(chunkBytes);
  }

  /** The same with what the kernels were measured to do. */
  TransferModel withKernels(double kernelRate) {
    return new TransferModel(cpuRate, Math.min(gpuRate, kernelRate), startSeconds);
  }

  private TransferModel withChunks(long chunkBytes) {
    return new TransferModel(
        cpuRate, 1 / (1 / gpuRate + CHUNK_SECONDS / Math.max(1, chunkBytes)), startSeconds);
  }

  /**
   * Whether the GPU is likely to be faster.
   *
   * @param bytes length of the input
   */
  boolean gpuPays(long bytes) {
    return gpuPays(bytes, 0);
  }

  /**
   * Whether the GPU is likely to be done earlier with what the CPU has left, though it has to do
   * some of what is done again.
   *
   * @param bytes what is left
   * @param again what the GPU does beside
   */
  boolean gpuPays(long bytes, long again) {
    return bytes / cpuRate > startSeconds + (bytes + again) / gpuRate;
  }

  /** From how many bytes on the GPU is likely to be faster; infinite if never. */
  double paysFrom() {
    return gpuRate > cpuRate
        ? startSeconds * cpuRate / (1 - cpuRate / gpuRate)
        : Double.POSITIVE_INFINITY;
  }

  /** The same with a GPU that is ready at a certain time; 0 if it is. */
  TransferModel startingIn(double seconds) {
    return new TransferModel(cpuRate, gpuRate, seconds);
  }

  /** The rates, for users. */
  String rates() {
    return String.format(
        Locale.ROOT, "cpu %.3f GB/s, gpu at most %.3f GB/s", cpuRate / GIGA, gpuRate / GIGA);
  }

  /** The choice and its reasons, for users. */
  String text(long bytes) {
    return text(gpuPays(bytes) ? BackendName.GPU : BackendName.CPU, bytes);
  }

  /** The reasons for a choice, for users. */
  String text(BackendName chosen, long bytes) {
    String shortest =
        gpuRate > cpuRate
            ? String.format(Locale.ROOT, "pays from %,.0f bytes on", paysFrom())
            : "does not pay";
    return String.format(
        Locale.ROOT,
        "%s for %,d bytes: %s after %.2f s, which %s",
        chosen,
        bytes,
        rates(),
        startSeconds,
        shortest);
  }
}
