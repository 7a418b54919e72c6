package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.simt.PtxOperand.Pair;
import java.util.Set;

/** Decodes comparisons, choices, and functions of predicates. */
final class CompareDecoder {

  private static final Set<String> MODIFIERS =
      Set.of("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "and", "or", "xor");

  /** Compares all lanes, also those that do not run. */
  @FunctionalInterface
  private interface Comparison {
    int lanes(Warp warp);
  }

  private CompareDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    return switch (i.name()) {
      case "setp" -> setPredicate(frame, i);
      case "set" -> set(frame, i);
      case "selp" -> select(frame, i);
      default -> selectBySign(frame, i);
    };
  }

  /** And, or, exclusive or, and not, of predicates. */
  static Operation logic(FrameLayout frame, PtxInstruction i) {
    int d = frame.targetPredicate(i, i.operand(0));
    int a = frame.sourcePredicate(i, i.operand(1));
    int invertA = FrameLayout.invert(i.operand(1));
    if (i.name().equals("not")) {
      return (w, m) -> w.p[d] = w.p[d] & ~m | ~(w.p[a] ^ invertA) & m;
    }
    int b = frame.sourcePredicate(i, i.operand(2));
    int invertB = FrameLayout.invert(i.operand(2));
    String name = i.name();
    return (w, m) -> w.p[d] = w.p[d] & ~m | combine(name, w.p[a] ^ invertA, w.p[b] ^ invertB) & m;
  }

  private static int combine(String name, int x, int y) {
    return switch (name) {
      case "and" -> x & y;
      case "or" -> x | y;
      default -> x ^ y;
    };
  }

  private static Operation setPredicate(FrameLayout frame, PtxInstruction i) {
    Comparison comparison = comparison(frame, i, i.type());
    PtxOperand target = i.operand(0);
    if (i.operands().size() == 3 && !(target instanceof Pair)) {
      int d = frame.targetPredicate(i, target);
      return (w, m) -> w.p[d] = w.p[d] & ~m | comparison.lanes(w) & m;
    }
    PtxOperand first = target instanceof Pair pair ? pair.first() : target;
    PtxOperand second = target instanceof Pair pair ? pair.second() : new PtxOperand.Sink();
    int d = frame.targetPredicate(i, first);
    int e = frame.targetPredicate(i, second);
    boolean combined = i.operands().size() == 4;
    PtxOperand other = combined ? i.operand(3) : new PtxOperand.Immediate(1);
    String name = combined ? i.modifiers().get(1) : "and";
    int c = frame.sourcePredicate(i, other);
    int invert = FrameLayout.invert(other);
    return (w, m) -> {
      int is = comparison.lanes(w);
      int with = w.p[c] ^ invert;
      w.p[e] = w.p[e] & ~m | combine(name, ~is, with) & m;
      w.p[d] = w.p[d] & ~m | combine(name, is, with) & m;
    };
  }

