package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.PipelineModel;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import java.util.Locale;

/**
 * In how large pieces an input goes through.
 *
 * @param bytes bytes of a piece
 * @param reason why, for users
 */
public record PieceSize(int bytes, String reason) {

  /** Bytes a nanosecond from page-locked memory to an H200, measured. */
  static final double LINK_RATE = 52;

  /** What a piece costs beside its bytes on an H200: 0.16 ms for Dotstar, 0.61 ms for Snort. */
  private static final double OVERHEAD_MILLIS = 0.3;

  /** Copying reports back, as a share of copying text there. */
  private static final double OUT_SHARE = 0.05;

  /** Smaller pieces have too few windows for all multiprocessors. */
  private static final int LEAST = 8 << 20;

  /** Larger ones were measured to gain nothing. */
  private static final int MOST = StreamOptions.defaults().chunkBytes();

  /** So much of a pipe at a time: what comes in is seen soon, and costs little more. */
  private static final int OF_PIPES = 16 << 20;

  private static final double NANOS_A_MILLI = 1e6;

  /**
   * The size that the model of pipelined copies finds best.
   *
   * @param inputBytes length of the input; -1 if it is not known
   * @param kernelNanos nanoseconds a byte of all kernels
   * @param pinnedBytes page-locked memory that may be taken
   * @return the size
   */
  static PieceSize best(long inputBytes, double kernelNanos, long pinnedBytes) {
    int most = (int) Math.min(MOST, pinnedBytes / 4);
    if (inputBytes < 0) {
      return rounded(Math.min(most, OF_PIPES), "the length of the input is not known");
    }
    double in = inputBytes / LINK_RATE / NANOS_A_MILLI;
    double kernels = inputBytes * kernelNanos / NANOS_A_MILLI;
    int pieces = new PipelineModel(in, kernels, OUT_SHARE * in, OVERHEAD_MILLIS).bestPieces();
    long even = Math.ceilDiv(inputBytes, pieces);
    String model =
        String.format(
            Locale.ROOT,
            "copies %.2f ms, kernels %.2f ms, %.2f ms a piece: %d pieces",
            in,
            kernels,
            OVERHEAD_MILLIS,
            pieces);
    if (even > most) {
      return rounded(most, model + ", none larger than " + most + " bytes");
    }
    if (even < LEAST && pieces > 1) {
      return rounded(
          Math.min(LEAST, inputBytes), model + ", none smaller than " + LEAST + " bytes");
    }
    return rounded(even, model);
  }

  /** What the user wants. */
  static PieceSize wanted(int bytes, long pinnedBytes) {
    int taken = new StreamOptions(bytes, pinnedBytes).chunkBytes();
    return new PieceSize(taken, "as asked for");
  }

  /** Whole windows, one at least. */
  private static PieceSize rounded(long bytes, String reason) {
    StreamOptions usual = StreamOptions.defaults();
    long up = bytes + StreamProgram.WINDOW_BYTES;
    return new PieceSize(
        usual.withChunkBytes((int) Math.min(up, usual.chunkBytes())).chunkBytes(), reason);
  }
}
