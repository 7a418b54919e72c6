package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A warp: its registers, and which of its lanes are where. Lanes that a branch parts run one side
 * after the other and meet at the place that {@link ControlFlow} says.
 *
 * <p>Registers are rows of 32 lanes, so that an operation is a loop over rows that a compiler of
 * the JVM makes vector instructions of. Predicates are masks of lanes.
 */
final class Warp {

  private static final int UNDEFINED = 0xDEADBEEF;
  private static final long UNDEFINED_LONG = 0xDEADBEEFDEADBEEFL;

  final Code code;
  final BlockRun block;
  final Tally tally;
  final int number;

  /** Rows of 32 bits. Registers of 8 or 16 bits stand in the low bits, zeros above. */
  final int[][] r;

  /** Rows of 64 bits. */
  final long[][] q;

  /** Predicates. */
  final int[] p;

  /** Carry flags of the lanes. */
  int carry;

  final byte[] local;

  /** Addresses of the access in progress, and where they are in its buffer. */
  final long[] addresses = new long[DeviceFacts.WARP];

  final int[] at = new int[DeviceFacts.WARP];

  /** For operations that read all before they write any. */
  final long[] scratch = new long[DeviceFacts.WARP];

  /** Lanes that have not exited. */
  int alive;

  /** Whether this waits at a barrier. */
  boolean waits;

  private final List<Strand> strands = new ArrayList<>();
  private Strand strand;
  private int limit;
  private boolean running;
  private int slice;

  Warp(Code code, BlockRun block, int number, Tally tally) {
    this.code = code;
    this.block = block;
    this.number = number;
    this.tally = tally;
    FrameLayout frame = code.frame;
    r = new int[frame.rows32()][];
    q = new long[frame.rows64()][];
    p = new int[frame.predicates()];
    local = new byte[frame.localBytes() * DeviceFacts.WARP];
    for (int i = 0; i < frame.registers32(); i++) {
      r[i] = new int[DeviceFacts.WARP];
    }
    for (int i = 0; i < frame.registers64(); i++) {
      q[i] = new long[DeviceFacts.WARP];
    }
    for (Map.Entry<Integer, Integer> constant : frame.constants32().entrySet()) {
      r[constant.getValue()] = new int[DeviceFacts.WARP];
      Arrays.fill(r[constant.getValue()], constant.getKey());
    }
    for (Map.Entry<Long, Integer> constant : frame.constants64().entrySet()) {
      q[constant.getValue()] = new long[DeviceFacts.WARP];
      Arrays.fill(q[constant.getValue()], constant.getKey());
    }
    for (int row : frame.specials().values()) {
      r[row] = new int[DeviceFacts.WARP];
    }
  }

  /** Readies this for a block. */
  void start() {
    for (int i = 0; i < code.frame.registers32(); i++) {
      Arrays.fill(r[i], UNDEFINED);
    }
    for (int i = 0; i < code.frame.registers64(); i++) {
      Arrays.fill(q[i], UNDEFINED_LONG);
    }
    Arrays.fill(p, UNDEFINED);
    // The predicate that numbers are read from.
    p[p.length - 1] = 0;
    carry = UNDEFINED;
    Arrays.fill(local, GlobalMemory.UNDEFINED);
    for (Map.Entry<String, Integer> special : code.frame.specials().entrySet()) {
      SpecialRegisters.fill(special.getKey(), r[special.getValue()], this);
    }
    alive = Operation.ALL;
    waits = false;
    strands.clear();
    strands.add(new Strand(0, Operation.ALL));
  }

  boolean isDone() {
    return strands.isEmpty();
  }

  /** Runs until all lanes have exited, a barrier, or about so many branches. */
  void run(int branches) {
    slice = branches;
    while (slice > 0 && !waits && select()) {
      interpret();
    }
  }

  /** The hot loop. */
  private void interpret() {
    Instruction[] instructions = code.instructions;
    running = true;
    while (running) {
      Strand now = strand;
      if (now.pc == now.stop) {
        meet();
        continue;
      }
      Instruction instruction = instructions[now.pc++];
      int mask = now.active;
      int guard = instruction.guard();
      if (guard >= 0) {
        mask &= p[guard] ^ instruction.invert();
      }
      tally.warpInstructions++;
      tally.laneInstructions += Integer.bitCount(mask);
      if (mask != 0 || instruction.control()) {
        instruction.operation().run(this, mask);
      }
    }
  }

  private void meet() {
    if (strand.depth == 0) {
      running = false;
    } else {
      strand.pop();
      checkLimit();
    }
  }

  /** Has another strand run if this one has come to where that one is. */
  private void checkLimit() {
    if (limit != ControlFlow.NONE && strand.depth == 0 && strand.pc >= limit) {
      running = false;
    }
  }

