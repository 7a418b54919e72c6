package io.fsmrun.gpu.simt;

import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Decodes functions of whole numbers and of bits. */
final class ArithmeticDecoder {

  private static final Set<String> MODIFIERS =
      Set.of(
          "lo",
          "hi",
          "wide",
          "cc",
          "sat",
          "l",
          "r",
          "wrap",
          "clamp",
          "shiftamt",
          "f4e",
          "b4e",
          "rc8",
          "ecl",
          "ecr",
          "rc16");

  private final FrameLayout frame;
  private final PtxInstruction i;
  private final PtxType type;

  private ArithmeticDecoder(FrameLayout frame, PtxInstruction i) {
    this.frame = frame;
    this.i = i;
    type = i.type();
  }

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, MODIFIERS);
    ArithmeticDecoder decoder = new ArithmeticDecoder(frame, i);
    if (i.has("cc")) {
      return CarryDecoder.decode(frame, i);
    }
    return switch (i.name()) {
      case "addc", "subc", "madc" -> CarryDecoder.decode(frame, i);
      case "popc", "clz", "bfind", "brev" -> decoder.bits();
      case "shl", "shr" -> decoder.shift();
      case "mul", "mad", "mul24", "mad24" -> MultiplyDecoder.decode(frame, i);
      case "bfe", "bfi" -> decoder.field();
      case "lop3", "shf", "prmt", "fns", "dp4a", "sad" -> decoder.three();
      case "add", "sub", "div", "rem", "min", "max", "and", "or", "xor" -> decoder.binary();
      case "neg", "abs", "not", "cnot" -> decoder.unary();
      default -> throw i.unknown();
    };
  }

  private int source32(int operand) {
    return frame.source32(i, i.operand(operand));
  }

  private int source64(int operand) {
    return frame.source64(i, i.operand(operand));
  }

  private int target32() {
    return frame.target32(i, i.operand(0));
  }

  private int target64() {
    return frame.target64(i, i.operand(0));
  }

  /** A row of 16 bits as a number. */
  static int extend16(int value, boolean signed) {
    return signed ? (short) value : value & 0xFFFF;
  }

  private Operation unary() {
    if (type.bits() == 64) {
      LongUnaryOperator f =
          switch (i.name()) {
            case "neg" -> x -> -x;
            case "abs" -> Math::abs;
            case "not" -> x -> ~x;
            default -> x -> x == 0 ? 1 : 0;
          };
      return Lanes.unary64(target64(), source64(1), f);
    }
    IntUnaryOperator f =
        switch (i.name()) {
          case "neg" -> x -> -x;
          case "abs" -> Math::abs;
          case "not" -> x -> ~x;
          default -> x -> x == 0 ? 1 : 0;
        };
    boolean signed = type.isSigned();
    return type.bits() == 32
        ? Lanes.unary(target32(), source32(1), f)
        : Lanes.unary(target32(), source32(1), x -> f.applyAsInt(extend16(x, signed)) & 0xFFFF);
  }

  private Operation binary() {
    if (type.bits() == 64) {
      return i.name().equals("add")
          ? Lanes.add64(target64(), source64(1), source64(2))
          : Lanes.binary64(target64(), source64(1), source64(2), function64());
    }
    int d = target32();
    int a = source32(1);
    int b = source32(2);
    if (type.bits() != 32) {
      IntBinaryOperator f = function32();
      boolean signed = type.isSigned();
      return Lanes.binary(
          d, a, b, (x, y) -> f.applyAsInt(extend16(x, signed), extend16(y, signed)) & 0xFFFF);
    }
    if (i.has("sat")) {
      return Lanes.binary(
          d,
          a,
          b,
          i.name().equals("add")
              ? (x, y) -> Functions.saturate((long) x + y)
              : (x, y) -> Functions.saturate((long) x - y));
    }
    return switch (i.name()) {
      case "add" -> Lanes.add(d, a, b);
      case "and" -> Lanes.and(d, a, b);
      case "or" -> Lanes.or(d, a, b);
      default -> Lanes.binary(d, a, b, function32());
    };
  }

  private IntBinaryOperator function32() {
    boolean signed = type.isSigned();
    return switch (i.name()) {
      case "add" -> (x, y) -> x + y;
      case "sub" -> (x, y) -> x - y;
      case "div" -> (x, y) -> Functions.divide(x, y, signed);
      case "rem" -> (x, y) -> Functions.remainder(x, y, signed);
      case "min" -> signed ? Math::min : (x, y) -> Integer.compareUnsigned(x, y) < 0 ? x : y;
      case "max" -> signed ? Math::max : (x, y) -> Integer.compareUnsigned(x, y) > 0 ? x : y;
      case "and" -> (x, y) -> x & y;
      case "or" -> (x, y) -> x | y;
      default -> (x, y) -> x ^ y;
    };
  }

  private LongBinaryOperator function64() {
    boolean signed = type.isSigned();
    return switch (i.name()) {
      case "sub" -> (x, y) -> x - y;
      case "div" -> (x, y) -> Functions.divide64(x, y, signed);
      case "rem" -> (x, y) -> Functions.remainder64(x, y, signed);
      case "min" -> signed ? Math::min : (x, y) -> Long.compareUnsigned(x, y) < 0 ? x : y;
      case "max" -> signed ? Math::max : (x, y) -> Long.compareUnsigned(x, y) > 0 ? x : y;
      case "and" -> (x, y) -> x & y;
      case "or" -> (x, y) -> x | y;
      default -> (x, y) -> x ^ y;
    };
  }

  private Operation shift() {
    boolean left = i.name().equals("shl");
    boolean signed = type.isSigned();
    int by = source32(2);
    if (type.bits() == 64) {
      int d = target64();
      int a = source64(1);
      return (w, m) -> {
        long[] to = w.q[d];
        long[] x = w.q[a];
        int[] y = w.r[by];
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int k = Integer.numberOfTrailingZeros(rest);
          to[k] =
              left
                  ? Functions.shiftLeft64(x[k], y[k])
                  : signed
                      ? Functions.shiftRightSigned64(x[k], y[k])
                      : Functions.shiftRight64(x[k], y[k]);
        }
      };
    }
    int d = target32();
    int a = source32(1);
    IntBinaryOperator f =
        left ? Functions::shiftLeft : signed ? Functions::shiftRightSigned : Functions::shiftRight;
    if (type.bits() == 16) {
      return Lanes.binary(d, a, by, (x, y) -> f.applyAsInt(extend16(x, signed), y) & 0xFFFF);
    }
    return left
        ? Lanes.shiftLeft(d, a, by)
        : signed ? Lanes.binary(d, a, by, f) : Lanes.shiftRight(d, a, by);
  }

  private Operation bits() {
    boolean signed = type.isSigned();
    boolean shift = i.has("shiftamt");
    if (type.bits() == 32) {
      IntUnaryOperator f =
          switch (i.name()) {
            case "popc" -> Integer::bitCount;
            case "clz" -> Integer::numberOfLeadingZeros;
            case "brev" -> Integer::reverse;
            default -> x -> Functions.highest(signed ? x : x & 0xFFFFFFFFL, 32, signed, shift);
          };
      return Lanes.unary(target32(), source32(1), f);
    }
    if (i.name().equals("brev")) {
      return Lanes.unary64(target64(), source64(1), Long::reverse);
    }
    String name = i.name();
    int d = target32();
    int a = source64(1);
    return (w, m) -> {
      int[] to = w.r[d];
      long[] x = w.q[a];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] =
            switch (name) {
              case "popc" -> Long.bitCount(x[k]);
              case "clz" -> Long.numberOfLeadingZeros(x[k]);
              default -> Functions.highest(x[k], 64, signed, shift);
            };
      }
    };
  }

  private Operation field() {
    boolean insert = i.name().equals("bfi");
    int bits = type.bits();
    boolean signed = type.isSigned();
    int start = source32(insert ? 3 : 2);
    int length = source32(insert ? 4 : 3);
    if (bits == 32) {
      int d = target32();
      int a = source32(1);
      int into = insert ? source32(2) : a;
      return (w, m) -> {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int k = Integer.numberOfTrailingZeros(rest);
          long x = w.r[a][k];
          int at = w.r[start][k];
          int len = w.r[length][k];
          w.r[d][k] =
              (int)
                  (insert
                      ? Functions.insert(x, w.r[into][k], at, len, bits)
                      : Functions.extract(x, at, len, bits, signed));
        }
      };
    }
    int d = target64();
    int a = source64(1);
    int into = insert ? source64(2) : a;
    return (w, m) -> {
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int at = w.r[start][k];
        int len = w.r[length][k];
        w.q[d][k] =
            insert
                ? Functions.insert(w.q[a][k], w.q[into][k], at, len, bits)
                : Functions.extract(w.q[a][k], at, len, bits, signed);
      }
    };
  }

  private Operation three() {
    boolean signed = type.isSigned();
    if (type.bits() == 64) {
      if (!i.name().equals("sad")) {
        throw i.unknown();
      }
      return Lanes.ternary64(
          target64(),
          source64(1),
          source64(2),
          source64(3),
          (x, y, z) -> Functions.sumOfDifference64(x, y, z, signed));
    }
    Lanes.IntTernary f =
        switch (i.name()) {
          case "lop3" -> logic();
          case "shf" -> {
            boolean clamp = i.has("clamp");
            yield i.has("l")
                ? (x, y, z) -> Functions.funnelLeft(x, y, z, clamp)
                : (x, y, z) -> Functions.funnelRight(x, y, z, clamp);
          }
          case "prmt" -> permute();
          case "fns" -> Functions::findNth;
          case "dp4a" -> {
            boolean left = i.modifiers().get(0).equals("s32");
            boolean right = i.modifiers().get(1).equals("s32");
            yield (x, y, z) -> Functions.dot4(x, y, z, left, right);
          }
          default ->
              type.bits() == 32
                  ? (x, y, z) -> Functions.sumOfDifference(x, y, z, signed)
                  : (x, y, z) ->
                      Functions.sumOfDifference(extend16(x, signed), extend16(y, signed), z, signed)
                          & 0xFFFF;
        };
    return Lanes.ternary(target32(), source32(1), source32(2), source32(3), f);
  }

  private Lanes.IntTernary logic() {
    if (!(i.operand(4) instanceof PtxOperand.Immediate)) {
      throw FrameLayout.bad(i, "a table that is a number");
    }
    int table = (int) ((PtxOperand.Immediate) i.operand(4)).value();
    return switch (table) {
      case 0x96 -> (x, y, z) -> x ^ y ^ z;
      case 0x80 -> (x, y, z) -> x & y & z;
      case 0xFE -> (x, y, z) -> x | y | z;
      case 0xEA -> (x, y, z) -> x & y | z;
      case 0xE8 -> (x, y, z) -> x & y | y & z | x & z;
      case 0xCA -> (x, y, z) -> x & y | ~x & z;
      default -> (x, y, z) -> Functions.logic(x, y, z, table);
    };
  }

  private Lanes.IntTernary permute() {
    for (String mode : i.modifiers()) {
      if (PtxType.of(mode) == null) {
        return (x, y, z) -> Functions.permute(x, y, z, mode);
      }
    }
    return Functions::permute;
  }
}
