package io.fsmrun.gpu.simt;

/**
 * An instruction ready to run.
 *
 * @param line its line in the text
 * @param opcode its opcode as written
 * @param guard the predicate under which it is done, or -1
 * @param invert 0, or -1 if the predicate must be false
 * @param control whether it is run even if no lane is left, as branches are
 * @param operation what it does
 */
record Instruction(
    int line, String opcode, int guard, int invert, boolean control, Operation operation) {}
