package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers of windows. One of up to four bytes is its own number, the first byte lowest. A
 * <i>wide</i> one, of up to {@value #WIDEST}, has a sum of products of three ints that cover it
 * (Dietzfelbinger, STACS 1996): few windows of one width have the same, and strings are compared in
 * any case. Static.
 */
final class WindowKeys {

  /** Bytes of the widest windows. */
  static final int WIDEST = 3 * Integer.BYTES;

  static final int FIRST = 0x9E3779B1;
  static final int SECOND = 0x85EBCA77;
  static final int THIRD = 0xC2B2AE3D;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FOLD = 0x20202020;

  private WindowKeys() {}

  /** Whether windows of a width have a sum for a number. */
  static boolean isWide(int width) {
    return width > Integer.BYTES;
  }

  /** What is set in windows of a width, or in each int of them, before they are compared. */
  static int fold(int width, boolean folded) {
    return folded ? FOLD >>> Math.max(0, Integer.SIZE - width * Byte.SIZE) : 0;
  }

  /** Where the second int of a wide window is. */
  static int second(int width) {
    return Math.min(Integer.BYTES, width - Integer.BYTES);
  }

  /** Where the third one is. */
  static int third(int width) {
    return width - Integer.BYTES;
  }

  /**
   * The number of a window.
   *
   * @param place where it begins; it ends inside the input
   * @param fold what is set
   */
  static int at(byte[] input, int place, int width, int fold) {
    return isWide(width)
        ? wide(input, place, second(width), third(width), fold)
        : narrow(input, place, width) | fold;
  }

  /** The number of a wide window. */
  static int wide(byte[] input, int place, int second, int third, int fold) {
    return ((int) INT.get(input, place) | fold) * FIRST
        + ((int) INT.get(input, place + second) | fold) * SECOND
        + ((int) INT.get(input, place + third) | fold) * THIRD;
  }

  /** A narrow window, read byte by byte. */
  private static int narrow(byte[] input, int place, int width) {
    int key = 0;
    for (int i = 0; i < width; i++) {
      key |= (input[place + i] & 0xff) << i * Byte.SIZE;
    }
    return key;
  }
}
