package io.fsmrun.gpu.simt;

import java.util.List;

/**
 * A kernel as text has it.
 *
 * @param name the name of its {@code .entry}
 * @param parameters its parameters, in order
 * @param maximumThreads threads that a block may have; 0 if nothing is said
 * @param predicates number of predicates
 * @param registers32 number of registers of up to 32 bits
 * @param registers64 number of registers of 64 bits
 * @param instructions its instructions, at least one
 */
record PtxKernel(
    String name,
    List<PtxVariable> parameters,
    int maximumThreads,
    int predicates,
    int registers32,
    int registers64,
    List<PtxInstruction> instructions) {}
