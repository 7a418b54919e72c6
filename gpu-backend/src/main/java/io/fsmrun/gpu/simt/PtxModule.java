package io.fsmrun.gpu.simt;

import java.util.List;

/**
 * A module as text has it.
 *
 * @param target the compute capability that it needs, times 10
 * @param variables variables of global and constant memory
 * @param kernels its kernels
 */
record PtxModule(int target, List<PtxVariable> variables, List<PtxKernel> kernels) {}
