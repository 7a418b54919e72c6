package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.PtxOperand.Targets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where lanes that a branch has parted meet again: at its immediate post-dominator, the first place
 * that all ways from the branch to the end come by.
 *
 * <p>Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001), on the reversed
 * graph of basic blocks. Quadratic in blocks at worst, linear on what compilers write.
 */
final class ControlFlow {

  /** Lanes meet nowhere before they exit. */
  static final int NONE = -1;

  private final List<PtxInstruction> instructions;

  /** Block of each instruction. */
  private final int[] blockOf;

  /** First instruction of each block. */
  private int[] first;

  /** Following blocks of each block; the number of blocks stands for the end. */
  private int[][] following;

  private ControlFlow(List<PtxInstruction> instructions) {
    this.instructions = instructions;
    blockOf = new int[instructions.size()];
  }

  /**
   * The places where lanes meet again.
   *
   * @return for each instruction the index of the one where lanes that it parts meet, or {@link
   *     #NONE}
   */
  static int[] meetings(List<PtxInstruction> instructions) {
    ControlFlow flow = new ControlFlow(instructions);
    flow.findBlocks();
    flow.findFollowing();
    int[] dominator = flow.postDominators();
    int[] meetings = new int[instructions.size()];
    for (int i = 0; i < meetings.length; i++) {
      int block = dominator[flow.blockOf[i]];
      meetings[i] = block < 0 || block == flow.first.length ? NONE : flow.first[block];
    }
    return meetings;
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
    int end = first.length;
    following = new int[end][];
    for (int block = 0; block < end; block++) {
      int last = (block + 1 < end ? first[block + 1] : instructions.size()) - 1;
      PtxInstruction instruction = instructions.get(last);
      List<Integer> next = new ArrayList<>();
      if (isBranch(instruction)) {
        targets(instruction).forEach(target -> next.add(blockOf[target]));
      } else if (isEnd(instruction)) {
        next.add(end);
      }
      if (instruction.guard() != null || next.isEmpty()) {
        next.add(block + 1);
      }
      following[block] = next.stream().mapToInt(Integer::intValue).distinct().toArray();
    }
  }

  /** The immediate post-dominator of each block; -1 if the end cannot be reached from it. */
  private int[] postDominators() {
    int end = first.length;
    int[] order = orderFromEnd();
    int[] rank = new int[end + 1];
    Arrays.fill(rank, -1);
    for (int i = 0; i < order.length; i++) {
      rank[order[i]] = i;
    }
    int[] dominator = new int[end + 1];
    Arrays.fill(dominator, -1);
    dominator[end] = end;
    boolean changed = true;
    while (changed) {
      changed = false;
      // The end has the highest rank: go down from it.
      for (int i = order.length - 2; i >= 0; i--) {
        int block = order[i];
        int found = -1;
        for (int next : following[block]) {
          if (dominator[next] >= 0) {
            found = found < 0 ? next : common(found, next, dominator, rank);
          }
        }
        changed |= dominator[block] != found;
        dominator[block] = found;
      }
    }
    return dominator;
  }

  private static int common(int left, int right, int[] dominator, int[] rank) {
    int a = left;
    int b = right;
    while (a != b) {
      if (rank[a] < rank[b]) {
        a = dominator[a];
      } else {
        b = dominator[b];
      }
    }
    return a;
  }

  /** Blocks from which the end can be reached, in postorder of the reversed graph. */
  private int[] orderFromEnd() {
    int end = first.length;
    List<List<Integer>> before = new ArrayList<>();
    for (int i = 0; i <= end; i++) {
      before.add(new ArrayList<>());
    }
    for (int block = 0; block < end; block++) {
      for (int next : following[block]) {
        before.get(next).add(block);
      }
    }
    int[] order = new int[end + 1];
    int[] visited = new int[end + 1];
    int[] stack = new int[end + 1];
    boolean[] seen = new boolean[end + 1];
    int done = 0;
    int depth = 1;
    stack[0] = end;
    seen[end] = true;
    while (depth > 0) {
      int block = stack[depth - 1];
      if (visited[block] == before.get(block).size()) {
        order[done++] = block;
        depth--;
        continue;
      }
      int next = before.get(block).get(visited[block]++);
      if (!seen[next]) {
        seen[next] = true;
        stack[depth++] = next;
      }
    }
    return Arrays.copyOf(order, done);
  }
}
