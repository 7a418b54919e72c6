package io.fsmrun.gpu.input;

import io.fsmrun.gpu.device.HostBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** Where a scanner gets its input from. For one scan. */
public abstract sealed class ScanInput {

  private ScanInput() {}

  /**
   * Input in page-locked memory, which is copied to the device from where it is.
   *
   * @param buffer the memory, not to be changed while it is scanned
   * @param from the first byte
   * @param bytes how many
   * @return the input
   */
  public static ScanInput of(HostBuffer buffer, long from, long bytes) {
    Objects.checkFromIndexSize(from, bytes, buffer.segment().byteSize());
    return new Pinned(buffer, from, bytes);
  }

  /**
   * Input in any memory, a mapped file for example, which is staged through page-locked memory.
   *
   * @param bytes the input
   * @return the input
   */
  public static ScanInput of(MemorySegment bytes) {
    return of(
        bytes.byteSize(),
        (from, count, to, toOffset) -> MemorySegment.copy(bytes, from, to, toOffset, count));
  }

  /**
   * Input that is read as it comes.
   *
   * @param in the input, not closed
   * @return the input
   */
  public static ScanInput of(InputStream in) {
    return new Read(in);
  }

  /**
   * Input that is put together as it is needed, by several threads.
   *
   * @param bytes how many
   * @param source where it comes from
   * @return the input
   */
  public static ScanInput of(long bytes, Source source) {
    return new Gathered(bytes, source, null);
  }

  /**
   * Input that is put together as it is needed, by given threads.
   *
   * @param bytes how many
   * @param source where it comes from
   * @param threads who puts it together
   * @return the input
   */
  public static ScanInput of(long bytes, Source source, HostThreads threads) {
    return new Gathered(bytes, source, threads);
  }

  /** Where an input comes from that lies nowhere as a whole. Used by several threads at once. */
  @FunctionalInterface
  public interface Source {

    /**
     * Copies some of it.
     *
     * @param from the first byte
     * @param bytes how many
     * @param to where to put it
     * @param toOffset the place of the first byte there
     */
    void copy(long from, long bytes, MemorySegment to, long toOffset);
  }

  /**
   * A piece of input.
   *
   * @param buffer where it lies
   * @param from its first byte there
   * @param bytes how many
   * @param last whether no other comes after it
   */
  public record Piece(HostBuffer buffer, long from, int bytes, boolean last) {}

  /**
   * Whether pieces are copied into a stage.
   *
   * @return false if they are used where they are
   */
  public abstract boolean isStaged();

  /**
   * The next piece.
   *
   * @param stage where to put it; null if it is not staged
   * @param history how many bytes of the piece before to put in front of it there; a piece that is
   *     not staged has them in front of it anyway
   * @param before the piece before, in another stage; null if this is the first
   * @param most bytes of the piece
   * @return the piece, shorter than {@code most} only if it is the last
   * @throws IOException if reading fails
   */
  public abstract Piece next(HostBuffer stage, int history, Piece before, int most)
      throws IOException;

  private static void copyHistory(HostBuffer stage, int history, Piece before) {
    if (before != null) {
      MemorySegment.copy(
          before.buffer().segment(),
          before.from() + before.bytes() - history,
          stage.segment(),
          0,
          history);
    }
  }

  /** One scanner's view of an input that several read. */
  static final class Shared extends ScanInput {
    private final SharedInput input;
    private long next;

    Shared(SharedInput input) {
      this.input = input;
    }

    @Override
    public boolean isStaged() {
      return false;
    }

    @Override
    public Piece next(HostBuffer stage, int history, Piece before, int most) throws IOException {
      return input.piece(next++, history, most);
    }
  }

  private static final class Pinned extends ScanInput {
    private final HostBuffer buffer;
    private final long to;
    private long at;

    Pinned(HostBuffer buffer, long from, long bytes) {
      this.buffer = buffer;
      this.at = from;
      this.to = from + bytes;
    }

    @Override
    public boolean isStaged() {
      return false;
    }

    @Override
    public Piece next(HostBuffer stage, int history, Piece before, int most) {
      int bytes = (int) Math.min(most, to - at);
      at += bytes;
      return new Piece(buffer, at - bytes, bytes, at == to);
    }
  }

  private static final class Gathered extends ScanInput {
    private final long bytes;
    private final Source source;
    private final StageCopy copy;
    private long at;

    Gathered(long bytes, Source source, HostThreads threads) {
      this.copy = new StageCopy(threads);
      this.bytes = bytes;
      this.source = source;
    }

    @Override
    public boolean isStaged() {
      return true;
    }

    @Override
    public Piece next(HostBuffer stage, int history, Piece before, int most) {
      int length = (int) Math.min(most, bytes - at);
      copyHistory(stage, history, before);
      copy.copy(source, at, stage.segment(), history, length);
      at += length;
      return new Piece(stage, history, length, at == bytes);
    }
  }

  private static final class Read extends ScanInput {
    private final InputStream in;
    private byte[] buffer = new byte[0];
    private int ahead = -1;

    Read(InputStream in) {
      this.in = in;
    }

    @Override
    public boolean isStaged() {
      return true;
    }

    @Override
    public Piece next(HostBuffer stage, int history, Piece before, int most) throws IOException {
      if (buffer.length < most) {
        buffer = new byte[most];
      }
      copyHistory(stage, history, before);
      int length = 0;
      if (ahead >= 0) {
        buffer[length++] = (byte) ahead;
      }
      length += in.readNBytes(buffer, length, most - length);
      // Whether this is the last piece has to be known before it is scanned.
      ahead = length < most ? -1 : in.read();
      MemorySegment.copy(MemorySegment.ofArray(buffer), 0, stage.segment(), history, length);
      return new Piece(stage, history, length, ahead < 0);
    }
  }
}
