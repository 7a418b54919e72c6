package io.fsmrun.scan;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;

/** Cuts a stream into segments. For one thread. */
sealed interface SegmentSource {

  /**
   * The next segment.
   *
   * @param bytes how long; less only at the end of the stream, and before a {@link #pauses pause}
   * @return null if the stream has ended
   * @throws IOException if reading fails
   */
  StreamSegment next(int bytes) throws IOException;

  /** How many bytes are left; a large number if nobody knows. */
  long remaining();

  /**
   * Whether what was found so far has to be handed over before there is more: then nothing is read
   * ahead.
   */
  default boolean pauses() {
    return false;
  }

  /** Longer segments should not be asked for: a segment's bytes are in memory as a whole. */
  default int mostBytes() {
    return Integer.MAX_VALUE;
  }

  /** The bytes of a segment are not needed any more. */
  void release(StreamSegment segment);

  /** An array, which is not copied. */
  final class OfArray implements SegmentSource {
    private final byte[] input;
    private final int from;
    private final int to;
    private int at;

    OfArray(byte[] input, int from, int to) {
      this.input = input;
      this.from = from;
      this.to = to;
      at = from;
    }

    @Override
    public StreamSegment next(int bytes) {
      if (at == to) {
        return null;
      }
      int length = Math.min(bytes, to - at);
      StreamSegment segment = new StreamSegment(input, at, length, (long) at - from);
      at += length;
      return segment;
    }

    @Override
    public long remaining() {
      return (long) to - at;
    }

    @Override
    public void release(StreamSegment segment) {
      // The array is the caller's.
    }
  }

  /** Gives bytes of a stream, in order. */
  interface Reader {

    /**
     * Reads bytes into an array.
     *
     * @return how many; -1 if there are none left
     */
    int read(byte[] into, int at, int most) throws IOException;

    /** How many bytes are left; a large number if nobody knows. */
    long remaining();

    /** As {@link SegmentSource#pauses}; segments end there. */
    default boolean pauses() {
      return false;
    }
  }

  /** What is read, into arrays in turn, each with the bytes that come before it. */
  final class OfReader implements SegmentSource {
    private static final int MOST_BYTES = 1 << 20;

    private final Reader reader;
    private final int kept;
    private final ArrayDeque<byte[]> free = new ArrayDeque<>();
    private byte[] last = {};
    private int lastEnd;
    private long position;
    private boolean ended;

    /**
     * A source.
     *
     * @param reader gives the bytes
     * @param kept how many bytes before a segment are needed
     */
    OfReader(Reader reader, int kept) {
      this.reader = reader;
      this.kept = kept;
    }

    @Override
    public StreamSegment next(int bytes) throws IOException {
      if (ended) {
        return null;
      }
      int before = Math.min(kept, lastEnd);
      byte[] array = array(before + bytes);
      System.arraycopy(last, lastEnd - before, array, 0, before);
      int length = 0;
      while (length < bytes && !ended && !(length > 0 && reader.pauses())) {
        int more = reader.read(array, before + length, bytes - length);
        ended = more < 0;
        length += Math.max(0, more);
      }
      if (length == 0) {
        free.add(array);
        return null;
      }
      StreamSegment segment = new StreamSegment(array, before, length, position);
      last = array;
      lastEnd = before + length;
      position += length;
      return segment;
    }

    private byte[] array(int bytes) {
      byte[] array = free.poll();
      return array != null && array.length >= bytes ? array : new byte[bytes];
    }

    @Override
    public long remaining() {
      return ended ? 0 : reader.remaining();
    }

    @Override
    public int mostBytes() {
      return MOST_BYTES;
    }

    @Override
    public boolean pauses() {
      return !ended && reader.pauses();
    }

    /** The last segment is released when the next is read: it has what comes before that. */
    @Override
    public void release(StreamSegment segment) {
      if (segment.end() < position) {
        free.add(segment.bytes());
      }
    }
  }

  /** Reads memory. */
  final class OfMemory implements Reader {
    private final MemorySegment input;
    private long at;

    OfMemory(MemorySegment input) {
      this.input = input;
    }

    @Override
    public int read(byte[] into, int index, int most) {
      int length = (int) Math.min(most, remaining());
      MemorySegment.copy(input, ValueLayout.JAVA_BYTE, at, into, index, length);
      at += length;
      return length == 0 ? -1 : length;
    }

    @Override
    public long remaining() {
      return input.byteSize() - at;
    }
  }

  /** Reads a stream of bytes. */
  final class OfInput implements Reader {
    private final InputStream input;
    private long expected;

    /**
     * A reader.
     *
     * @param expected how many bytes there may be; a large number if nobody knows
     */
    OfInput(InputStream input, long expected) {
      this.input = input;
      this.expected = expected;
    }

    @Override
    public int read(byte[] into, int index, int most) throws IOException {
      int count = input.read(into, index, most);
      if (expected != Long.MAX_VALUE) {
        expected = Math.max(0, expected - Math.max(0, count));
      }
      return count;
    }

    @Override
    public long remaining() {
      return expected;
    }
  }

  /** Reads pieces, of which somebody waits for the matches before there is another. */
  final class OfPieces implements Reader {
    private final ParallelScanner.Pieces pieces;
    private OfMemory piece = new OfMemory(MemorySegment.NULL);

    OfPieces(ParallelScanner.Pieces pieces) {
      this.pieces = pieces;
    }

    @Override
    public int read(byte[] into, int index, int most) throws IOException {
      while (pauses()) {
        MemorySegment next = next();
        if (next == null) {
          return -1;
        }
        piece = new OfMemory(next);
      }
      return piece.read(into, index, most);
    }

    private MemorySegment next() throws ClosedByInterruptException {
      try {
        return pieces.next();
      } catch (InterruptedException e) {
        throw new ClosedByInterruptException();
      }
    }

    @Override
    public long remaining() {
      return piece.remaining();
    }

    @Override
    public boolean pauses() {
      return piece.remaining() == 0;
    }
  }
}
