package io.fsmrun.gpu.stream;

/**
 * How a scanner moves data.
 *
 * @param chunkBytes bytes of input in one launch; rounded down to whole windows, at least one
 * @param pinnedBytes page-locked memory that may be taken for staging input and reports, in all; a
 *     piece is no larger than a quarter of it, so that input and reports of two pieces fit
 */
public record StreamOptions(int chunkBytes, long pinnedBytes) {

  private static final int DEFAULT_CHUNK = 64 << 20;
  private static final long DEFAULT_PINNED = 1L << 30;
  private static final int MOST_CHUNK = 1 << 30;
  private static final long LEAST_PINNED = 1 << 20;
  private static final int PARTS = 4;

  /** Checks the numbers. */
  public StreamOptions {
    if (chunkBytes < 1 || chunkBytes > MOST_CHUNK) {
      throw new IllegalArgumentException("chunks of " + chunkBytes + " bytes");
    }
    if (pinnedBytes < LEAST_PINNED) {
      throw new IllegalArgumentException(
          pinnedBytes + " bytes of page-locked memory are too few, at least " + LEAST_PINNED);
    }
    long largest = Math.min(chunkBytes, pinnedBytes / PARTS);
    int windows = (int) Math.max(1, largest / StreamProgram.ADVANCE);
    chunkBytes = windows * StreamProgram.ADVANCE;
  }

  /**
   * Chunks of 64 MiB, at most 1 GiB of page-locked memory.
   *
   * @return the options
   */
  public static StreamOptions defaults() {
    return new StreamOptions(DEFAULT_CHUNK, DEFAULT_PINNED);
  }

  /**
   * The same with other chunks.
   *
   * @param bytes bytes of input in one launch
   * @return the options
   */
  public StreamOptions withChunkBytes(int bytes) {
    return new StreamOptions(bytes, pinnedBytes);
  }

  /**
   * The same with another bound of page-locked memory.
   *
   * @param bytes how much may be taken
   * @return the options
   */
  public StreamOptions withPinnedBytes(long bytes) {
    return new StreamOptions(chunkBytes, bytes);
  }

  /** Records of one piece that are on the host at a time. */
  int mostHostRecords() {
    return (int) Math.min(pinnedBytes / PARTS / Integer.BYTES, Integer.MAX_VALUE / Integer.BYTES);
  }
}
