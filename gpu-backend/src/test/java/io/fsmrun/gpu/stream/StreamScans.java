package io.fsmrun.gpu.stream;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Scans of small inputs by bit streams. */
final class StreamScans {

  private StreamScans() {}

  /** The rules of a machine of position automata. */
  static List<StreamRule> rules(RuleSet machine) {
    List<StreamRule> rules = new ArrayList<>();
    for (RuleSet.Component component : machine.components()) {
      rules.add(new StreamRule(component.ruleId(), (Nfa) component.automaton()));
    }
    return rules;
  }

  /** What a scan reports, in the order in which it does. */
  static List<Report> reports(Device device, List<StreamRule> rules, byte[] input, int chunkBytes) {
    StreamProgram program = StreamProgram.compile(rules, device.facts());
    StreamOptions options = StreamOptions.defaults().withChunkBytes(chunkBytes);
    try (StreamScanner scanner = new StreamScanner(device, program, options)) {
      return reports(scanner, input);
    }
  }

  static List<Report> reports(StreamScanner scanner, byte[] input) {
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
