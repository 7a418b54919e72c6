package io.fsmrun.core.binary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes numbers as bytes, small ones in few: seven bits a byte, the low ones first, the top bit
 * set on all but the last (LEB128). Mutable, for one thread.
 */
public final class BinaryWriter {

  private static final int PAYLOAD_BITS = 7;
  private static final int MORE = 1 << PAYLOAD_BITS;

  private byte[] bytes = new byte[64];
  private int size;

  /** A writer that has written nothing. */
  public BinaryWriter() {}

  /** Forgets what was written, and keeps the memory. */
  public void clear() {
    size = 0;
  }

  /**
   * Number of bytes written.
   *
   * @return 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * What was written.
   *
   * @return a copy
   */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /**
   * What was written.
   *
   * @param used an array that may be written over, or null
   * @return that array if it has the right length, else a new one
   */
  public byte[] toByteArray(byte[] used) {
    if (used == null || used.length != size) {
      return toByteArray();
    }
    System.arraycopy(bytes, 0, used, 0, size);
    return used;
  }

  /**
   * Writes one byte.
   *
   * @param value its low 8 bits count
   */
  public void writeByte(int value) {
    ensure(1);
    bytes[size++] = (byte) value;
  }

  /**
   * Writes a number from 0 on; below 128 it takes one byte.
   *
   * @param value 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public void writeInt(int value) {
    writeLong(value);
  }

  /**
   * Writes a number from 0 on; below 128 it takes one byte.
   *
   * @param value 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public void writeLong(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("negative: " + value);
    }
    ensure(Long.BYTES + 1);
    long rest = value;
    while (rest >= MORE) {
      bytes[size++] = (byte) (rest | MORE);
      rest >>>= PAYLOAD_BITS;
    }
    bytes[size++] = (byte) rest;
  }

  /**
   * Writes 64 bits as eight bytes, the low ones first.
   *
   * @param bits any bits
   */
  public void writeBits(long bits) {
    ensure(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (bits >>> i * Byte.SIZE);
    }
  }

  /**
   * Writes an array, its length first.
   *
   * @param values each 0 or more
   */
  public void writeInts(int[] values) {
    writeInt(values.length);
    for (int value : values) {
      writeInt(value);
    }
  }

  /**
   * Writes bytes, their number first.
   *
   * @param values any bytes
   */
  public void writeBytes(byte[] values) {
    writeBytes(values, 0, values.length);
  }

  /**
   * Writes a piece of an array, its length first.
   *
   * @param values any bytes
   * @param from index of the first
   * @param count how many
   */
  public void writeBytes(byte[] values, int from, int count) {
    writeInt(count);
    ensure(count);
    System.arraycopy(values, from, bytes, size, count);
    size += count;
  }

  /**
   * Writes a text as UTF-8, its length first.
   *
   * @param text any text
   */
  public void writeText(String text) {
    writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void ensure(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * size));
    }
  }
}
