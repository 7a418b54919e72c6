package io.fsmrun.gpu.simt;

/** Decodes sums and differences that give or take the carry flag. */
final class CarryDecoder {

  /**
   * What an instruction does with carries.
   *
   * @param subtract whether it subtracts; the flag is then a borrow
   * @param product whether the first summand is a product
   * @param high whether it is the upper half of one
   * @param signed whether it is of signed numbers
   * @param takes whether the flag is added
   * @param gives whether the flag is set
   */
  private record Kind(
      boolean subtract,
      boolean product,
      boolean high,
      boolean signed,
      boolean takes,
      boolean gives) {}

  private CarryDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    String name = i.name();
    boolean takes = name.length() == 4;
    Kind kind =
        new Kind(
            name.startsWith("sub"),
            name.startsWith("mad"),
            i.has("hi"),
            i.type().isSigned(),
            takes,
            i.has("cc"));
    boolean known =
        switch (name) {
          case "add", "sub", "mad", "addc", "subc", "madc" -> !i.has("wide") && !i.has("sat");
          default -> false;
        };
    if (!known || i.type().bits() < 32) {
      throw i.unknown();
    }
    return i.type().bits() == 32 ? of32(frame, i, kind) : of64(frame, i, kind);
  }

  private static Operation of32(FrameLayout frame, PtxInstruction i, Kind kind) {
    int d = frame.target32(i, i.operand(0));
    int a = frame.source32(i, i.operand(1));
    int b = frame.source32(i, i.operand(2));
    int c = kind.product ? frame.source32(i, i.operand(3)) : b;
    return (w, m) -> {
      int flags = kind.takes ? w.carry : 0;
      int out = 0;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int x = w.r[a][k];
        if (kind.product) {
          x = kind.high ? Functions.multiplyHigh(x, w.r[b][k], kind.signed) : x * w.r[b][k];
        }
        long left = x & 0xFFFFFFFFL;
        long right = (w.r[c][k] & 0xFFFFFFFFL) + (flags >>> k & 1);
        long result = kind.subtract ? left - right : left + right;
        w.r[d][k] = (int) result;
        out |= (int) (result >>> 32 & 1) << k;
      }
      if (kind.gives) {
        w.carry = w.carry & ~m | out;
      }
    };
  }

  private static Operation of64(FrameLayout frame, PtxInstruction i, Kind kind) {
    int d = frame.target64(i, i.operand(0));
    int a = frame.source64(i, i.operand(1));
    int b = frame.source64(i, i.operand(2));
    int c = kind.product ? frame.source64(i, i.operand(3)) : b;
    return (w, m) -> {
      int flags = kind.takes ? w.carry : 0;
      int out = 0;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        long x = w.q[a][k];
        if (kind.product) {
          x = product(x, w.q[b][k], kind);
        }
        long y = w.q[c][k];
        long flag = (long) flags >>> k & 1;
        long result = kind.subtract ? x - y - flag : x + y + flag;
        w.q[d][k] = result;
        // Of the top bits: at least two of x, y (or its complement) and what came in from below.
        long top = kind.subtract ? ~x & y | (~x | y) & result : x & y | (x | y) & ~result;
        out |= (int) (top >>> 63) << k;
      }
      if (kind.gives) {
        w.carry = w.carry & ~m | out;
      }
    };
  }

  private static long product(long x, long y, Kind kind) {
    if (!kind.high) {
      return x * y;
    }
    return kind.signed ? Math.multiplyHigh(x, y) : Math.unsignedMultiplyHigh(x, y);
  }
}
