package io.fsmrun.profile;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads the parts of a partition file, and trusts none of them. For one thread. */
final class PartitionReader {

  private final ByteBuffer bytes;

  /** Reads from a place in a file to another; a file that is shorter is cut off. */
  PartitionReader(byte[] file, int from, int to) {
    this.bytes = ByteBuffer.wrap(file, from, Math.max(0, to - from));
  }

  private void need(int count) throws UnusablePartitionsException {
    if (bytes.remaining() < count) {
      throw new UnusablePartitionsException(
          "is cut off after " + bytes.limit() + " bytes; profile the rules again");
    }
  }

  void require(boolean holds, String what) throws UnusablePartitionsException {
    if (!holds) {
      throw new UnusablePartitionsException(
          "is damaged: the "
              + what
              + " at byte "
              + bytes.position()
              + " is impossible; profile the rules again");
    }
  }

  void requireEnd() throws UnusablePartitionsException {
    require(!bytes.hasRemaining(), "rest");
  }

  int readShort() throws UnusablePartitionsException {
    need(Short.BYTES);
    return bytes.getShort() & 0xffff;
  }

  int readInt() throws UnusablePartitionsException {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  long readLong() throws UnusablePartitionsException {
    need(Long.BYTES);
    return bytes.getLong();
  }

  byte[] readBytes(int count) throws UnusablePartitionsException {
    need(count);
    byte[] read = new byte[count];
    bytes.get(read);
    return read;
  }

  /** A text, in the JDK's modified UTF-8 with its length before it. */
  String readText() throws UnusablePartitionsException {
    need(Short.BYTES);
    int length = Short.BYTES + (bytes.getShort(bytes.position()) & 0xffff);
    byte[] coded = readBytes(length);
    try {
      return new DataInputStream(new ByteArrayInputStream(coded)).readUTF();
    } catch (UTFDataFormatException e) {
      throw new UnusablePartitionsException(
          "is damaged: " + Arrays.toString(coded) + " is no text");
    } catch (IOException e) {
      throw new IllegalStateException("an array can be read", e);
    }
  }

  /** A number from 0 to {@code most}. */
  int readNumber(int most) throws UnusablePartitionsException {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      need(1);
      byte part = bytes.get();
      number |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        break;
      }
      require(shift < 28, "number");
    }
    require(number <= most, "number");
    return (int) number;
  }

  /** A share from 0 to 1. */
  double readShare() throws UnusablePartitionsException {
    need(Double.BYTES);
    double share = bytes.getDouble();
    require(share >= 0 && share <= 1, "share");
    return share;
  }
}
