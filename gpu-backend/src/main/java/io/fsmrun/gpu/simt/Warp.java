package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;

/**
 * A warp: its registers, and which of its lanes are where. Lanes that are at the same instruction
 * run together, as a strand; of several strands the first in the order of {@link ControlFlow} runs,
 * until it comes to where another one is.
 *
 * <p>Registers are rows of 32 lanes, so that an operation is a loop over rows that a compiler of
 * the JVM makes vector instructions of. Predicates are masks of lanes.
 */
final class Warp {

  private static final int UNDEFINED = 0xDEADBEEF;

  final Code code;
  final BlockRun block;
  final Tally tally;
  final int number;

  private final Registers registers;

  /** Those of {@link Registers}. */
  final int[][] r;

  final long[][] q;

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

  /** The strand that runs: where it is, and its lanes. */
  private int pc;

  private int active;

  /** The lanes for which it has to wait; whether they must come, or may exit. */
  private int awaited;

  private boolean strict;

  private final Strands strands;

  /** The strand that runs goes on while it is before this in the order of {@link ControlFlow}. */
  private int limit;

  private boolean running;
  private int slice;
  private boolean lastFirst;

  Warp(Code code, BlockRun block, int number, Tally tally) {
    this.code = code;
    this.block = block;
    this.number = number;
    this.tally = tally;
    strands = new Strands(code.ranks);
    registers = code.takeRegisters();
    r = registers.r;
    q = registers.q;
    p = registers.p;
    local = registers.local;
    fillSpecials(false);
  }

  /** Gives the registers back. Does not run again. */
  void end() {
    code.leaveRegisters(registers);
  }

  /** Fills the special registers that keep their value, or those that each block has its own of. */
  private void fillSpecials(boolean ofBlock) {
    code.frame
        .specials()
        .forEach(
            (name, row) -> {
              if (SpecialRegisters.isOfBlock(name) == ofBlock) {
                SpecialRegisters.fill(name, r[row], this);
              }
            });
  }

  /** Readies this for a block. */
  void start() {
    registers.clear();
    carry = UNDEFINED;
    fillSpecials(true);
    alive = Operation.ALL;
    waits = false;
    strands.clear();
    strands.put(0, alive, 0, false);
    lastFirst = false;
  }

  boolean isDone() {
    return alive == 0;
  }

  /** Runs until all lanes have exited, a barrier, or about so many branches. */
  void run(int branches) {
    slice = branches;
    while (slice > 0 && !waits && !strands.isEmpty()) {
      int chosen = strands.choose(lastFirst);
      lastFirst &= chosen < 0;
      if (chosen < 0) {
        throw stuck();
      }
      pc = strands.pc(chosen);
      active = strands.take(chosen);
      limit = strands.next(code.ranks[pc]);
      awaited = 0;
      interpret();
      if (active != 0) {
        strands.put(pc, active, awaited, strict);
      }
    }
    // Lanes that wait in a loop for others of their warp would do so for ever.
    lastFirst = slice <= 0;
  }

  /** The hot loop. */
  private void interpret() {
    Instruction[] instructions = code.instructions;
    int[] ranks = code.ranks;
    running = true;
    while (running && ranks[pc] < limit) {
      Instruction instruction = instructions[pc++];
      int mask = active;
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

  /** Takes a branch with some of the active lanes. */
  void branch(int target, int taken) {
    tally.branches++;
    if (taken == active) {
      pc = target;
    } else if (taken != 0) {
      tally.divergentBranches++;
      int[] ranks = code.ranks;
      int rest = active & ~taken;
      if (ranks[pc] <= ranks[target]) {
        strands.put(target, taken, 0, false);
        active = rest;
        limit = Math.min(limit, ranks[target]);
      } else {
        strands.put(pc, rest, 0, false);
        active = taken;
        limit = Math.min(limit, ranks[pc]);
        pc = target;
      }
    }
    if (--slice <= 0) {
      running = false;
    }
  }

  /** Has the instruction that runs done again by those of its lanes that do not branch away. */
  void repeat() {
    pc--;
  }

  /** Ends lanes. */
  void exit(int lanes) {
    int waiting = strands.awaiting(lanes);
    if (waiting >= 0) {
      throw fault(
          Integer.numberOfTrailingZeros(lanes),
          "exits, but line "
              + code.instructions[waiting].line()
              + " waits for it ("
              + code.instructions[waiting].opcode()
              + ")");
    }
    alive &= ~lanes;
    active &= ~lanes;
    running = active != 0;
  }

  /** The lanes that run now. */
  int active() {
    return active;
  }

  /**
   * Waits for other lanes to come to the instruction that runs, which is then done again.
   *
   * @param missing the lanes
   * @param mustCome whether they may not exit instead
   */
  void await(int missing, boolean mustCome) {
    pc--;
    awaited = missing;
    strict = mustCome;
    tally.warpInstructions--;
    tally.laneInstructions -= Integer.bitCount(active);
    running = false;
  }

  /** Stops here until {@link #waits} is false again. */
  void awaitBarrier() {
    waits = true;
    running = false;
  }

  private DeviceException stuck() {
    pc = strands.pc(0) + 1;
    StringBuilder places = new StringBuilder("lanes wait for each other at different places:");
    int lane = Integer.numberOfTrailingZeros(strands.mask(0));
    for (int i = 0; i < strands.count(); i++) {
      places.append(" line ").append(code.instructions[strands.pc(i)].line());
      places.append(" lanes 0x").append(Integer.toHexString(strands.mask(i)));
    }
    return fault(lane, places.toString());
  }

  /** The line of the instruction that ran last. */
  int line() {
    return code.instructions[Math.max(pc - 1, 0)].line();
  }

  /** A failure of the instruction that runs, at a lane. */
  DeviceException fault(int lane, String message) {
    Instruction instruction = code.instructions[Math.max(pc - 1, 0)];
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