  /** Takes a branch with some of the active lanes. */
  void branch(int target, int meeting, int taken) {
    tally.branches++;
    Strand now = strand;
    if (taken == now.active) {
      now.pc = target;
    } else if (taken != 0) {
      tally.divergentBranches++;
      diverge(target, meeting, taken);
    }
    checkLimit();
    if (--slice <= 0) {
      running = false;
    }
  }

  private void diverge(int target, int meeting, int taken) {
    Strand now = strand;
    int rest = now.active & ~taken;
    if (meeting == ControlFlow.NONE && now.depth == 0) {
      now.active = rest;
      strands.add(new Strand(target, taken));
      running = false;
      return;
    }
    int next = now.pc;
    if (now.depth == 0 || now.stop != meeting) {
      now.pc = meeting;
      now.push();
      now.stop = meeting;
    }
    // If the sides meet where the entry ends anyway, the entry below has the lanes of both.
    if (target == meeting) {
      now.pc = next;
      now.active = rest;
    } else if (next == meeting) {
      now.pc = target;
      now.active = taken;
    } else {
      now.pc = target;
      now.active = taken;
      now.push();
      now.pc = next;
      now.active = rest;
    }
  }

  /** Has the instruction that runs done again by those of its lanes that do not branch away. */
  void repeat() {
    strand.pc--;
  }

  /** Ends lanes. */
  void exit(int lanes) {
    alive &= ~lanes;
    strand.remove(lanes);
    for (Strand each : strands) {
      each.parked = false;
    }
    if (strand.active == 0) {
      if (!strand.pop()) {
        strands.remove(strand);
        running = false;
      } else {
        checkLimit();
      }
    }
  }

  /** The lanes that run now. */
  int active() {
    return strand.active;
  }

  /**
   * Waits for other lanes to come to the instruction that runs, which is then done again.
   *
   * @param missing the lanes
   */
  void await(int missing) {
    if (strand.depth != 0) {
      throw fault(
          Integer.numberOfTrailingZeros(strand.active),
          "waits for lanes 0x" + Integer.toHexString(missing) + ", which are on another path");
    }
    strand.pc--;
    strand.parked = true;
    tally.warpInstructions--;
    tally.laneInstructions -= Integer.bitCount(strand.active);
    running = false;
  }

  /** Stops here until {@link #waits} is false again. */
  void awaitBarrier() {
    waits = true;
    running = false;
  }

  /** Chooses the strand that runs next; false if all lanes have exited. */
  private boolean select() {
    limit = ControlFlow.NONE;
    if (strands.size() == 1) {
      strand = strands.get(0);
      strand.stop = strand.depth == 0 ? ControlFlow.NONE : strand.stop;
      if (strand.parked) {
        throw stuck();
      }
      return true;
    }
    if (strands.isEmpty()) {
      return false;
    }
    merge();
    strand = null;
    for (Strand each : strands) {
      if (!each.parked && (strand == null || each.pc < strand.pc)) {
        strand = each;
      }
    }
    if (strand == null) {
      strand = strands.get(0);
      throw stuck();
    }
    for (Strand each : strands) {
      boolean ahead = each.depth == 0 && each.pc > strand.pc;
      if (ahead && (limit == ControlFlow.NONE || each.pc < limit)) {
        limit = each.pc;
      }
    }
    if (strand.depth == 0) {
      strand.stop = limit;
    }
    return true;
  }

  /** Joins strands that are at the same instruction. */
  private void merge() {
    for (int i = 0; i < strands.size(); i++) {
      Strand one = strands.get(i);
      for (int j = strands.size() - 1; j > i; j--) {
        Strand other = strands.get(j);
        if (one.pc == other.pc && one.depth == 0 && other.depth == 0) {
          one.active |= other.active;
          one.parked = false;
          strands.remove(j);
        }
      }
    }
  }

  private DeviceException stuck() {
    StringBuilder places = new StringBuilder("lanes wait for each other at different places:");
    for (Strand each : strands) {
      places
          .append(" 0x")
          .append(Integer.toHexString(each.active))
          .append(" at line ")
          .append(code.instructions[each.pc].line());
    }
    strand.pc++;
    return fault(Integer.numberOfTrailingZeros(strand.active), places.toString());
  }

  /** The line of the instruction that ran last. */
  int line() {
    return code.instructions[Math.max(strand.pc - 1, 0)].line();
  }

  /** A failure of the instruction that runs, at a lane. */
  DeviceException fault(int lane, String message) {
    Instruction instruction = code.instructions[Math.max(strand.pc - 1, 0)];
    return new DeviceException(
        "kernel "
            + code.name
            + ", PTX line "
            + instruction.line()
            + " ("
            + instruction.opcode()
            + "), block "
            + block.index()
            + ", thread "
            + (number * DeviceFacts.WARP + lane)
            + ": "
            + message);
  }
}
