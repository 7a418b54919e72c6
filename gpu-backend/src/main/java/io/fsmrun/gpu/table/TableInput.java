package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.HostBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.stream.IntStream;

/** Where a scanner gets its input from. For one scan. */
public abstract sealed class TableInput {

  private TableInput() {}

  /**
   * Input in page-locked memory, which is copied to the device from where it is.
   *
   * @param buffer the memory, not to be changed while it is scanned
   * @param from the first byte
   * @param bytes how many
   * @return the input
   */
  public static TableInput of(HostBuffer buffer, long from, long bytes) {
    Objects.checkFromIndexSize(from, bytes, buffer.segment().byteSize());
    return new Pinned(buffer, from, bytes);
  }

  /**
   * Input in any memory, a mapped file for example, which is staged through page-locked memory.
   *
   * @param bytes the input
   * @return the input
   */
  public static TableInput of(MemorySegment bytes) {
    return new Staged(bytes);
  }

  /**
   * Input that is read as it comes.
   *
   * @param in the input, not closed
   * @return the input
   */
  public static TableInput of(InputStream in) {
    return new Read(in);
  }

  /** A piece of input, and where it lies. */
  record Chunk(HostBuffer buffer, long from, int bytes, boolean last) {}

  /** Whether pieces are copied into a stage. */
  abstract boolean isStaged();

  /** The next piece; the stage, where to put it, is null if it is not staged. */
  abstract Chunk next(HostBuffer stage, int most) throws IOException;

  private static final class Pinned extends TableInput {
    private final HostBuffer buffer;
    private final long to;
    private long at;

    Pinned(HostBuffer buffer, long from, long bytes) {
      this.buffer = buffer;
      this.at = from;
      this.to = from + bytes;
    }

    @Override
    boolean isStaged() {
      return false;
    }

    @Override
    Chunk next(HostBuffer stage, int most) {
      int bytes = (int) Math.min(most, to - at);
      at += bytes;
      return new Chunk(buffer, at - bytes, bytes, at == to);
    }
  }

  private static final class Staged extends TableInput {
    /** Less than this is copied before threads have started. */
    private static final int LEAST_BYTES = 1 << 20;

    private final MemorySegment bytes;
    private long at;

    Staged(MemorySegment bytes) {
      this.bytes = bytes;
    }

    @Override
    boolean isStaged() {
      return true;
    }

    @Override
    Chunk next(HostBuffer stage, int most) {
      int length = (int) Math.min(most, bytes.byteSize() - at);
      copy(stage.segment(), length);
      at += length;
      return new Chunk(stage, 0, length, at == bytes.byteSize());
    }

    private void copy(MemorySegment stage, int length) {
      int parts = Math.min(Runtime.getRuntime().availableProcessors(), length / LEAST_BYTES);
      if (parts <= 1) {
        MemorySegment.copy(bytes, at, stage, 0, length);
        return;
      }
      IntStream.range(0, parts)
          .parallel()
          .forEach(
              i -> {
                long from = (long) length * i / parts;
                long to = (long) length * (i + 1) / parts;
                MemorySegment.copy(bytes, at + from, stage, from, to - from);
              });
    }
  }

  private static final class Read extends TableInput {
    private final InputStream in;
    private byte[] buffer = new byte[0];
    private int ahead = -1;

    Read(InputStream in) {
      this.in = in;
    }

    @Override
    boolean isStaged() {
      return true;
    }

    @Override
    Chunk next(HostBuffer stage, int most) throws IOException {
      if (buffer.length < most) {
        buffer = new byte[most];
      }
      int length = 0;
      if (ahead >= 0) {
        buffer[length++] = (byte) ahead;
      }
      length += in.readNBytes(buffer, length, most - length);
      // Whether this is the last piece has to be known before it is scanned.
      ahead = length < most ? -1 : in.read();
      MemorySegment.copy(MemorySegment.ofArray(buffer), 0, stage.segment(), 0, length);
      return new Chunk(stage, 0, length, ahead < 0);
    }
  }
}
