package io.fsmrun.gpu.simt;

import java.util.function.LongBinaryOperator;

/** Decodes products, and products with a sum, without carries. */
final class MultiplyDecoder {

  private MultiplyDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    PtxType type = i.type();
    if (type.bits() == 64 && !i.has("wide")) {
      return of64(frame, i, type.isSigned());
    }
    boolean sum = i.name().startsWith("mad");
    int a = frame.source32(i, i.operand(1));
    int b = frame.source32(i, i.operand(2));
    if (i.has("wide") && type.bits() == 32) {
      return wide(frame, i, a, b, type.isSigned());
    }
    int d = frame.target32(i, i.operand(0));
    boolean plain = type.bits() == 32 && i.has("lo") && !i.name().endsWith("24");
    if (!sum) {
      return plain ? Lanes.multiply(d, a, b) : Lanes.binary(d, a, b, product(i, type)::apply);
    }
    int c = frame.source32(i, i.operand(3));
    if (plain) {
      return Lanes.ternary(d, a, b, c, (x, y, z) -> x * y + z);
    }
    Product f = product(i, type);
    if (i.has("sat")) {
      return Lanes.ternary(d, a, b, c, (x, y, z) -> Functions.saturate((long) f.apply(x, y) + z));
    }
    int used = type.bits() == 16 && !i.has("wide") ? 0xFFFF : -1;
    return Lanes.ternary(d, a, b, c, (x, y, z) -> f.apply(x, y) + z & used);
  }

  /** A product, cut to what is asked for. */
  @FunctionalInterface
  private interface Product {
    int apply(int x, int y);
  }

  private static Product product(PtxInstruction i, PtxType type) {
    boolean signed = type.isSigned();
    boolean high = i.has("hi");
    if (i.name().endsWith("24")) {
      int shift = high ? 16 : 0;
      return signed
          ? (x, y) -> (int) ((long) (x << 8 >> 8) * (y << 8 >> 8) >> shift)
          : (x, y) -> (int) ((x & 0xFFFFFFL) * (y & 0xFFFFFFL) >> shift);
    }
    if (type.bits() == 16) {
      int shift = high ? 16 : 0;
      int used = i.has("wide") ? -1 : 0xFFFF;
      return (x, y) ->
          ArithmeticDecoder.extend16(x, signed) * ArithmeticDecoder.extend16(y, signed) >>> shift
              & used;
    }
    return high ? (x, y) -> Functions.multiplyHigh(x, y, signed) : (x, y) -> x * y;
  }

  private static Operation wide(FrameLayout frame, PtxInstruction i, int a, int b, boolean signed) {
    int d = frame.target64(i, i.operand(0));
    if (!i.name().equals("mad")) {
      return Lanes.multiplyWide(d, a, b, signed);
    }
    int c = frame.source64(i, i.operand(3));
    long used = signed ? -1 : 0xFFFFFFFFL;
    return (w, m) -> {
      long[] to = w.q[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      long[] z = w.q[c];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = (x[k] & used) * (y[k] & used) + z[k];
      }
    };
  }

  private static Operation of64(FrameLayout frame, PtxInstruction i, boolean signed) {
    int d = frame.target64(i, i.operand(0));
    int a = frame.source64(i, i.operand(1));
    int b = frame.source64(i, i.operand(2));
    LongBinaryOperator f =
        !i.has("hi") ? (x, y) -> x * y : signed ? Math::multiplyHigh : Math::unsignedMultiplyHigh;
    if (i.name().equals("mul")) {
      return Lanes.binary64(d, a, b, f);
    }
    int c = frame.source64(i, i.operand(3));
    return Lanes.ternary64(d, a, b, c, (x, y, z) -> f.applyAsLong(x, y) + z);
  }
}
