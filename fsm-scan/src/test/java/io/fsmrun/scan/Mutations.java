package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryWriter;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes to bytes that a reader must survive. */
final class Mutations {

  private static final long[] LARGE = {
    127, 128, 255, 1 << 14, 1 << 16, 1 << 20, (1 << 24) - 1, Integer.MAX_VALUE, Long.MAX_VALUE
  };

  private final SplittableRandom random;

  Mutations(SplittableRandom random) {
    this.random = random;
  }

  /** The bytes with some changes. */
  byte[] of(byte[] bytes) {
    byte[] changed = bytes;
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      changed = once(changed);
    }
    return changed;
  }

  private byte[] once(byte[] bytes) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt(256)};
    }
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(12));
    byte[] changed = bytes.clone();
    switch (random.nextInt(8)) {
      case 0 -> changed[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      case 1 -> changed[at] = (byte) random.nextInt(256);
      case 2 -> changed[at] = bytes[random.nextInt(bytes.length)];
      case 3 -> changed[at] += (byte) (random.nextBoolean() ? 1 : -1);
      case 4 -> {
        return replaced(bytes, at, at + 1, number(LARGE[random.nextInt(LARGE.length)]));
      }
      case 5 -> {
        return replaced(bytes, at, random.nextInt(8) == 0 ? bytes.length : to, new byte[0]);
      }
      case 6 -> {
        return replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
      }
      default -> {
        int from = random.nextInt(bytes.length);
        int end = Math.min(bytes.length, from + 1 + random.nextInt(12));
        return replaced(bytes, at, to, Arrays.copyOfRange(bytes, from, end));
      }
    }
    return changed;
  }

  private static byte[] number(long value) {
    BinaryWriter out = new BinaryWriter();
    out.writeLong(value);
    return out.toByteArray();
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] other) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(bytes, 0, from);
    out.writeBytes(other);
    out.write(bytes, to, bytes.length - to);
    return out.toByteArray();
  }
}
