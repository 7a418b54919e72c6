package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes of the text of a kernel what runs. What it does not know, it refuses. */
final class Decoder {

  private final FrameLayout frame;

  private Decoder(FrameLayout frame) {
    this.frame = frame;
  }

  /**
   * Decodes a kernel.
   *
   * @param addresses addresses of the variables of the module
   * @throws DeviceException naming an instruction that is not known, and its line
   */
  static Code decode(PtxKernel kernel, Map<PtxVariable, Long> addresses) {
    FrameLayout frame = new FrameLayout(kernel, addresses);
    List<PtxInstruction> instructions = kernel.instructions();
    Decoder decoder = new Decoder(frame);
    Instruction[] decoded = new Instruction[instructions.size()];
    for (int i = 0; i < decoded.length; i++) {
      decoded[i] = decoder.instruction(instructions.get(i));
    }
    return new Code(kernel, decoded, ControlFlow.ranks(instructions), frame);
  }

  private Instruction instruction(PtxInstruction instruction) {
    boolean guarded = instruction.guard() != null;
    return new Instruction(
        instruction.line(),
        instruction.opcode(),
        guarded ? instruction.guard().register().index() : -1,
        guarded && instruction.guard().negated() ? -1 : 0,
        ControlFlow.isBranch(instruction),
        operation(instruction));
  }

  private Operation operation(PtxInstruction i) {
    return switch (i.name()) {
      case "mov" -> MoveDecoder.move(frame, i);
      case "cvt", "cvta", "isspacep" -> ConvertDecoder.decode(frame, i);
      case "setp", "set", "selp", "slct" -> CompareDecoder.decode(frame, i);
      case "ld", "ldu", "st", "atom", "red" -> MemoryDecoder.decode(frame, i);
      case "shfl", "vote", "match", "redux", "activemask" -> WarpDecoder.decode(frame, i);
      case "bar", "barrier" -> BarrierDecoder.decode(frame, i);
      case "bra", "brx" -> branch(i);
      case "ret", "exit" -> (warp, mask) -> warp.exit(mask);
      case "trap" ->
          (warp, mask) -> {
            throw warp.fault(Integer.numberOfTrailingZeros(mask), "trap");
          };
      case "membar", "fence" -> (warp, mask) -> VarHandle.fullFence();
      case "prefetch", "prefetchu", "nanosleep", "discard", "applypriority" -> (warp, mask) -> {};
      case "and", "or", "xor", "not" ->
          i.has("pred") ? CompareDecoder.logic(frame, i) : ArithmeticDecoder.decode(frame, i);
      default -> ArithmeticDecoder.decode(frame, i);
    };
  }

  private Operation branch(PtxInstruction i) {
    check(i, Set.of("uni", "idx"));
    List<Integer> targets = ((PtxOperand.Targets) i.operand(i.operands().size() - 1)).indexes();
    if (i.name().equals("bra")) {
      int target = targets.get(0);
      return (warp, mask) -> warp.branch(target, mask);
    }
    int row = frame.source32(i, i.operand(0));
    int[] table = targets.stream().mapToInt(Integer::intValue).toArray();
    return (warp, mask) -> {
      if (mask == 0) {
        return;
      }
      int[] choice = warp.r[row];
      int lane = Integer.numberOfTrailingZeros(mask);
      int chosen = choice[lane];
      if (Integer.compareUnsigned(chosen, table.length) >= 0) {
        throw warp.fault(lane, "target " + chosen + " of " + table.length);
      }
      int taken = 0;
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int other = Integer.numberOfTrailingZeros(rest);
        taken |= choice[other] == chosen ? 1 << other : 0;
      }
      if (taken != mask) {
        warp.repeat();
      }
      warp.branch(table[chosen], taken);
    };
  }

  /** Refuses modifiers that are neither types of whole numbers nor among these. */
  static void check(PtxInstruction instruction, Set<String> allowed) {
    for (String modifier : instruction.modifiers()) {
      PtxType type = PtxType.of(modifier);
      if (!allowed.contains(modifier) && (type == null || type.kind() == 'f')) {
        throw instruction.unknown();
      }
    }
  }
}
