package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.simt.PtxOperand.Register;
import io.fsmrun.gpu.simt.PtxOperand.Special;
import io.fsmrun.gpu.simt.PtxOperand.Vector;
import java.util.List;

/** Decodes {@code mov}. */
final class MoveDecoder {

  private MoveDecoder() {}

  static Operation move(FrameLayout frame, PtxInstruction i) {
    PtxType type = i.type();
    PtxOperand target = i.operand(0);
    PtxOperand source = i.operand(1);
    if (type.isPredicate()) {
      int d = frame.targetPredicate(i, target);
      int a = frame.sourcePredicate(i, source);
      int invert = FrameLayout.invert(source);
      return (w, m) -> w.p[d] = w.p[d] & ~m | (w.p[a] ^ invert) & m;
    }
    if (source instanceof Vector vector) {
      return pack(frame, i, type, vector.parts());
    }
    if (target instanceof Vector vector) {
      return unpack(frame, i, type, vector.parts());
    }
    if (source instanceof Special special && !SpecialRegisters.isKnown(special.name())) {
      return clock(frame, i, special.name());
    }
    return type.bits() == 64
        ? copy64(frame.target64(i, target), frame.source64(i, source))
        : copy32(frame, i, type);
  }

  private static Operation copy32(FrameLayout frame, PtxInstruction i, PtxType type) {
    PtxOperand source = i.operand(1);
    int d = frame.target32(i, i.operand(0));
    int a =
        type.bits() < 32 && source instanceof PtxOperand.Immediate immediate
            ? frame.source32(
                i, new PtxOperand.Immediate(immediate.value() & (1L << type.bits()) - 1))
            : frame.source32(i, source);
    return (w, m) -> {
      int[] to = w.r[d];
      int[] from = w.r[a];
      if (m == Operation.ALL) {
        System.arraycopy(from, 0, to, 0, DeviceFacts.WARP);
      } else {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          to[lane] = from[lane];
        }
      }
    };
  }

  static Operation copy64(int d, int a) {
    return (w, m) -> {
      long[] to = w.q[d];
      long[] from = w.q[a];
      if (m == Operation.ALL) {
        System.arraycopy(from, 0, to, 0, DeviceFacts.WARP);
      } else {
        for (int rest = m; rest != 0; rest &= rest - 1) {
          int lane = Integer.numberOfTrailingZeros(rest);
          to[lane] = from[lane];
        }
      }
    };
  }

  /** Clocks count the instructions that were issued, so that runs are alike. */
  private static Operation clock(FrameLayout frame, PtxInstruction i, String name) {
    int high = name.endsWith("_hi") ? 32 : 0;
    return switch (name) {
      case "%clock", "%clock_hi", "%globaltimer_lo", "%globaltimer_hi" -> {
        int d = frame.target32(i, i.operand(0));
        yield (w, m) -> Lanes.fill(w.r[d], m, (int) (w.tally.warpInstructions >>> high));
      }
      case "%clock64", "%globaltimer" -> {
        int d = frame.target64(i, i.operand(0));
        yield (w, m) -> {
          long now = w.tally.warpInstructions;
          for (int rest = m; rest != 0; rest &= rest - 1) {
            w.q[d][Integer.numberOfTrailingZeros(rest)] = now;
          }
        };
      }
      default ->
          throw new DeviceException("PTX line " + i.line() + ": unknown special register: " + name);
    };
  }

  private static int partBits(PtxInstruction i, PtxType type, List<PtxOperand> parts) {
    int bits = type.bits() / parts.size();
    for (PtxOperand part : parts) {
      if (part instanceof Register register && register.register().type().bits() != bits) {
        throw FrameLayout.bad(i, "parts of " + bits + " bits");
      }
    }
    return bits;
  }

  private static Operation pack(
      FrameLayout frame, PtxInstruction i, PtxType type, List<PtxOperand> parts) {
    int bits = partBits(i, type, parts);
    int[] a = parts.stream().mapToInt(part -> frame.source32(i, part)).toArray();
    boolean wide = type.bits() == 64;
    int d = wide ? frame.target64(i, i.operand(0)) : frame.target32(i, i.operand(0));
    long used = (1L << bits) - 1;
    return (w, m) -> {
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        long value = 0;
        for (int k = a.length - 1; k >= 0; k--) {
          value = value << bits | w.r[a[k]][lane] & used;
        }
        if (wide) {
          w.q[d][lane] = value;
        } else {
          w.r[d][lane] = (int) value;
        }
      }
    };
  }

  private static Operation unpack(
      FrameLayout frame, PtxInstruction i, PtxType type, List<PtxOperand> parts) {
    int bits = partBits(i, type, parts);
    int[] d = parts.stream().mapToInt(part -> frame.target32(i, part)).toArray();
    boolean wide = type.bits() == 64;
    int a = wide ? frame.source64(i, i.operand(1)) : frame.source32(i, i.operand(1));
    long used = (1L << bits) - 1;
    return (w, m) -> {
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        long value = wide ? w.q[a][lane] : w.r[a][lane];
        for (int part : d) {
          w.r[part][lane] = (int) (value & used);
          value >>>= bits;
        }
      }
    };
  }
}
