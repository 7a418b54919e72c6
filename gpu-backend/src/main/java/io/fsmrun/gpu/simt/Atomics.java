package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.Access.Touch;
import java.util.Set;

/** Atomic functions of a number in memory; lanes take their turns from the lowest. */
final class Atomics {

  private static final Set<String> FUNCTIONS =
      Set.of("add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec");

  /** What becomes of a number. Numbers of 32 bits are extended as their type says. */
  @FunctionalInterface
  private interface Function {
    long apply(long old, long b, long c);
  }

  private Atomics() {}

  /** The touch of an instruction, which has a result or none. */
  static Touch touch(FrameLayout frame, PtxInstruction i, PtxType type, boolean result) {
    int operand = result ? 2 : 1;
    String name = name(i);
    Function f = function(i, name, type);
    boolean compares = name.equals("cas");
    PtxOperand target = result ? i.operand(0) : new PtxOperand.Sink();
    PtxOperand second = i.operand(operand);
    PtxOperand third = compares ? i.operand(operand + 1) : second;
    if (type.bits() == 64) {
      int d = frame.target64(i, target);
      int b = frame.source64(i, second);
      int c = frame.source64(i, third);
      return (w, m, data) -> {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int k = Integer.numberOfTrailingZeros(rest);
          long old = Bytes.get64(data, w.at[k]);
          Bytes.put64(data, w.at[k], f.apply(old, w.q[b][k], w.q[c][k]));
          w.q[d][k] = old;
        }
      };
    }
    int d = frame.target32(i, target);
    int b = frame.source32(i, second);
    int c = frame.source32(i, third);
    return (w, m, data) -> {
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int old = Bytes.get32(data, w.at[k]);
        long value = f.apply(type.extend(old), type.extend(w.r[b][k]), type.extend(w.r[c][k]));
        Bytes.put32(data, w.at[k], (int) value);
        w.r[d][k] = old;
      }
    };
  }

  private static String name(PtxInstruction i) {
    for (String modifier : i.modifiers()) {
      if (FUNCTIONS.contains(modifier)) {
        return modifier;
      }
    }
    throw i.unknown();
  }

  private static Function function(PtxInstruction i, String name, PtxType type) {
    boolean signed = type.isSigned();
    return switch (name) {
      case "add" -> (old, b, c) -> old + b;
      case "min" ->
          signed
              ? (old, b, c) -> Math.min(old, b)
              : (old, b, c) -> Long.compareUnsigned(old, b) < 0 ? old : b;
      case "max" ->
          signed
              ? (old, b, c) -> Math.max(old, b)
              : (old, b, c) -> Long.compareUnsigned(old, b) > 0 ? old : b;
      case "and" -> (old, b, c) -> old & b;
      case "or" -> (old, b, c) -> old | b;
      case "xor" -> (old, b, c) -> old ^ b;
      case "exch" -> (old, b, c) -> b;
      case "cas" -> (old, b, c) -> old == b ? c : old;
      case "inc" -> (old, b, c) -> Long.compareUnsigned(old, b) >= 0 ? 0 : old + 1;
      case "dec" -> (old, b, c) -> old == 0 || Long.compareUnsigned(old, b) > 0 ? b : old - 1;
      default -> throw i.unknown();
    };
  }
}
