package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** Sessions that search with no automaton to take over, and what they must find. */
final class FilterScans {

  private FilterScans() {}

  /** Rules that one kind of engine scans for, as far as it can. */
  static Database database(List<String> rules, EngineKind kind) throws InterruptedException {
    CompileOptions options =
        CompileOptions.defaults().withPlan(PlanOptions.defaults().withEngines(EnumSet.of(kind)));
    return Database.compile(Rules.of(rules), options, (done, total) -> {});
  }

  /** The engine of a database that searches. */
  static FilterEngine engine(Database database) {
    for (BlockEngine engine : database.plan().engines()) {
      if (engine instanceof FilterEngine filter) {
        return filter;
      }
    }
    throw new AssertionError("no engine that searches");
  }

  static FilterSession session(FilterEngine engine) {
    return new FilterSession(engine, new SearchOnly(), Optional.empty());
  }

  /** What the automaton finds: the end of each match and its rule, from 1 on. */
  static List<String> expected(List<String> rules, byte[] input) throws InterruptedException {
    List<String> expected = new ArrayList<>();
    database(rules, EngineKind.LAZY_DFA)
        .newScanner()
        .scan(input, (rule, from, end, tag) -> expected.add(end + ":" + rule));
    return expected;
  }
}
