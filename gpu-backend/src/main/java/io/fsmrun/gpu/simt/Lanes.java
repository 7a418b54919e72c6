package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Operations that do one function on each lane. The functions that are common have own loops. */
final class Lanes {

  /** A function of three numbers of 32 bits. */
  @FunctionalInterface
  interface IntTernary {
    int apply(int x, int y, int z);
  }

  /** A function of three numbers of 64 bits. */
  @FunctionalInterface
  interface LongTernary {
    long apply(long x, long y, long z);
  }

  private Lanes() {}

  static void fill(int[] to, int mask, int value) {
    if (mask == Operation.ALL) {
      Arrays.fill(to, value);
    } else {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        to[Integer.numberOfTrailingZeros(rest)] = value;
      }
    }
  }

  static Operation unary(int d, int a, IntUnaryOperator f) {
    return (w, m) -> {
      int[] to = w.r[d];
      int[] x = w.r[a];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.applyAsInt(x[i]);
      }
    };
  }

  static Operation binary(int d, int a, int b, IntBinaryOperator f) {
    return (w, m) -> {
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.applyAsInt(x[i], y[i]);
      }
    };
  }

  static Operation ternary(int d, int a, int b, int c, IntTernary f) {
    return (w, m) -> {
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      int[] z = w.r[c];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.apply(x[i], y[i], z[i]);
      }
    };
  }

  static Operation unary64(int d, int a, LongUnaryOperator f) {
    return (w, m) -> {
      long[] to = w.q[d];
      long[] x = w.q[a];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.applyAsLong(x[i]);
      }
    };
  }

  static Operation binary64(int d, int a, int b, LongBinaryOperator f) {
    return (w, m) -> {
      long[] to = w.q[d];
      long[] x = w.q[a];
      long[] y = w.q[b];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.applyAsLong(x[i], y[i]);
      }
    };
  }

  static Operation ternary64(int d, int a, int b, int c, LongTernary f) {
    return (w, m) -> {
      long[] to = w.q[d];
      long[] x = w.q[a];
      long[] y = w.q[b];
      long[] z = w.q[c];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int i = Integer.numberOfTrailingZeros(rest);
        to[i] = f.apply(x[i], y[i], z[i]);
      }
    };
  }

  static Operation add(int d, int a, int b) {
    Operation some = binary(d, a, b, (x, y) -> x + y);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = x[i] + y[i];
      }
    };
  }

  static Operation multiply(int d, int a, int b) {
    Operation some = binary(d, a, b, (x, y) -> x * y);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = x[i] * y[i];
      }
    };
  }

  static Operation and(int d, int a, int b) {
    Operation some = binary(d, a, b, (x, y) -> x & y);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = x[i] & y[i];
      }
    };
  }

  static Operation or(int d, int a, int b) {
    Operation some = binary(d, a, b, (x, y) -> x | y);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = x[i] | y[i];
      }
    };
  }

  static Operation shiftLeft(int d, int a, int b) {
    Operation some = binary(d, a, b, Functions::shiftLeft);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = Functions.shiftLeft(x[i], y[i]);
      }
    };
  }

  static Operation shiftRight(int d, int a, int b) {
    Operation some = binary(d, a, b, Functions::shiftRight);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = Functions.shiftRight(x[i], y[i]);
      }
    };
  }

  static Operation add64(int d, int a, int b) {
    Operation some = binary64(d, a, b, (x, y) -> x + y);
    return (w, m) -> {
      if (m != Operation.ALL) {
        some.run(w, m);
        return;
      }
      long[] to = w.q[d];
      long[] x = w.q[a];
      long[] y = w.q[b];
      for (int i = 0; i < DeviceFacts.WARP; i++) {
        to[i] = x[i] + y[i];
      }
    };
  }

  /** Products of 64 bits of numbers of 32 bits. */
  static Operation multiplyWide(int d, int a, int b, boolean signed) {
    long used = signed ? -1 : 0xFFFFFFFFL;
    return (w, m) -> {
      long[] to = w.q[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      if (m == Operation.ALL) {
        for (int i = 0; i < DeviceFacts.WARP; i++) {
          to[i] = (x[i] & used) * (y[i] & used);
        }
      } else {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int i = Integer.numberOfTrailingZeros(rest);
          to[i] = (x[i] & used) * (y[i] & used);
        }
      }
    };
  }
}
