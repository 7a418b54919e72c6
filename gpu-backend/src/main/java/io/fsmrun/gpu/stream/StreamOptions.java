package io.fsmrun.gpu.stream;

/**
 * How a scanner moves data.
 *
 * @param chunkBytes bytes of input in one launch; rounded down to whole windows, at least one
 * @param pinnedBytes page-locked memory that may be taken for staging input and reports, in all
 */
public record StreamOptions(int chunkBytes, long pinnedBytes) {

  private static final int DEFAULT_CHUNK = 32 << 20;
  private static final long DEFAULT_PINNED = 1L << 30;
  private static final int MOST_CHUNK = 1 << 30;

  /** Checks the numbers. */
  public StreamOptions {
    if (chunkBytes < 1 || chunkBytes > MOST_CHUNK) {
      throw new IllegalArgumentException("chunks of " + chunkBytes + " bytes");
    }
    int windows = Math.max(1, chunkBytes / StreamProgram.ADVANCE);
    chunkBytes = windows * StreamProgram.ADVANCE;
  }

  /**
   * Chunks of 32 MiB, at most 1 GiB of page-locked memory.
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
}
