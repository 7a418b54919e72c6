package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.Access.Kind;
import io.fsmrun.gpu.simt.Access.Touch;
import io.fsmrun.gpu.simt.PtxOperand.Address;
import io.fsmrun.gpu.simt.PtxOperand.Vector;
import java.util.List;
import java.util.Set;

/** Decodes accesses to memory. */
final class MemoryDecoder {

  private static final Set<String> MODIFIERS =
      Set.of(
          "global",
          "const",
          "shared",
          "shared::cta",
          "local",
          "param",
          "param::entry",
          "v2",
          "v4",
          "nc",
          "ca",
          "cg",
          "cs",
          "cv",
          "lu",
          "wb",
          "wt",
          "volatile",
          "relaxed",
          "weak",
          "acquire",
          "release",
          "acq_rel",
          "cta",
          "gpu",
          "sys",
          "add",
          "min",
          "max",
          "and",
          "or",
          "xor",
          "exch",
          "cas",
          "inc",
          "dec",
          "f32",
          "f64");

  private MemoryDecoder() {}

  static Operation decode(FrameLayout frame, PtxInstruction i) {
    PtxSpace space = PtxSpace.GENERIC;
    for (String modifier : i.modifiers()) {
      boolean hint = modifier.startsWith("L1::") || modifier.startsWith("L2::");
      if (!hint && !MODIFIERS.contains(modifier) && PtxType.of(modifier) == null) {
        throw i.unknown();
      }
      PtxSpace named = PtxSpace.of(modifier);
      space = named == null ? space : named;
    }
    return switch (i.name()) {
      case "ld", "ldu" -> load(frame, i, space);
      case "st" -> store(frame, i, space);
      default -> atomic(frame, i, space);
    };
  }

  private static Operation access(
      FrameLayout frame, PtxInstruction i, Kind kind, PtxSpace space, int operand, Touch touch) {
    if (!(i.operand(operand) instanceof Address)) {
      throw FrameLayout.bad(i, "an address");
    }
    Address address = (Address) i.operand(operand);
    boolean narrow = FrameLayout.isBank32(address.base());
    int base = narrow ? frame.source32(i, address.base()) : frame.source64(i, address.base());
    int parts = i.has("v4") ? 4 : i.has("v2") ? 2 : 1;
    return new Access(
        kind, space, base, !narrow, address.offset(), parts * i.type().bytes(), touch);
  }

  private static List<PtxOperand> parts(PtxInstruction i, PtxOperand operand) {
    int expected = i.has("v4") ? 4 : i.has("v2") ? 2 : 1;
    List<PtxOperand> parts = operand instanceof Vector vector ? vector.parts() : List.of(operand);
    if (parts.size() != expected) {
      throw FrameLayout.bad(i, expected + " parts");
    }
    return parts;
  }

  private static Operation load(FrameLayout frame, PtxInstruction i, PtxSpace space) {
    PtxType type = i.type();
    List<PtxOperand> parts = parts(i, i.operand(0));
    boolean wide = type.bits() == 64 || FrameLayout.isBank64(parts.get(0));
    Touch[] touches = new Touch[parts.size()];
    for (int k = 0; k < touches.length; k++) {
      PtxOperand part = parts.get(k);
      int from = k * type.bytes();
      touches[k] =
          wide
              ? Loads.wide(frame.target64(i, part), type, from)
              : Loads.narrow(
                  frame.target32(i, part), type, from, ConvertDecoder.registerMask(part));
    }
    return access(frame, i, Kind.LOAD, space, 1, together(touches));
  }

  private static Operation store(FrameLayout frame, PtxInstruction i, PtxSpace space) {
    PtxType type = i.type();
    if (space == PtxSpace.CONST || space == PtxSpace.PARAM) {
      throw i.unknown();
    }
    List<PtxOperand> parts = parts(i, i.operand(1));
    Touch[] touches = new Touch[parts.size()];
    for (int k = 0; k < touches.length; k++) {
      PtxOperand part = parts.get(k);
      int to = k * type.bytes();
      boolean wide = type.bits() == 64 || FrameLayout.isBank64(part);
      touches[k] =
          wide
              ? Stores.wide(frame.source64(i, part), type.bytes(), to)
              : Stores.narrow(frame.source32(i, part), type.bytes(), to);
    }
    return access(frame, i, Kind.STORE, space, 0, together(touches));
  }

  private static Touch together(Touch[] touches) {
    if (touches.length == 1) {
      return touches[0];
    }
    return (warp, mask, data) -> {
      for (Touch touch : touches) {
        touch.touch(warp, mask, data);
      }
    };
  }

  private static Operation atomic(FrameLayout frame, PtxInstruction i, PtxSpace space) {
    boolean result = i.name().equals("atom");
    boolean inMemory =
        space == PtxSpace.GENERIC || space == PtxSpace.GLOBAL || space == PtxSpace.SHARED;
    PtxType type = i.type();
    if (!inMemory || type.bits() < 32 || type.kind() == 'f' || i.has("v2") || i.has("v4")) {
      throw i.unknown();
    }
    Touch touch = Atomics.touch(frame, i, type, result);
    return access(frame, i, Kind.ATOMIC, space, result ? 1 : 0, touch);
  }
}
