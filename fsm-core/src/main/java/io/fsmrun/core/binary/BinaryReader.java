package io.fsmrun.core.binary;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link BinaryWriter} wrote, and trusts none of it: nothing is read past the end, and
 * no array is made for more values than there are bytes left. Mutable, for one thread.
 */
public final class BinaryReader {

  private static final int PAYLOAD_BITS = 7;
  private static final int MORE = 1 << PAYLOAD_BITS;

  /** The bytes; null if they are an array's. */
  private final MemorySegment bytes;

  /** The bytes if they are all of an array, which takes less time to read one by one; else null. */
  private final byte[] array;

  private final long size;
  private long at;

  /**
   * Reads from the start of a piece of memory.
   *
   * @param bytes an array's or a mapped file's
   */
  public BinaryReader(MemorySegment bytes) {
    this.bytes = bytes;
    this.array = null;
    this.size = bytes.byteSize();
  }

  /**
   * Reads from the start of an array.
   *
   * @param bytes what was written
   */
  public BinaryReader(byte[] bytes) {
    this.bytes = null;
    this.array = bytes;
    this.size = bytes.length;
  }

  /**
   * Number of bytes not read yet.
   *
   * @return 0 or more
   */
  public long remaining() {
    return size - at;
  }

  /**
   * Checks that all was read.
   *
   * @throws DamagedDataException if bytes are left
   */
  public void expectEnd() {
    if (remaining() != 0) {
      throw damaged(remaining() + " bytes too many");
    }
  }

  /**
   * Reads one byte.
   *
   * @return 0 to 255
   * @throws DamagedDataException if there is none
   */
  public int readByte() {
    if (at == size) {
      throw damaged("the data ends too soon");
    }
    byte read = array == null ? bytes.get(ValueLayout.JAVA_BYTE, at) : array[(int) at];
    at++;
    return read & 0xff;
  }

  /**
   * Reads a number.
   *
   * @return 0 or more
   * @throws DamagedDataException if there is none, or it passes 63 bits
   */
  public long readLong() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += PAYLOAD_BITS) {
      int next = readByte();
      value |= (long) (next & MORE - 1) << shift;
      if (next < MORE) {
        return value;
      }
    }
    throw damaged("a number that does not end");
  }

  /**
   * Reads a number below a bound.
   *
   * @param bound one more than the greatest number that makes sense
   * @param what what it counts or names, for the message
   * @return at least 0, less than {@code bound}
   * @throws DamagedDataException if there is none, or it is {@code bound} or more
   */
  public int readInt(long bound, String what) {
    long value = readLong();
    if (value >= bound || value > Integer.MAX_VALUE) {
      throw damaged(what + " is " + value + ", which is not below " + bound);
    }
    return (int) value;
  }

  /**
   * Reads how many values follow, each of at least one byte.
   *
   * @param what what is counted, for the message
   * @return at most the number of bytes left
   * @throws DamagedDataException if there is none, or it is more than there are bytes left
   */
  public int readCount(String what) {
    long value = readLong();
    if (value > remaining() || value > Integer.MAX_VALUE - Long.BYTES) {
      throw damaged(value + " " + what + ", but only " + remaining() + " bytes are left");
    }
    return (int) value;
  }

  /**
   * Reads 64 bits.
   *
   * @return the bits
   * @throws DamagedDataException if there are fewer
   */
  public long readBits() {
    long bits = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      bits |= (long) readByte() << i * Byte.SIZE;
    }
    return bits;
  }

  /**
   * Reads an array.
   *
   * @param bound one more than the greatest value that makes sense
   * @param what what the values are, for the message
   * @return the values
   * @throws DamagedDataException if they are not there, or one is {@code bound} or more
   */
  public int[] readInts(long bound, String what) {
    int[] values = new int[readCount(what)];
    for (int i = 0; i < values.length; i++) {
      values[i] = readInt(bound, what);
    }
    return values;
  }

  /**
   * Reads bytes.
   *
   * @return the bytes
   * @throws DamagedDataException if they are not there
   */
  public byte[] readBytes() {
    byte[] values = new byte[readCount("bytes")];
    readBytes(values, values.length);
    return values;
  }

  /**
   * Reads bytes whose number was read before.
   *
   * @param to takes them, from its start on
   * @param count how many
   * @throws DamagedDataException if they are not there
   */
  public void readBytes(byte[] to, int count) {
    if (count > remaining()) {
      throw damaged("the data ends too soon");
    }
    if (array == null) {
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, to, 0, count);
    } else {
      System.arraycopy(array, (int) at, to, 0, count);
    }
    at += count;
  }

  /**
   * Reads a text.
   *
   * @return the text
   * @throws DamagedDataException if it is not there
   */
  public String readText() {
    return new String(readBytes(), StandardCharsets.UTF_8);
  }

  /**
   * An exception that says where it was found.
   *
   * @param message what is wrong
   * @return the exception, to be thrown
   */
  public DamagedDataException damaged(String message) {
    return new DamagedDataException("at byte " + at + ": " + message);
  }
}
