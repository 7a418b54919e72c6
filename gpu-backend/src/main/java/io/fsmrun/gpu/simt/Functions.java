package io.fsmrun.gpu.simt;

/**
 * Functions on numbers that PTX has and Java has not.
 *
 * <p>Source: PTX ISA 9.0, section 9.7.
 */
final class Functions {

  private Functions() {}

  static int shiftLeft(int x, int by) {
    return Integer.compareUnsigned(by, 31) > 0 ? 0 : x << by;
  }

  static int shiftRight(int x, int by) {
    return Integer.compareUnsigned(by, 31) > 0 ? 0 : x >>> by;
  }

  static int shiftRightSigned(int x, int by) {
    return x >> (Integer.compareUnsigned(by, 31) > 0 ? 31 : by);
  }

  static long shiftLeft64(long x, int by) {
    return Integer.compareUnsigned(by, 63) > 0 ? 0 : x << by;
  }

  static long shiftRight64(long x, int by) {
    return Integer.compareUnsigned(by, 63) > 0 ? 0 : x >>> by;
  }

  static long shiftRightSigned64(long x, int by) {
    return x >> (Integer.compareUnsigned(by, 63) > 0 ? 63 : by);
  }

  /** Shifts of two words; {@code c} is the number of bits, at most 32 or taken modulo 32. */
  static int funnelLeft(int low, int high, int by, boolean clamp) {
    int bits = clamp ? Integer.compareUnsigned(by, 32) > 0 ? 32 : by : by & 31;
    return (int) (((long) high << 32 | low & 0xFFFFFFFFL) << bits >>> 32);
  }

  static int funnelRight(int low, int high, int by, boolean clamp) {
    int bits = clamp ? Integer.compareUnsigned(by, 32) > 0 ? 32 : by : by & 31;
    return (int) (((long) high << 32 | low & 0xFFFFFFFFL) >>> bits);
  }

  static int divide(int x, int y, boolean signed) {
    if (y == 0) {
      return -1;
    }
    return signed ? x / y : Integer.divideUnsigned(x, y);
  }

  static int remainder(int x, int y, boolean signed) {
    if (y == 0) {
      return x;
    }
    return signed ? x % y : Integer.remainderUnsigned(x, y);
  }

  static long divide64(long x, long y, boolean signed) {
    if (y == 0) {
      return -1;
    }
    return signed ? x / y : Long.divideUnsigned(x, y);
  }

  static long remainder64(long x, long y, boolean signed) {
    if (y == 0) {
      return x;
    }
    return signed ? x % y : Long.remainderUnsigned(x, y);
  }

  static int multiplyHigh(int x, int y, boolean signed) {
    long used = signed ? -1 : 0xFFFFFFFFL;
    return (int) ((x & used) * (y & used) >>> 32);
  }

  static int saturate(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }

  static int sumOfDifference(int x, int y, int z, boolean signed) {
    boolean less = signed ? x < y : Integer.compareUnsigned(x, y) < 0;
    return z + (less ? y - x : x - y);
  }

  static long sumOfDifference64(long x, long y, long z, boolean signed) {
    boolean less = signed ? x < y : Long.compareUnsigned(x, y) < 0;
    return z + (less ? y - x : x - y);
  }

  /** Any function of three bits, on each bit; bit 4a+2b+c of the table is its value. */
  static int logic(int x, int y, int z, int table) {
    int result = 0;
    for (int k = 0; k < 8; k++) {
      if ((table >> k & 1) != 0) {
        result |= ((k & 4) != 0 ? x : ~x) & ((k & 2) != 0 ? y : ~y) & ((k & 1) != 0 ? z : ~z);
      }
    }
    return result;
  }

  /** Bytes of two words by a selector of four nibbles. */
  static int permute(int x, int y, int selector) {
    long bytes = (long) y << 32 | x & 0xFFFFFFFFL;
    int result = 0;
    for (int k = 0; k < 4; k++) {
      int nibble = selector >>> 4 * k & 15;
      int value = (int) (bytes >>> 8 * (nibble & 7)) & 0xFF;
      if ((nibble & 8) != 0) {
        value = (value & 0x80) != 0 ? 0xFF : 0;
      }
      result |= value << 8 * k;
    }
    return result;
  }

  /** The other modes of {@code prmt}, by the low two bits of the selector. */
  static int permute(int x, int y, int selector, String mode) {
    int s = selector & 3;
    int full =
        switch (mode) {
          case "f4e" -> 0x3210 + 0x1111 * s;
          case "b4e" -> new int[] {0x5670, 0x6701, 0x7012, 0x0123}[s];
          case "rc8" -> 0x1111 * s;
          case "ecl" -> new int[] {0x3210, 0x3211, 0x3222, 0x3333}[s];
          case "ecr" -> new int[] {0x0000, 0x1110, 0x2210, 0x3210}[s];
          default -> (s & 1) == 0 ? 0x1010 : 0x3232;
        };
    return permute(x, y, full);
  }

  static long extract(long x, int start, int length, int bits, boolean signed) {
    int pos = start & 0xFF;
    int len = length & 0xFF;
    int top = bits - 1;
    if (len == 0) {
      return 0;
    }
    long sign = signed ? x >>> Math.min(pos + len - 1, top) & 1 : 0;
    long result = sign == 0 ? 0 : -1;
    for (int k = 0; k <= top && k < len; k++) {
      long bit = pos + k <= top ? x >>> pos + k & 1 : sign;
      result = result & ~(1L << k) | bit << k;
    }
    return result;
  }

  static long insert(long from, long into, int start, int length, int bits) {
    int pos = start & 0xFF;
    int len = length & 0xFF;
    long result = into;
    for (int k = 0; k < len && pos + k < bits; k++) {
      result = result & ~(1L << pos + k) | (from >>> k & 1) << pos + k;
    }
    return result;
  }

  /** Position of the highest bit that is not as the sign is; -1 if there is none. */
  static int highest(long x, int bits, boolean signed, boolean shift) {
    long value = signed && x < 0 ? ~x : x;
    int position = 63 - Long.numberOfLeadingZeros(value);
    return shift && position >= 0 ? bits - 1 - position : position;
  }

  /** Position of the n-th set bit at or above, or below, a place; -1 if there is none. */
  static int findNth(int mask, int base, int offset) {
    if (offset == 0) {
      return (base & 31) == base && (mask >>> base & 1) != 0 ? base : -1;
    }
    int step = offset > 0 ? 1 : -1;
    int left = Math.abs(offset);
    for (int at = base; at >= 0 && at < 32; at += step) {
      left -= mask >>> at & 1;
      if (left == 0) {
        return at;
      }
    }
    return -1;
  }

  /** Sum of the products of four bytes each. */
  static int dot4(int x, int y, int z, boolean xSigned, boolean ySigned) {
    int sum = z;
    for (int k = 0; k < 32; k += 8) {
      int left = xSigned ? (byte) (x >>> k) : x >>> k & 0xFF;
      int right = ySigned ? (byte) (y >>> k) : y >>> k & 0xFF;
      sum += left * right;
    }
    return sum;
  }
}
