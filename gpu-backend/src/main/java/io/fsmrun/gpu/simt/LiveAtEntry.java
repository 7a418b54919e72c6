package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxOperand.Address;
import io.fsmrun.gpu.simt.PtxOperand.Pair;
import io.fsmrun.gpu.simt.PtxOperand.Register;
import io.fsmrun.gpu.simt.PtxOperand.Vector;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The registers that a lane may read before it has written them. No other ones can show what the
 * warp before left in them, so that only these must be made undefined again: most warps of small
 * launches exit after a few instructions, and clearing all registers was a quarter of their time.
 *
 * <p>Liveness by iteration backwards (Aho, Lam, Sethi, Ullman, "Compilers", 2nd edition, section
 * 9.2.5), instruction by instruction. What an instruction under a guard writes counts as not
 * written, and an operand counts as read unless it is known to be written only: that makes more
 * registers live, never fewer. Time linear in instructions times registers times the depth of
 * loops.
 */
final class LiveAtEntry {

  /** Registers of up to 32 bits. */
  final int[] rows32;

  /** Registers of 64 bits. */
  final int[] rows64;

  final int[] predicates;

  private LiveAtEntry(int[] rows32, int[] rows64, int[] predicates) {
    this.rows32 = rows32;
    this.rows64 = rows64;
    this.predicates = predicates;
  }

  static LiveAtEntry of(PtxKernel kernel) {
    List<PtxInstruction> instructions = kernel.instructions();
    int count = instructions.size();
    List<BitSet> read = new ArrayList<>(count);
    List<BitSet> written = new ArrayList<>(count);
    List<List<Integer>> following = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      PtxInstruction instruction = instructions.get(i);
      following.add(ControlFlow.following(instructions, i));
      BitSet reads = new BitSet();
      BitSet writes = new BitSet();
      int first = writesFirst(instruction) ? 1 : 0;
      if (first > 0) {
        addTarget(instruction.operands().get(0), kernel, reads, writes);
      }
      for (PtxOperand operand :
          instruction.operands().subList(first, instruction.operands().size())) {
        add(operand, kernel, reads);
      }
      if (instruction.guard() != null) {
        add(instruction.guard(), kernel, reads);
        writes.clear();
      }
      read.add(reads);
      written.add(writes);
    }
    BitSet[] live = new BitSet[count];
    for (int i = 0; i < count; i++) {
      live[i] = read.get(i);
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = count - 1; i >= 0; i--) {
        BitSet now = new BitSet();
        for (int next : following.get(i)) {
          now.or(live[next]);
        }
        now.andNot(written.get(i));
        now.or(read.get(i));
        changed |= !now.equals(live[i]);
        live[i] = now;
      }
    }
    int from64 = kernel.registers32();
    int fromPredicates = from64 + kernel.registers64();
    return new LiveAtEntry(
        part(live[0], 0, from64),
        part(live[0], from64, fromPredicates),
        part(live[0], fromPredicates, fromPredicates + kernel.predicates()));
  }

  /** Whether the first operand is what an instruction writes, to all lanes that run it. */
  private static boolean writesFirst(PtxInstruction instruction) {
    return switch (instruction.name()) {
      case "st", "red", "bar", "barrier", "brx", "nanosleep" -> false;
      default -> !instruction.operands().isEmpty();
    };
  }

  private static void addTarget(PtxOperand target, PtxKernel kernel, BitSet reads, BitSet writes) {
    if (target instanceof Pair pair) {
      add(pair.first(), kernel, writes);
      add(pair.second(), kernel, reads);
    } else if (target instanceof Address) {
      add(target, kernel, reads);
    } else {
      add(target, kernel, writes);
    }
  }

  private static void add(PtxOperand operand, PtxKernel kernel, BitSet to) {
    if (operand instanceof Register register) {
      int index = register.register().index();
      if (register.register().type().isPredicate()) {
        to.set(kernel.registers32() + kernel.registers64() + index);
      } else if (FrameLayout.isBank64(operand)) {
        to.set(kernel.registers32() + index);
      } else {
        to.set(index);
      }
    } else if (operand instanceof Address address) {
      add(address.base(), kernel, to);
    } else if (operand instanceof Vector vector) {
      vector.parts().forEach(part -> add(part, kernel, to));
    } else if (operand instanceof Pair pair) {
      add(pair.first(), kernel, to);
      add(pair.second(), kernel, to);
    }
  }

  private static int[] part(BitSet all, int from, int to) {
    return all.get(from, to).stream().toArray();
  }
}
