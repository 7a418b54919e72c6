package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxOperand.Targets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The order in which instructions have their turn when lanes of a warp are at different ones: those
 * that lead to others come first, and the whole of a loop comes before what follows it. If the
 * lanes that are first in this order always run, those that a branch has parted meet at the first
 * place that both can come to, also after a loop or an {@code if} that some leave early.
 *
 * <p>Meeting at immediate post-dominators, the usual choice, was tried and given up: a {@code
 * break} or {@code return} under an {@code if} puts them at the end of the loop or kernel, so that
 * lanes which GPUs have run together ran one by one, and waited for each other on different paths.
 *
 * <p>Source: for the meeting places, Diamos et al., "SIMD Re-Convergence at Thread Frontiers"
 * (MICRO 2011), section 4; for the order, Bourdoncle, "Efficient chaotic iteration strategies with
 * widenings" (1993), figure 4. Time linear in blocks times the depth of loops.
 */
final class ControlFlow {

  private static final int DONE = Integer.MAX_VALUE;

  private final List<PtxInstruction> instructions;

  /** Block of each instruction. */
  private final int[] blockOf;

  /** First instruction of each block. */
  private int[] first;

  /** Following blocks of each block. */
  private int[][] following;

  /** When each block was met; 0 if it was not yet, {@link #DONE} if it has its place. */
  private int[] met;

  private int time;
  private final ArrayDeque<Integer> stack = new ArrayDeque<>();

  private ControlFlow(List<PtxInstruction> instructions) {
    this.instructions = instructions;
    blockOf = new int[instructions.size()];
  }

  /**
   * The order of the instructions.
   *
   * @return for each instruction its place in the order; those of a block are in line
   */
  static int[] ranks(List<PtxInstruction> instructions) {
    ControlFlow flow = new ControlFlow(instructions);
    flow.findBlocks();
    flow.findFollowing();
    flow.met = new int[flow.first.length];
    Deque<Integer> order = new ArrayDeque<>();
    flow.visit(0, order);
    for (int block = 0; block < flow.met.length; block++) {
      if (flow.met[block] == 0) {
        order.addLast(block);
      }
    }
    int[] ranks = new int[instructions.size()];
    int rank = 0;
    for (int block : order) {
      for (int i = flow.first[block]; i < flow.end(block); i++) {
        ranks[i] = rank++;
      }
    }
    return ranks;
  }

  /** Places a block and all that follows it; gives the earliest block of a loop around it. */
  private int visit(int block, Deque<Integer> order) {
    stack.push(block);
    met[block] = ++time;
    int head = met[block];
    boolean loop = false;
    for (int next : following[block]) {
      int earliest = met[next] == 0 ? visit(next, order) : met[next];
      if (earliest <= head) {
        head = earliest;
        loop = true;
      }
    }
    if (head == met[block]) {
      met[block] = DONE;
      int element = stack.pop();
      if (loop) {
        while (element != block) {
          met[element] = 0;
          element = stack.pop();
        }
        Deque<Integer> body = new ArrayDeque<>();
        for (int next : following[block]) {
          if (met[next] == 0) {
            visit(next, body);
          }
        }
        while (!body.isEmpty()) {
          order.addFirst(body.removeLast());
        }
      }
      order.addFirst(block);
    }
    return head;
  }

  static boolean isBranch(PtxInstruction instruction) {
    return instruction.name().equals("bra") || instruction.name().equals("brx");
  }

  static boolean isEnd(PtxInstruction instruction) {
    return switch (instruction.name()) {
      case "ret", "exit", "trap" -> true;
      default -> false;
    };
  }

  /** The instructions that may come after one. */
  static List<Integer> following(List<PtxInstruction> instructions, int index) {
    PtxInstruction instruction = instructions.get(index);
    List<Integer> next = new ArrayList<>(isBranch(instruction) ? targets(instruction) : List.of());
    boolean goesOn = instruction.guard() != null || next.isEmpty() && !isEnd(instruction);
    if (goesOn && index + 1 < instructions.size()) {
      next.add(index + 1);
    }
    return next;
  }

  private static List<Integer> targets(PtxInstruction branch) {
    PtxOperand last = branch.operand(branch.operands().size() - 1);
    return last instanceof Targets targets ? targets.indexes() : List.of();
  }

  private void findBlocks() {
    int count = instructions.size();
    boolean[] leads = new boolean[count + 1];
    leads[0] = true;
    for (int i = 0; i < count; i++) {
      PtxInstruction instruction = instructions.get(i);
      if (isBranch(instruction)) {
        targets(instruction).forEach(target -> leads[target] = true);
        leads[i + 1] = true;
      } else if (isEnd(instruction)) {
        leads[i + 1] = true;
      }
    }
    int blocks = 0;
    int[] starts = new int[count];
    for (int i = 0; i < count; i++) {
      if (leads[i]) {
        starts[blocks++] = i;
      }
      blockOf[i] = blocks - 1;
    }
    first = Arrays.copyOf(starts, blocks);
  }

  private void findFollowing() {
    following = new int[first.length][];
    for (int block = 0; block < first.length; block++) {
      following[block] =
          following(instructions, end(block) - 1).stream()
              .mapToInt(next -> blockOf[next])
              .distinct()
              .toArray();
    }
  }

  /** The instruction after the last one of a block. */
  private int end(int block) {
    return block + 1 < first.length ? first[block + 1] : instructions.size();
  }
}
