package io.fsmrun.gpu.simt;

/**
 * A register of a kernel.
 *
 * @param name its name
 * @param type its type
 * @param index its number among those of its bank: predicates, up to 32 bits, 64 bits
 */
record PtxRegister(String name, PtxType type, int index) {}
