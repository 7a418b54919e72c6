package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxOperand.Pair;
import io.fsmrun.gpu.simt.PtxOperand.Sink;
import java.util.Locale;
import java.util.Set;

/** Decodes operations in which the lanes of a warp learn of each other. */
final class WarpDecoder {

  /** What a lane has from one that does not run. */
  private static final int UNDEFINED = 0xDEADBEEF;

  private WarpDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    if (i.name().equals("activemask")) {
      int d = frame.target32(i, i.operand(0));
      return (w, m) -> Lanes.fill(w.r[d], m, m);
    }
    if (!i.has("sync")) {
      throw i.unknown();
    }
    return switch (i.name()) {
      case "shfl" -> shuffle(frame, i);
      case "vote" -> vote(frame, i);
      case "match" -> match(frame, i);
      default -> reduce(frame, i);
    };
  }

  private static Operation shuffle(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("sync", "up", "down", "bfly", "idx"));
    PtxOperand target = i.operand(0);
    PtxOperand first = target instanceof Pair pair ? pair.first() : target;
    PtxOperand second = target instanceof Pair pair ? pair.second() : new Sink();
    int d = frame.target32(i, first);
    int p = frame.targetPredicate(i, second);
    int a = frame.source32(i, i.operand(1));
    int b = frame.source32(i, i.operand(2));
    int c = frame.source32(i, i.operand(3));
    int members = frame.source32(i, i.operand(4));
    Shuffle mode = Shuffle.valueOf(i.modifiers().get(1).toUpperCase(Locale.ROOT));
    return (w, m) -> {
      if (!Members.gather(w, m, w.r[members])) {
        return;
      }
      int inRange = 0;
      long[] copy = w.scratch;
      for (int k = 0; k < copy.length; k++) {
        copy[k] = w.r[a][k];
      }
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int from = from(mode, k, w.r[b][k] & 31, w.r[c][k]);
        if (from >= 0) {
          inRange |= 1 << k;
        } else {
          from = k;
        }
        w.r[d][k] = (m >>> from & 1) != 0 ? (int) copy[from] : UNDEFINED;
      }
      w.p[p] = w.p[p] & ~m | inRange;
    };
  }

  private enum Shuffle {
    UP,
    DOWN,
    BFLY,
    IDX
  }

  /** The lane that one reads from, or -1 if that is out of its segment. */
  private static int from(Shuffle mode, int lane, int by, int c) {
    int clamp = c & 31;
    int segment = c >>> 8 & 31;
    int last = lane & segment | clamp & ~segment;
    int first = lane & segment;
    int from =
        switch (mode) {
          case UP -> lane - by;
          case DOWN -> lane + by;
          case BFLY -> lane ^ by;
          case IDX -> first | by & ~segment;
        };
    return (mode == Shuffle.UP ? from >= last : from <= last) ? from : -1;
  }

  private static Operation vote(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("sync", "all", "any", "uni", "ballot", "pred"));
    PtxOperand source = i.operand(1);
    int a = frame.sourcePredicate(i, source);
    int invert = FrameLayout.invert(source);
    int members = frame.source32(i, i.operand(2));
    if (i.has("ballot")) {
      int d = frame.target32(i, i.operand(0));
      return (w, m) -> {
        if (Members.gather(w, m, w.r[members])) {
          int votes = (w.p[a] ^ invert) & m;
          for (int rest = m; rest != 0; rest &= rest - 1) {
            int k = Integer.numberOfTrailingZeros(rest);
            w.r[d][k] = votes & w.r[members][k];
          }
        }
      };
    }
    int d = frame.targetPredicate(i, i.operand(0));
    String mode = i.modifiers().get(1);
    return (w, m) -> {
      if (!Members.gather(w, m, w.r[members])) {
        return;
      }
      int votes = (w.p[a] ^ invert) & m;
      int result = 0;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int group = w.r[members][k] & m;
        boolean any = (votes & group) != 0;
        boolean all = (~votes & group) == 0;
        boolean is =
            switch (mode) {
              case "any" -> any;
              case "all" -> all;
              default -> all || !any;
            };
        result |= is ? 1 << k : 0;
      }
      w.p[d] = w.p[d] & ~m | result;
    };
  }

  private static Operation match(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("sync", "any", "all"));
    PtxOperand target = i.operand(0);
    int d = frame.target32(i, target instanceof Pair pair ? pair.first() : target);
    int p = frame.targetPredicate(i, target instanceof Pair pair ? pair.second() : new Sink());
    boolean wide = i.type().bits() == 64;
    int a = wide ? frame.source64(i, i.operand(1)) : frame.source32(i, i.operand(1));
    int members = frame.source32(i, i.operand(2));
    boolean all = i.has("all");
    return (w, m) -> {
      if (!Members.gather(w, m, w.r[members])) {
        return;
      }
      long[] values = w.scratch;
      for (int k = 0; k < values.length; k++) {
        values[k] = wide ? w.q[a][k] : w.r[a][k];
      }
      int agree = 0;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int group = w.r[members][k] & m;
        int equal = 0;
        for (int others = group; others != 0; others &= others - 1) {
          int other = Integer.numberOfTrailingZeros(others);
          equal |= values[other] == values[k] ? 1 << other : 0;
        }
        agree |= equal == group ? 1 << k : 0;
        // The row of masks may be the target's own.
        w.at[k] = all ? equal == group ? w.r[members][k] : 0 : equal;
      }
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        w.r[d][k] = w.at[k];
      }
      w.p[p] = w.p[p] & ~m | agree;
    };
  }

  private static Operation reduce(FrameLayout frame, PtxInstruction i) {
    Decoder.check(i, Set.of("sync", "add", "min", "max", "and", "or", "xor"));
    PtxType type = i.type();
    String name = i.modifiers().get(1);
    int d = frame.target32(i, i.operand(0));
    int a = frame.source32(i, i.operand(1));
    int members = frame.source32(i, i.operand(2));
    return (w, m) -> {
      if (!Members.gather(w, m, w.r[members])) {
        return;
      }
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        long value = type.extend(w.r[a][k]);
        int others = w.r[members][k] & m & ~(1 << k);
        for (; others != 0; others &= others - 1) {
          long other = type.extend(w.r[a][Integer.numberOfTrailingZeros(others)]);
          value = reduce(name, value, other);
        }
        w.at[k] = (int) value;
      }
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        w.r[d][k] = w.at[k];
      }
    };
  }

  private static long reduce(String name, long x, long y) {
    return switch (name) {
      case "add" -> x + y;
      case "min" -> Math.min(x, y);
      case "max" -> Math.max(x, y);
      case "and" -> x & y;
      case "or" -> x | y;
      default -> x ^ y;
    };
  }
}
