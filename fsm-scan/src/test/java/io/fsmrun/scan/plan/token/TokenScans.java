package io.fsmrun.scan.plan.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.plan.PlannedRule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** Rules and scans for tests; reports are texts "end:rule", sorted by end, then rule. */
final class TokenScans {

  private TokenScans() {}

  static List<PlannedRule> rules(List<String> patterns) {
    String file = String.join("\n", patterns.stream().map(p -> "/" + p + "/").toList());
    try {
      return planned(
          RulesFile.read(
              new ByteArrayInputStream(file.getBytes(StandardCharsets.ISO_8859_1)), "test"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<PlannedRule> planned(Rules rules) {
    List<PlannedRule> planned = new ArrayList<>();
    for (Rule rule : rules.accepted()) {
      planned.add(new PlannedRule(planned.size(), rule.id(), rule.tree()));
    }
    return planned;
  }

  static List<String> expected(TokenPlan plan, List<PlannedRule> rules, byte[] input) {
    SortedSet<Long> all = new TreeSet<>();
    for (TokenPlan.Taken taken : plan.taken()) {
      for (int end : ends(rules.get(taken.rule()).tree(), input)) {
        all.add((long) end << 32 | taken.rule());
      }
    }
    return all.stream().map(report -> (report >>> 32) + ":" + report.intValue()).toList();
  }

  /** Straight from the definition of position automata; only for rules without assertions. */
  private static List<Integer> ends(RegexNode tree, byte[] input) {
    Nfa nfa = RuleCompiler.withDefaults().compileToPositions(tree);
    List<Integer> ends = new ArrayList<>();
    SortedSet<Integer> active = new TreeSet<>(List.of(Nfa.START));
    for (int i = 0; i < input.length; i++) {
      SortedSet<Integer> enabled = new TreeSet<>();
      for (int state = 0; state < nfa.stateCount(); state++) {
        if (nfa.isAlwaysEnabled(state)) {
          enabled.add(state);
        }
      }
      for (int state : active) {
        for (int e = 0; e < nfa.successorCount(state); e++) {
          enabled.add(nfa.successor(state, e));
        }
      }
      int symbol = input[i] & 0xff;
      enabled.removeIf(state -> !nfa.symbols(state).contains(symbol));
      active = enabled;
      if (active.stream().anyMatch(q -> (nfa.reportFlags(q) & ReportFlags.HERE) != 0)) {
        ends.add(i + 1);
      }
    }
    return ends;
  }

  /**
   * Scans in blocks. At every cut the stream is saved, and goes on in a session that has scanned
   * something else before.
   */
  static List<String> scan(BlockEngine engine, byte[] input, IntPredicate cutBefore) {
    return scan(engine::newSession, input, cutBefore, true);
  }

  /** The same with other sessions, which may be saved only, and go on themselves. */
  static List<String> scan(
      Supplier<BlockSession> sessions, byte[] input, IntPredicate cutBefore, boolean restored) {
    List<String> found = new ArrayList<>();
    ReportBuffer reports = new ReportBuffer();
    BlockSession session = sessions.get();
    BlockSession other = sessions.get();
    other.scan(new byte[] {'b', ' ', ' ', 'a'}, 0, 4, 0, reports);
    int from = 0;
    for (int to = 1; to <= input.length; to++) {
      if (to < input.length && !cutBefore.test(to)) {
        continue;
      }
      reports.startBlock(from);
      session.scan(input, from, to, from, reports);
      reports.sort();
      for (int i = 0; i < reports.size(); i++) {
        found.add(reports.end(i) + ":" + reports.rule(i));
      }
      BinaryWriter state = new BinaryWriter();
      session.save(state);
      BinaryReader saved = new BinaryReader(state.toByteArray());
      other.restore(saved, to);
      saved.expectEnd();
      if (restored) {
        BlockSession swapped = session;
        session = other;
        other = swapped;
      }
      from = to;
    }
    reports.startBlock(input.length);
    session.finish(input, input.length, input.length, reports);
    for (int i = 0; i < reports.size(); i++) {
      found.add("at the end " + reports.end(i) + ":" + reports.rule(i));
    }
    return found;
  }
}
