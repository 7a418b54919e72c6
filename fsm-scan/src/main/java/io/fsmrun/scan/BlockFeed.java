package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Gives a stream that comes in pieces to a {@link BlockDriver}, which needs the bytes before each
 * block in the same array. Mutable, for one thread.
 *
 * <pre>
 *   stage:  | history: kept bytes | a piece, or what joins a large piece to the history |
 * </pre>
 */
final class BlockFeed {

  /** Small enough to stay in a core's cache beside the engines. */
  private static final int STAGE_BYTES = 1 << 15;

  private static final byte[] NOTHING = {};

  private final BlockDriver driver;
  private final int historyBytes;
  private byte[] stage = NOTHING;
  private int kept;

  BlockFeed(BlockDriver driver) {
    this.driver = driver;
    this.historyBytes = driver.historyBytes();
  }

  void start() {
    driver.start();
    kept = 0;
  }

  /** Whether the handler has stopped the scan. */
  boolean isStopped() {
    return driver.isStopped();
  }

  /** Returns false if the handler has stopped the scan. */
  boolean write(byte[] piece, int from, int to) {
    int length = to - from;
    if (historyBytes == 0) {
      return driver.consume(piece, from, to);
    }
    if (driver.position() == 0) {
      boolean goesOn = driver.consume(piece, from, to);
      keep(piece, from, to);
      return goesOn;
    }
    int staged = length <= STAGE_BYTES ? length : historyBytes;
    ensureStage(staged);
    System.arraycopy(piece, from, stage, kept, staged);
    boolean goesOn = driver.consume(stage, kept, kept + staged);
    if (staged == length) {
      keepStaged(staged);
      return goesOn;
    }
    goesOn = goesOn && driver.consume(piece, from + staged, to);
    keep(piece, from, to);
    return goesOn;
  }

  /** Returns false if the handler has stopped the scan. */
  boolean write(MemorySegment piece) {
    if (piece.heapBase().orElse(null) instanceof byte[] array) {
      int from = (int) piece.address();
      return write(array, from, from + (int) piece.byteSize());
    }
    ensureStage(STAGE_BYTES);
    long size = piece.byteSize();
    boolean goesOn = !isStopped();
    for (long at = 0; at < size && goesOn; ) {
      int length = (int) Math.min(STAGE_BYTES, size - at);
      MemorySegment.copy(piece, ValueLayout.JAVA_BYTE, at, stage, kept, length);
      goesOn = driver.consume(stage, kept, kept + length);
      keepStaged(length);
      at += length;
    }
    return goesOn;
  }

  /** Reads to the end; returns false if the handler has stopped the scan. */
  boolean write(InputStream in) throws IOException {
    ensureStage(STAGE_BYTES);
    boolean goesOn = !isStopped();
    while (goesOn) {
      int length = in.read(stage, kept, STAGE_BYTES);
      if (length < 0) {
        break;
      }
      goesOn = driver.consume(stage, kept, kept + length);
      keepStaged(length);
    }
    return goesOn;
  }

  /** Returns false if the handler has stopped the scan. */
  boolean finish() {
    return driver.finish(stage, kept);
  }

  void save(BinaryWriter state) {
    driver.save(state);
    state.writeBytes(stage, 0, isStopped() ? 0 : kept);
  }

  /**
   * Goes on where a stream was saved.
   *
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  void restore(BinaryReader state) {
    kept = 0;
    driver.restore(state);
    int count = state.readCount("bytes");
    long expected = isStopped() ? 0 : Math.min(historyBytes, driver.position());
    if (count != expected) {
      throw state.damaged(count + " bytes of history, instead of " + expected);
    }
    ensureStage(count);
    state.readBytes(stage, count);
    state.expectEnd();
    kept = count;
  }

  /** Makes room for bytes after the history. */
  private void ensureStage(int bytes) {
    int needed = historyBytes + bytes;
    if (stage.length < needed) {
      byte[] larger = new byte[Math.max(needed, Math.min(2 * needed, historyBytes + STAGE_BYTES))];
      System.arraycopy(stage, 0, larger, 0, kept);
      stage = larger;
    }
  }

  /** The bytes after the history were consumed: what is history now is moved to the front. */
  private void keepStaged(int length) {
    int all = kept + length;
    kept = Math.min(historyBytes, all);
    System.arraycopy(stage, all - kept, stage, 0, kept);
  }

  /** Bytes of another array were consumed, all that came so far or enough for the history. */
  private void keep(byte[] piece, int from, int to) {
    ensureStage(0);
    kept = Math.min(historyBytes, to - from);
    System.arraycopy(piece, to - kept, stage, 0, kept);
  }
}
