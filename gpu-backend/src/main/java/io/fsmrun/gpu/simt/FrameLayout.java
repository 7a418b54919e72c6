package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.PtxOperand.Address;
import io.fsmrun.gpu.simt.PtxOperand.Immediate;
import io.fsmrun.gpu.simt.PtxOperand.Register;
import io.fsmrun.gpu.simt.PtxOperand.Sink;
import io.fsmrun.gpu.simt.PtxOperand.Special;
import io.fsmrun.gpu.simt.PtxOperand.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the registers, constants and variables of a kernel are. All that an instruction reads is a
 * row of 32 lanes, be it a register, a number, or a special register; so each operation needs one
 * form only.
 *
 * <pre>
 * rows of 32 bits:  registers | sink | special registers and constants, as they are met
 * rows of 64 bits:  registers | sink | constants, as they are met
 * predicates:       registers | sink | constants
 * </pre>
 */
final class FrameLayout {

  private final PtxKernel kernel;
  private final Map<PtxVariable, Long> addresses;
  private final Map<Integer, Integer> constants32 = new LinkedHashMap<>();
  private final Map<Long, Integer> constants64 = new LinkedHashMap<>();
  private final Map<String, Integer> specials = new LinkedHashMap<>();
  private final Map<PtxVariable, Integer> offsets = new HashMap<>();
  private int rows32;
  private int rows64;
  private int sharedBytes;
  private int localBytes;
  private int parameterBytes;

  /** Lays out the variables that the kernel names. */
  FrameLayout(PtxKernel kernel, Map<PtxVariable, Long> addresses) {
    this.kernel = kernel;
    this.addresses = addresses;
    rows32 = kernel.registers32() + 1;
    rows64 = kernel.registers64() + 1;
    kernel.parameters().forEach(this::place);
    List<PtxVariable> dynamic = new ArrayList<>();
    for (PtxInstruction instruction : kernel.instructions()) {
      for (PtxOperand operand : instruction.operands()) {
        PtxOperand named = operand instanceof Address address ? address.base() : operand;
        if (named instanceof Variable variable && !offsets.containsKey(variable.variable())) {
          if (isDynamic(variable.variable())) {
            dynamic.add(variable.variable());
          } else {
            place(variable.variable());
          }
        }
      }
    }
    dynamic.forEach(this::place);
    if (dynamic.isEmpty()) {
      sharedBytes = align(sharedBytes, 16);
    }
    localBytes = align(localBytes, 16);
  }

  private static boolean isDynamic(PtxVariable variable) {
    return variable.space() == PtxSpace.SHARED && variable.bytes() == 0;
  }

  private void place(PtxVariable variable) {
    switch (variable.space()) {
      case SHARED -> {
        int start =
            align(
                sharedBytes,
                isDynamic(variable) ? Math.max(16, variable.align()) : variable.align());
        offsets.put(variable, start);
        sharedBytes = start + variable.bytes();
      }
      case LOCAL -> {
        offsets.put(variable, align(localBytes, variable.align()));
        localBytes = offsets.get(variable) + variable.bytes();
      }
      case PARAM -> {
        offsets.put(variable, align(parameterBytes, variable.align()));
        parameterBytes = offsets.get(variable) + variable.bytes();
      }
      default -> {}
    }
  }

  private static int align(int offset, int to) {
    return (offset + to - 1) / to * to;
  }

  /** Static shared memory of a block; dynamic shared memory starts there. */
  int sharedBytes() {
    return sharedBytes;
  }

  /** Local memory of a thread. */
  int localBytes() {
    return localBytes;
  }

  int parameterBytes() {
    return parameterBytes;
  }

  /** Address of a variable in its space. */
  long offset(PtxVariable variable) {
    Integer offset = offsets.get(variable);
    return offset != null ? offset : addresses.get(variable);
  }

  /** Rows of 32 bits that belong to registers. */
  int registers32() {
    return kernel.registers32() + 1;
  }

