package io.fsmrun.gpu.simt;

import java.util.List;

/** An operand of an instruction, its names resolved. */
sealed interface PtxOperand {

  /**
   * A register.
   *
   * @param register the register
   * @param negated whether a predicate is taken negated
   */
  record Register(PtxRegister register, boolean negated) implements PtxOperand {}

  /**
   * A number.
   *
   * @param value the number, sign-extended
   */
  record Immediate(long value) implements PtxOperand {}

  /**
   * The address of a variable in its space.
   *
   * @param variable the variable
   * @param offset bytes added to it
   */
  record Variable(PtxVariable variable, long offset) implements PtxOperand {}

  /**
   * A special register.
   *
   * @param name its name, such as {@code %tid.x}
   */
  record Special(String name) implements PtxOperand {}

  /**
   * A place in memory.
   *
   * @param base a register, variable or number
   * @param offset bytes added to it
   */
  record Address(PtxOperand base, long offset) implements PtxOperand {}

  /**
   * Operands in braces.
   *
   * @param parts the operands
   */
  record Vector(List<PtxOperand> parts) implements PtxOperand {}

  /**
   * Two results.
   *
   * @param first what stands before the bar
   * @param second what stands after it
   */
  record Pair(PtxOperand first, PtxOperand second) implements PtxOperand {}

  /**
   * Where branches go.
   *
   * @param indexes the instructions; one but for a table of targets
   */
  record Targets(List<Integer> indexes) implements PtxOperand {}

  /** A result that nobody wants. */
  record Sink() implements PtxOperand {}
}
