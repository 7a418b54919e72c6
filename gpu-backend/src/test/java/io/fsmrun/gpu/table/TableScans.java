package io.fsmrun.gpu.table;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Scans of small inputs by tables. */
final class TableScans {

  private TableScans() {}

  /** The rules of a machine of DFAs. */
  static List<TableRule> rules(RuleSet machine) {
    List<TableRule> rules = new ArrayList<>();
    for (RuleSet.Component component : machine.components()) {
      rules.add(new TableRule(component.ruleId(), (Dfa) component.automaton()));
    }
    return rules;
  }

  /** What a scan reports, in the order in which it does. */
  static List<Report> reports(
      Device device, TableProgram program, byte[] input, TableOptions options) {
    try (TableScanner scanner = new TableScanner(device, program, options)) {
      return reports(scanner, input);
    }
  }

  static List<Report> reports(TableScanner scanner, byte[] input) {
    List<Report> reports = new ArrayList<>();
    try {
      scanner.scan(
          ScanInput.of(MemorySegment.ofArray(input)),
          (rule, end) -> reports.add(new Report(rule, end)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return reports;
  }
}
