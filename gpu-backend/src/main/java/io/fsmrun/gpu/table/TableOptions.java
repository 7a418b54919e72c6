package io.fsmrun.gpu.table;

/**
 * How a scanner cuts and moves data.
 *
 * @param chunkBytes bytes of input in one launch
 * @param segmentBytes bytes of a segment, which one lane runs; 0: as many as give each lane one
 * @param lookBackBytes bytes before a segment that tell what it is likely to start in
 * @param windowRecords reports of one pass over a chunk that are copied at once; where there are
 *     more, they come in several turns
 * @param reading how lanes come by the text of their segments
 */
public record TableOptions(
    int chunkBytes, int segmentBytes, int lookBackBytes, int windowRecords, Reading reading) {

  /** How lanes come by the text of their segments. */
  public enum Reading {
    /** Each reads its own. */
    BY_LANES,
    /**
     * A warp reads that of its lanes together and turns it in shared memory, where that has room
     * besides the table.
     */
    BY_WARPS
  }

  private static final int DEFAULT_CHUNK = 32 << 20;
  private static final int DEFAULT_LOOK_BACK = 64;
  private static final int DEFAULT_WINDOW = 1 << 18;
  private static final int MOST_CHUNK = 1 << 30;

  /** Checks the numbers; rounds segments up to whole pieces, and what is before them to quads. */
  public TableOptions {
    if (chunkBytes < 1 || chunkBytes > MOST_CHUNK) {
      throw new IllegalArgumentException("chunks of " + chunkBytes + " bytes");
    }
    if (segmentBytes < 0 || segmentBytes > MOST_CHUNK) {
      throw new IllegalArgumentException("segments of " + segmentBytes + " bytes");
    }
    if (lookBackBytes < 0 || lookBackBytes > TableLayout.PIECE) {
      throw new IllegalArgumentException("a look back over " + lookBackBytes + " bytes");
    }
    if (windowRecords < 1) {
      throw new IllegalArgumentException(windowRecords + " records");
    }
    segmentBytes = Math.ceilDiv(segmentBytes, TableLayout.PIECE) * TableLayout.PIECE;
    lookBackBytes = Math.ceilDiv(lookBackBytes, TableLayout.QUAD) * TableLayout.QUAD;
  }

  /**
   * Chunks of 32 MiB, one segment a lane.
   *
   * @return the options
   */
  public static TableOptions defaults() {
    return new TableOptions(DEFAULT_CHUNK, 0, DEFAULT_LOOK_BACK, DEFAULT_WINDOW, Reading.BY_WARPS);
  }

  /**
   * The same with other chunks.
   *
   * @param bytes bytes of input in one launch
   * @return the options
   */
  public TableOptions withChunkBytes(int bytes) {
    return new TableOptions(bytes, segmentBytes, lookBackBytes, windowRecords, reading);
  }

  /**
   * The same with other segments.
   *
   * @param bytes bytes of a segment; 0: as many as give each lane one
   * @return the options
   */
  public TableOptions withSegmentBytes(int bytes) {
    return new TableOptions(chunkBytes, bytes, lookBackBytes, windowRecords, reading);
  }

  /**
   * The same with another look back.
   *
   * @param bytes bytes before a segment, at most 256
   * @return the options
   */
  public TableOptions withLookBackBytes(int bytes) {
    return new TableOptions(chunkBytes, segmentBytes, bytes, windowRecords, reading);
  }

  /**
   * The same with another window of reports.
   *
   * @param records how many are copied at once
   * @return the options
   */
  public TableOptions withWindowRecords(int records) {
    return new TableOptions(chunkBytes, segmentBytes, lookBackBytes, records, reading);
  }

  /**
   * The same with another way of reading.
   *
   * @param way how lanes come by the text of their segments
   * @return the options
   */
  public TableOptions withReading(Reading way) {
    return new TableOptions(chunkBytes, segmentBytes, lookBackBytes, windowRecords, way);
  }
}
