package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import java.util.zip.CRC32C;

/** The outer form of a saved stream: fingerprint of the database, state, checksum. */
final class SavedStream {

  private static final int CRC_BYTES = Integer.BYTES;

  private SavedStream() {}

  /** Puts a state that is inside a stream into a form that leaves the program. */
  static byte[] close(byte[] state, long fingerprint) {
    BinaryWriter out = new BinaryWriter();
    out.writeBits(fingerprint);
    for (byte value : state) {
      out.writeByte(value);
    }
    int crc = crc(out.toByteArray(), out.size());
    for (int i = 0; i < CRC_BYTES; i++) {
      out.writeByte(crc >>> i * Byte.SIZE);
    }
    return out.toByteArray();
  }

  /**
   * The state again.
   *
   * @throws DamagedDataException if it was not saved with the same rules
   */
  static byte[] open(byte[] saved, long fingerprint) {
    int stateBytes = saved.length - Long.BYTES - CRC_BYTES;
    if (stateBytes < 0) {
      throw new DamagedDataException("a stream is not saved in " + saved.length + " bytes");
    }
    int crc = crc(saved, saved.length - CRC_BYTES);
    for (int i = 0; i < CRC_BYTES; i++) {
      if (saved[saved.length - CRC_BYTES + i] != (byte) (crc >>> i * Byte.SIZE)) {
        throw new DamagedDataException("the checksum of a saved stream is another");
      }
    }
    if (new BinaryReader(saved).readBits() != fingerprint) {
      throw new DamagedDataException("the stream was saved with other rules, options or versions");
    }
    byte[] state = new byte[stateBytes];
    System.arraycopy(saved, Long.BYTES, state, 0, stateBytes);
    return state;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
