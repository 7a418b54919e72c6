package io.fsmrun.gpu.stream;

/**
 * How a scanner moves data.
 *
 * @param chunkBytes bytes of input in one launch; rounded down to whole windows, at least one
 * @param pinnedBytes page-locked memory that may be taken for staging input and reports, in all; a
 *     piece is no larger than a quarter of it, so that input and reports of two pieces fit
 * @param hostThreads threads of the host that bring packets of flows together and take apart what
 *     is reported of them, 1 to {@value #MOST_THREADS}; with one, the caller's thread does it, but
 *     for the order of the next batch. Reports are the same, in the same order, for any number
 */
public record StreamOptions(int chunkBytes, long pinnedBytes, int hostThreads) {

  private static final int DEFAULT_CHUNK = 64 << 20;
  private static final long DEFAULT_PINNED = 1L << 30;
  private static final int MOST_CHUNK = 1 << 30;
  private static final long LEAST_PINNED = 1 << 20;
  private static final int PARTS = 4;
  private static final int MOST_THREADS = 256;

  /** More add little: memory is as fast as it is. */
  private static final int DEFAULT_MOST_THREADS = 32;

  /** Checks the numbers. */
  public StreamOptions {
    if (chunkBytes < 1 || chunkBytes > MOST_CHUNK) {
      throw new IllegalArgumentException("chunks of " + chunkBytes + " bytes");
    }
    if (pinnedBytes < LEAST_PINNED) {
      throw new IllegalArgumentException(
          pinnedBytes + " bytes of page-locked memory are too few, at least " + LEAST_PINNED);
    }
    if (hostThreads < 1 || hostThreads > MOST_THREADS) {
      throw new IllegalArgumentException(
          hostThreads + " threads of the host, at least 1 and at most " + MOST_THREADS);
    }
    long largest = Math.min(chunkBytes, pinnedBytes / PARTS);
    int windows = (int) Math.max(1, largest / StreamProgram.ADVANCE);
    chunkBytes = windows * StreamProgram.ADVANCE;
  }

  /**
   * Options with as many threads of the host as there are processors, at most {@value
   * #DEFAULT_MOST_THREADS}.
   *
   * @param chunkBytes bytes of input in one launch
   * @param pinnedBytes page-locked memory that may be taken
   */
  public StreamOptions(int chunkBytes, long pinnedBytes) {
    this(
        chunkBytes,
        pinnedBytes,
        Math.min(Runtime.getRuntime().availableProcessors(), DEFAULT_MOST_THREADS));
  }

  /**
   * Chunks of 64 MiB, at most 1 GiB of page-locked memory, a thread of the host for each processor.
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
    return new StreamOptions(bytes, pinnedBytes, hostThreads);
  }

  /**
   * The same with another bound of page-locked memory.
   *
   * @param bytes how much may be taken
   * @return the options
   */
  public StreamOptions withPinnedBytes(long bytes) {
    return new StreamOptions(chunkBytes, bytes, hostThreads);
  }

  /**
   * The same with other threads of the host.
   *
   * @param threads how many
   * @return the options
   */
  public StreamOptions withHostThreads(int threads) {
    return new StreamOptions(chunkBytes, pinnedBytes, threads);
  }

  /** Records of one piece that are on the host at a time. */
  int mostHostRecords() {
    return (int) Math.min(pinnedBytes / PARTS / Integer.BYTES, Integer.MAX_VALUE / Integer.BYTES);
  }
}