  private static Operation set(FrameLayout frame, PtxInstruction i) {
    int count = i.modifiers().size();
    PtxType to = PtxType.of(i.modifiers().get(count - 2));
    if (to == null || to.bits() != 32 || to.kind() == 'f') {
      throw i.unknown();
    }
    Comparison comparison = comparison(frame, i, i.type());
    boolean combined = i.operands().size() == 4;
    PtxOperand other = combined ? i.operand(3) : new PtxOperand.Immediate(1);
    String name = combined ? i.modifiers().get(1) : "and";
    int c = frame.sourcePredicate(i, other);
    int invert = FrameLayout.invert(other);
    int d = frame.target32(i, i.operand(0));
    return (w, m) -> {
      int is = combine(name, comparison.lanes(w), w.p[c] ^ invert);
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        w.r[d][k] = -(is >>> k & 1);
      }
    };
  }

  private static Comparison comparison(FrameLayout frame, PtxInstruction i, PtxType type) {
    Decoder.check(i, MODIFIERS);
    String name = i.modifiers().get(0);
    // All are made of "equal" and "less": the others have sides changed, or are their contraries.
    boolean swap = Set.of("gt", "hi", "le", "ls").contains(name);
    boolean negate = Set.of("ne", "ge", "hs", "le", "ls").contains(name);
    boolean equal = name.equals("eq") || name.equals("ne");
    boolean unsigned = !type.isSigned() || Set.of("lo", "ls", "hi", "hs").contains(name);
    PtxOperand left = i.operand(swap ? 2 : 1);
    PtxOperand right = i.operand(swap ? 1 : 2);
    Comparison comparison;
    if (type.bits() == 64) {
      int a = frame.source64(i, left);
      int b = frame.source64(i, right);
      comparison = equal ? equal64(a, b) : less64(a, b, unsigned ? Long.MIN_VALUE : 0);
    } else {
      int a = frame.source32(i, left);
      int b = frame.source32(i, right);
      int shift = 32 - type.bits();
      comparison = equal ? equal32(a, b, shift) : less32(a, b, unsigned, shift);
    }
    return negate ? w -> ~comparison.lanes(w) : comparison;
  }

  private static Comparison equal32(int a, int b, int shift) {
    return w -> {
      int[] x = w.r[a];
      int[] y = w.r[b];
      int result = 0;
      for (int k = 0; k < DeviceFacts.WARP; k++) {
        result |= (x[k] ^ y[k]) << shift == 0 ? 1 << k : 0;
      }
      return result;
    };
  }

  /** Shifting narrow numbers to the top makes the rest of their rows harmless. */
  private static Comparison less32(int a, int b, boolean unsigned, int shift) {
    int flip = unsigned ? Integer.MIN_VALUE : 0;
    return w -> {
      int[] x = w.r[a];
      int[] y = w.r[b];
      int result = 0;
      for (int k = 0; k < DeviceFacts.WARP; k++) {
        result |= (x[k] << shift ^ flip) < (y[k] << shift ^ flip) ? 1 << k : 0;
      }
      return result;
    };
  }

  private static Comparison equal64(int a, int b) {
    return w -> {
      long[] x = w.q[a];
      long[] y = w.q[b];
      int result = 0;
      for (int k = 0; k < DeviceFacts.WARP; k++) {
        result |= x[k] == y[k] ? 1 << k : 0;
      }
      return result;
    };
  }

  private static Comparison less64(int a, int b, long flip) {
    return w -> {
      long[] x = w.q[a];
      long[] y = w.q[b];
      int result = 0;
      for (int k = 0; k < DeviceFacts.WARP; k++) {
        result |= (x[k] ^ flip) < (y[k] ^ flip) ? 1 << k : 0;
      }
      return result;
    };
  }

  private static Operation select(FrameLayout frame, PtxInstruction i) {
    int c = frame.sourcePredicate(i, i.operand(3));
    int invert = FrameLayout.invert(i.operand(3));
    if (i.type().bits() == 64) {
      int d = frame.target64(i, i.operand(0));
      int a = frame.source64(i, i.operand(1));
      int b = frame.source64(i, i.operand(2));
      return (w, m) -> {
        int is = w.p[c] ^ invert;
        long[] to = w.q[d];
        long[] x = w.q[a];
        long[] y = w.q[b];
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int k = Integer.numberOfTrailingZeros(rest);
          to[k] = (is >>> k & 1) != 0 ? x[k] : y[k];
        }
      };
    }
    int d = frame.target32(i, i.operand(0));
    int a = frame.source32(i, i.operand(1));
    int b = frame.source32(i, i.operand(2));
    int used = ConvertDecoder.registerMask(i.operand(0));
    return (w, m) -> {
      int is = w.p[c] ^ invert;
      int[] to = w.r[d];
      int[] x = w.r[a];
      int[] y = w.r[b];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = ((is >>> k & 1) != 0 ? x[k] : y[k]) & used;
      }
    };
  }

  private static Operation selectBySign(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of());
    int c = frame.source32(i, i.operand(3));
    PtxType type = PtxType.of(i.modifiers().get(0));
    if (type.bits() == 64) {
      int d = frame.target64(i, i.operand(0));
      int a = frame.source64(i, i.operand(1));
      int b = frame.source64(i, i.operand(2));
      return (w, m) -> {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int k = Integer.numberOfTrailingZeros(rest);
          w.q[d][k] = w.r[c][k] >= 0 ? w.q[a][k] : w.q[b][k];
        }
      };
    }
    int used = ConvertDecoder.registerMask(i.operand(0));
    return Lanes.ternary(
        frame.target32(i, i.operand(0)),
        frame.source32(i, i.operand(1)),
        frame.source32(i, i.operand(2)),
        c,
        (x, y, z) -> (z >= 0 ? x : y) & used);
  }
}
