package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxOperand.Register;
import java.util.Set;

/** Decodes conversions of numbers and of addresses. */
final class ConvertDecoder {

  private ConvertDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    return switch (i.name()) {
      case "cvt" -> convert(frame, i);
      case "cvta" -> address(frame, i);
      default -> space(frame, i);
    };
  }

  private static Operation convert(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("sat"));
    boolean saturate = i.has("sat");
    int count = i.modifiers().size();
    if (count < 2) {
      throw i.unknown();
    }
    PtxType to = PtxType.of(i.modifiers().get(count - 2));
    PtxType from = PtxType.of(i.modifiers().get(count - 1));
    if (to == null || from == null || to.isPredicate() || from.isPredicate()) {
      throw i.unknown();
    }
    boolean wideTo = FrameLayout.isBank64(i.operand(0));
    boolean wideFrom = FrameLayout.isBank64(i.operand(1)) || from.bits() == 64;
    int d = wideTo ? frame.target64(i, i.operand(0)) : frame.target32(i, i.operand(0));
    int a = wideFrom ? frame.source64(i, i.operand(1)) : frame.source32(i, i.operand(1));
    int used = wideTo ? -1 : registerMask(i.operand(0));
    int unusedFrom = Long.SIZE - from.bits();
    int unusedTo = Long.SIZE - to.bits();
    boolean fromSigned = from.isSigned();
    boolean toSigned = to.isSigned();
    return (w, m) -> {
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        long x = (wideFrom ? w.q[a][k] : w.r[a][k]) << unusedFrom;
        x = fromSigned ? x >> unusedFrom : x >>> unusedFrom;
        if (saturate) {
          x = clamp(x, fromSigned, to);
        }
        x <<= unusedTo;
        x = toSigned ? x >> unusedTo : x >>> unusedTo;
        if (wideTo) {
          w.q[d][k] = x;
        } else {
          w.r[d][k] = (int) x & used;
        }
      }
    };
  }

  /** The bits that a register of 8, 16 or 32 bits keeps. */
  static int registerMask(PtxOperand operand) {
    int bits = operand instanceof Register register ? register.register().type().bits() : 32;
    return bits >= 32 ? -1 : (1 << bits) - 1;
  }

  private static long clamp(long x, boolean signed, PtxType to) {
    if (!signed && x < 0) {
      return to.isSigned() ? Long.MAX_VALUE >>> Long.SIZE - to.bits() : -1;
    }
    if (to.isSigned()) {
      long most = Long.MAX_VALUE >>> Long.SIZE - to.bits();
      return Math.max(~most, Math.min(most, x));
    }
    return to.bits() == 64 ? Math.max(0, x) : Math.max(0, Math.min((1L << to.bits()) - 1, x));
  }

  private static Operation address(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("to", "global", "const", "shared", "shared::cta", "local"));
    int at = i.has("to") ? 1 : 0;
    PtxSpace space = PtxSpace.of(i.modifiers().get(at));
    if (space == null || i.type().bits() != 64) {
      throw i.unknown();
    }
    long window =
        switch (space) {
          case SHARED -> (long) GlobalMemory.SHARED_SLOT << 32;
          case LOCAL -> (long) GlobalMemory.LOCAL_SLOT << 32;
          default -> 0;
        };
    int d = frame.target64(i, i.operand(0));
    int a = frame.source64(i, i.operand(1));
    long add = i.has("to") ? -window : window;
    return window == 0 ? MoveDecoder.copy64(d, a) : Lanes.unary64(d, a, x -> x + add);
  }

  private static Operation space(FrameLayout frame, PtxInstruction i) {
    PtxSpace space = PtxSpace.of(i.modifiers().get(0));
    int slot =
        switch (space == null ? PtxSpace.PARAM : space) {
          case SHARED -> GlobalMemory.SHARED_SLOT;
          case LOCAL -> GlobalMemory.LOCAL_SLOT;
          case GLOBAL -> 0;
          default -> throw i.unknown();
        };
    int d = frame.targetPredicate(i, i.operand(0));
    int a = frame.source64(i, i.operand(1));
    return (w, m) -> {
      int is = 0;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int found = GlobalMemory.slot(w.q[a][k]);
        boolean window = found == GlobalMemory.SHARED_SLOT || found == GlobalMemory.LOCAL_SLOT;
        is |= (slot == 0 ? !window : found == slot) ? 1 << k : 0;
      }
      w.p[d] = w.p[d] & ~m | is;
    };
  }
}
