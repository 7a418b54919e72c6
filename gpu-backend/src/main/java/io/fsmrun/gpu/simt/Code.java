package io.fsmrun.gpu.simt;

import java.util.List;

/** A kernel ready to run. Immutable but for its constants, which nobody changes. */
final class Code {

  final String name;
  final List<PtxVariable> parameters;
  final int[] parameterOffsets;
  final int parameterBytes;
  final int maximumThreads;
  final Instruction[] instructions;

  /** Place of each instruction in the order of {@link ControlFlow}. */
  final int[] ranks;

  final FrameLayout frame;

  Code(PtxKernel kernel, Instruction[] instructions, int[] ranks, FrameLayout frame) {
    name = kernel.name();
    parameters = kernel.parameters();
    maximumThreads = kernel.maximumThreads();
    this.instructions = instructions;
    this.ranks = ranks;
    this.frame = frame;
    parameterOffsets = new int[parameters.size()];
    for (int i = 0; i < parameterOffsets.length; i++) {
      parameterOffsets[i] = (int) frame.offset(parameters.get(i));
    }
    parameterBytes = frame.parameterBytes();
  }
}
