package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.PtxOperand.Address;
import io.fsmrun.gpu.simt.PtxOperand.Immediate;
import io.fsmrun.gpu.simt.PtxOperand.Pair;
import io.fsmrun.gpu.simt.PtxOperand.Register;
import io.fsmrun.gpu.simt.PtxOperand.Sink;
import io.fsmrun.gpu.simt.PtxOperand.Special;
import io.fsmrun.gpu.simt.PtxOperand.Targets;
import io.fsmrun.gpu.simt.PtxOperand.Variable;
import io.fsmrun.gpu.simt.PtxOperand.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the body of one kernel. */
final class PtxBodyParser {

  /** A name of a label, until all labels are known. */
  private record Branch(int instruction, PtxScope scope, String label) {}

  private final PtxCursor cursor;
  private final PtxDeclarations declarations;
  private final List<PtxVariable> parameters;
  private final List<PtxInstruction> instructions = new ArrayList<>();
  private final List<Branch> branches = new ArrayList<>();
  private PtxScope scope = new PtxScope(null);
  private int predicates;
  private int registers32;
  private int registers64;

  PtxBodyParser(
      PtxCursor cursor,
      PtxDeclarations declarations,
      Map<String, PtxVariable> variables,
      List<PtxVariable> parameters) {
    this.cursor = cursor;
    this.declarations = declarations;
    this.parameters = parameters;
    variables.values().forEach(scope::add);
    parameters.forEach(scope::add);
  }

  PtxKernel parse(String name, int maximumThreads) {
    int line = cursor.line();
    PtxScope outside = scope;
    do {
      statement();
    } while (scope != outside);
    // A body may fall off its end.
    instructions.add(new PtxInstruction(line, null, "ret", List.of(), List.of()));
    for (Branch branch : branches) {
      resolve(branch);
    }
    return new PtxKernel(
        name, parameters, maximumThreads, predicates, registers32, registers64, instructions);
  }

  private void statement() {
    String word = cursor.peek().text();
    switch (word) {
      case "{" -> {
        cursor.next();
        scope = new PtxScope(scope);
      }
      case "}" -> {
        cursor.next();
        scope = scope.around();
      }
      case ";" -> cursor.next();
      case ".loc", ".file" -> cursor.skipLine();
      case ".pragma" -> cursor.skipStatement();
      case ".reg" -> registers();
      case ".shared", ".local", ".param" -> declarations.variables().forEach(scope::add);
      default -> {
        if (word.startsWith(".")) {
          throw cursor.error("unknown directive: " + word);
        }
        if (cursor.follows(":")) {
          label();
        } else {
          instruction();
        }
      }
    }
  }

  private void registers() {
    cursor.expect(".reg");
    String typeName = cursor.word().substring(1);
    PtxType type = PtxType.of(typeName);
    if (type == null) {
      throw cursor.error("unknown type of a register: ." + typeName);
    }
    do {
      String name = cursor.word();
      if (cursor.accept("<")) {
        int count = cursor.smallNumber();
        cursor.expect(">");
        for (int i = 0; i < count; i++) {
          scope.add(register(name + i, type));
        }
      } else {
        scope.add(register(name, type));
      }
    } while (cursor.accept(","));
    cursor.expect(";");
  }

  private PtxRegister register(String name, PtxType type) {
    int index =
        type.isPredicate() ? predicates++ : type.bits() <= 32 ? registers32++ : registers64++;
    return new PtxRegister(name, type, index);
  }

  private void label() {
    String name = cursor.word();
    cursor.expect(":");
    if (cursor.accept(".branchtargets")) {
      List<String> targets = new ArrayList<>();
      do {
        targets.add(cursor.word());
      } while (cursor.accept(","));
      cursor.expect(";");
      scope.addTable(name, targets);
    } else if (!scope.addLabel(name, instructions.size())) {
      throw cursor.error("label twice: " + name);
    }
  }

  private void instruction() {
    Register guard = null;
    if (cursor.accept("@")) {
      boolean negated = cursor.accept("!");
      PtxRegister register = scope.register(cursor.word());
      if (register == null || !register.type().isPredicate()) {
        throw cursor.error("not a predicate");
      }
      guard = new Register(register, negated);
    }
    int line = cursor.line();
    String[] opcode = cursor.word().split("\\.", -1);
    List<String> modifiers = List.of(opcode).subList(1, opcode.length);
    if (opcode[0].equals("call")) {
      throw new DeviceException("PTX line " + line + ": unknown instruction: call of a function");
    }
    boolean branch = opcode[0].equals("bra") || opcode[0].equals("brx");
    List<PtxOperand> operands = new ArrayList<>();
    while (!cursor.accept(";")) {
      if (branch && !operands.isEmpty() == opcode[0].equals("brx")) {
        branches.add(new Branch(instructions.size(), scope, cursor.word()));
        operands.add(new Sink());
      } else {
        operands.add(operand());
      }
      if (!cursor.at(";")) {
        cursor.expect(",");
      }
    }
    instructions.add(new PtxInstruction(line, guard, opcode[0], modifiers, operands));
  }

  private PtxOperand operand() {
    if (cursor.accept("[")) {
      PtxOperand base = simple();
      long offset = 0;
      if (cursor.at("+") || cursor.at("-")) {
        offset = cursor.number();
      }
      cursor.expect("]");
      return new Address(base, offset);
    }
    if (cursor.accept("{")) {
      List<PtxOperand> parts = new ArrayList<>();
      do {
        parts.add(simple());
      } while (cursor.accept(","));
      cursor.expect("}");
      return new Vector(List.copyOf(parts));
    }
    PtxOperand first = simple();
    if (cursor.accept("|")) {
      return new Pair(first, simple());
    }
    if (first instanceof Variable variable && (cursor.at("+") || cursor.at("-"))) {
      return new Variable(variable.variable(), variable.offset() + cursor.number());
    }
    return first;
  }

  private PtxOperand simple() {
    boolean negated = cursor.accept("!");
    if (cursor.at("-") || cursor.at("+") || cursor.peek().isNumber()) {
      return new Immediate(cursor.number());
    }
    String name = cursor.word();
    if (name.equals("_")) {
      return new Sink();
    }
    PtxRegister register = scope.register(name);
    if (register != null) {
      return new Register(register, negated);
    }
    PtxVariable variable = scope.variable(name);
    if (variable != null) {
      return new Variable(variable, 0);
    }
    if (name.startsWith("%")) {
      return new Special(name);
    }
    if (name.equals("WARP_SZ")) {
      return new Immediate(32);
    }
    throw cursor.error("unknown name: " + name);
  }

  private void resolve(Branch branch) {
    PtxInstruction instruction = instructions.get(branch.instruction());
    List<String> names = branch.scope().table(branch.label());
    List<Integer> targets = new ArrayList<>();
    for (String name : names == null ? List.of(branch.label()) : names) {
      Integer index = branch.scope().label(name);
      if (index == null) {
        throw new DeviceException("PTX line " + instruction.line() + ": unknown label: " + name);
      }
      targets.add(index);
    }
    instruction.operands().set(instruction.operands().size() - 1, new Targets(targets));
  }
}
