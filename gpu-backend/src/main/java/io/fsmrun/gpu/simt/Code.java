package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A kernel ready to run, and registers that its warps left. For all threads. */
final class Code {

  /** Registers for so many warps are kept. */
  private static final int MOST_KEPT = 1 << 7;

  final String name;
  final List<PtxVariable> parameters;
  final int[] parameterOffsets;
  final int parameterBytes;
  final int maximumThreads;
  final Instruction[] instructions;

  /** Place of each instruction in the order of {@link ControlFlow}. */
  final int[] ranks;

  final FrameLayout frame;

  /** Rows of constants, which nobody changes; null where other rows are. */
  private final int[][] constants32;

  private final long[][] constants64;

  private final PtxKernel kernel;

  /** Null until somebody runs it: many kernels of a module never are. */
  private LiveAtEntry live;

  private final ConcurrentLinkedQueue<Registers> left = new ConcurrentLinkedQueue<>();
  private final AtomicInteger leftCount = new AtomicInteger();

  Code(PtxKernel kernel, Instruction[] instructions, int[] ranks, FrameLayout frame) {
    name = kernel.name();
    parameters = kernel.parameters();
    maximumThreads = kernel.maximumThreads();
    this.instructions = instructions;
    this.ranks = ranks;
    this.frame = frame;
    this.kernel = kernel;
    parameterOffsets = new int[parameters.size()];
    for (int i = 0; i < parameterOffsets.length; i++) {
      parameterOffsets[i] = (int) frame.offset(parameters.get(i));
    }
    parameterBytes = frame.parameterBytes();
    constants32 = new int[frame.rows32()][];
    constants64 = new long[frame.rows64()][];
    for (Map.Entry<Integer, Integer> constant : frame.constants32().entrySet()) {
      int[] row = new int[DeviceFacts.WARP];
      Arrays.fill(row, constant.getKey());
      constants32[constant.getValue()] = row;
    }
    for (Map.Entry<Long, Integer> constant : frame.constants64().entrySet()) {
      long[] row = new long[DeviceFacts.WARP];
      Arrays.fill(row, constant.getKey());
      constants64[constant.getValue()] = row;
    }
  }

  /** Registers for a warp, with any values. */
  Registers takeRegisters() {
    Registers registers = left.poll();
    if (registers == null) {
      return new Registers(frame, live(), constants32, constants64);
    }
    leftCount.decrementAndGet();
    return registers;
  }

  private synchronized LiveAtEntry live() {
    if (live == null) {
      live = LiveAtEntry.of(kernel);
    }
    return live;
  }

  /** Takes back the registers of a warp that does not run any more. */
  void leaveRegisters(Registers registers) {
    if (leftCount.incrementAndGet() <= MOST_KEPT) {
      left.add(registers);
    } else {
      leftCount.decrementAndGet();
    }
  }
}
