package io.fsmrun.gpu.simt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names between a pair of braces; they hide those around them. */
final class PtxScope {

  private final PtxScope around;
  private final Map<String, PtxRegister> registers = new HashMap<>();
  private final Map<String, PtxVariable> variables = new HashMap<>();
  private final Map<String, Integer> labels = new HashMap<>();
  private final Map<String, List<String>> tables = new HashMap<>();

  PtxScope(PtxScope around) {
    this.around = around;
  }

  PtxScope around() {
    return around;
  }

  void add(PtxRegister register) {
    registers.put(register.name(), register);
  }

  void add(PtxVariable variable) {
    variables.put(variable.name(), variable);
  }

  /** Adds a label; false if there is one of this name. */
  boolean addLabel(String name, int index) {
    return labels.put(name, index) == null;
  }

  void addTable(String name, List<String> targets) {
    tables.put(name, targets);
  }

  PtxRegister register(String name) {
    PtxRegister found = registers.get(name);
    return found != null || around == null ? found : around.register(name);
  }

  PtxVariable variable(String name) {
    PtxVariable found = variables.get(name);
    return found != null || around == null ? found : around.variable(name);
  }

  Integer label(String name) {
    Integer found = labels.get(name);
    return found != null || around == null ? found : around.label(name);
  }

  List<String> table(String name) {
    List<String> found = tables.get(name);
    return found != null || around == null ? found : around.table(name);
  }
}