  /** Rows of 64 bits that belong to registers. */
  int registers64() {
    return kernel.registers64() + 1;
  }

  int rows32() {
    return rows32;
  }

  int rows64() {
    return rows64;
  }

  int predicates() {
    return kernel.predicates() + 2;
  }

  Map<Integer, Integer> constants32() {
    return constants32;
  }

  Map<Long, Integer> constants64() {
    return constants64;
  }

  /** Row of 32 bits of each special register that is used. */
  Map<String, Integer> specials() {
    return specials;
  }

  /** The row of 32 bits that an operand is read from. */
  int source32(PtxInstruction instruction, PtxOperand operand) {
    if (operand instanceof Register register && isBank32(register)) {
      return register.register().index();
    }
    if (operand instanceof Immediate immediate) {
      return constant32((int) immediate.value());
    }
    if (operand instanceof Variable variable) {
      return constant32((int) (offset(variable.variable()) + variable.offset()));
    }
    if (operand instanceof Special special) {
      if (!SpecialRegisters.isKnown(special.name())) {
        throw new DeviceException(
            "PTX line " + instruction.line() + ": unknown register: " + special.name());
      }
      return specials.computeIfAbsent(special.name(), name -> rows32++);
    }
    throw bad(instruction, "32 bits");
  }

  /** The row of 64 bits that an operand is read from. */
  int source64(PtxInstruction instruction, PtxOperand operand) {
    if (operand instanceof Register register && isBank64(register)) {
      return register.register().index();
    }
    if (operand instanceof Immediate immediate) {
      return constant64(immediate.value());
    }
    if (operand instanceof Variable variable) {
      return constant64(offset(variable.variable()) + variable.offset());
    }
    throw bad(instruction, "64 bits");
  }

  int target32(PtxInstruction instruction, PtxOperand operand) {
    if (operand instanceof Register register && isBank32(register)) {
      return register.register().index();
    }
    if (operand instanceof Sink) {
      return kernel.registers32();
    }
    throw bad(instruction, "a register of 32 bits");
  }

  int target64(PtxInstruction instruction, PtxOperand operand) {
    if (operand instanceof Register register && isBank64(register)) {
      return register.register().index();
    }
    if (operand instanceof Sink) {
      return kernel.registers64();
    }
    throw bad(instruction, "a register of 64 bits");
  }

  int targetPredicate(PtxInstruction instruction, PtxOperand operand) {
    if (operand instanceof Register register && register.register().type().isPredicate()) {
      return register.register().index();
    }
    if (operand instanceof Sink) {
      return kernel.predicates();
    }
    throw bad(instruction, "a predicate");
  }

  /** The predicate that an operand is read from; {@link #invert} says whether it is negated. */
  int sourcePredicate(PtxInstruction instruction, PtxOperand operand) {
    return operand instanceof Immediate
        ? kernel.predicates() + 1
        : targetPredicate(instruction, operand);
  }

  /** What to combine a predicate with by exclusive or. The predicate of numbers is always false. */
  static int invert(PtxOperand operand) {
    if (operand instanceof Immediate immediate) {
      return immediate.value() != 0 ? -1 : 0;
    }
    return operand instanceof Register register && register.negated() ? -1 : 0;
  }

  static boolean isBank32(PtxOperand operand) {
    return operand instanceof Register register
        && !register.register().type().isPredicate()
        && register.register().type().bits() <= 32;
  }

  static boolean isBank64(PtxOperand operand) {
    return operand instanceof Register register && register.register().type().bits() == 64;
  }

  private int constant32(int value) {
    return constants32.computeIfAbsent(value, any -> rows32++);
  }

  private int constant64(long value) {
    return constants64.computeIfAbsent(value, any -> rows64++);
  }

  static DeviceException bad(PtxInstruction instruction, String expected) {
    return new DeviceException(
        "PTX line "
            + instruction.line()
            + ": an operand does not fit: "
            + instruction.opcode()
            + " needs "
            + expected);
  }
}
