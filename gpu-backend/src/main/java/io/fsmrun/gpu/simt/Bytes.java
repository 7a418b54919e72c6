package io.fsmrun.gpu.simt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, the low byte first, as GPUs have them. */
final class Bytes {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Bytes() {}

  static short get16(byte[] data, int at) {
    return (short) SHORT.get(data, at);
  }

  static int get32(byte[] data, int at) {
    return (int) INT.get(data, at);
  }

  static long get64(byte[] data, int at) {
    return (long) LONG.get(data, at);
  }

  static void put16(byte[] data, int at, short value) {
    SHORT.set(data, at, value);
  }

  static void put32(byte[] data, int at, int value) {
    INT.set(data, at, value);
  }

  static void put64(byte[] data, int at, long value) {
    LONG.set(data, at, value);
  }
}
