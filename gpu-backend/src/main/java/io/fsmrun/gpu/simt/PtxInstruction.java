package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import java.util.List;

/**
 * An instruction.
 *
 * @param line its line in the text, from 1
 * @param guard the predicate under which it is done, or null
 * @param name the first word of its opcode
 * @param modifiers the other words
 * @param operands its operands
 */
record PtxInstruction(
    int line,
    PtxOperand.Register guard,
    String name,
    List<String> modifiers,
    List<PtxOperand> operands) {

  /** The opcode as written. */
  String opcode() {
    return modifiers.isEmpty() ? name : name + "." + String.join(".", modifiers);
  }

  boolean has(String modifier) {
    return modifiers.contains(modifier);
  }

  /** The last type among the modifiers. */
  PtxType type() {
    for (int i = modifiers.size() - 1; i >= 0; i--) {
      PtxType type = PtxType.of(modifiers.get(i));
      if (type != null) {
        return type;
      }
    }
    throw unknown();
  }

  PtxOperand operand(int index) {
    if (index >= operands.size()) {
      throw new DeviceException("PTX line " + line + ": too few operands: " + opcode());
    }
    return operands.get(index);
  }

  /** What to throw if this executor does not know the instruction. */
  DeviceException unknown() {
    return new DeviceException("PTX line " + line + ": unknown instruction: " + opcode());
  }
}
