package io.fsmrun.scan;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.start.StartEngine;
import io.fsmrun.cpu.start.StartRule;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RegexFlags;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RegexNode.Assertion;
import io.fsmrun.regex.RegexNode.Concat;
import io.fsmrun.regex.RegexNode.Symbols;
import io.fsmrun.regex.RegexParser;
import io.fsmrun.regex.RegexSyntaxException;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.RuleChoice;
import java.util.ArrayList;
import java.util.List;

/** Databases of literals and of rules with starts, whose engines can be saved. */
final class TestDatabases {

  static final RuleOptions STARTS = RuleOptions.DEFAULT.withStartOfMatch();

  private TestDatabases() {}

  /** Literals get the ids 10, 20, ...; the regexes after them likewise. */
  static Database of(List<String> literals, List<String> withStarts) {
    List<RuleInfo> rules = new ArrayList<>();
    List<RuleChoice> choices = new ArrayList<>();
    for (String literal : literals) {
      RuleOptions options = RuleOptions.DEFAULT.withUserTag(-rules.size());
      choices.add(new RuleChoice(rules.size(), EngineKind.LITERAL_FILTER, "it is a literal", 0.25));
      rules.add(new RuleInfo(10 * (rules.size() + 1), literal, "", options));
    }
    List<StartRule> startRules = new ArrayList<>();
    for (String regex : withStarts) {
      startRules.add(startRule(rules.size(), RegexParser.parse(regex, RegexFlags.NONE)));
      rules.add(new RuleInfo(10 * (rules.size() + 1), regex, "", STARTS));
    }
    List<BlockEngine> planned = List.of(new LiteralEngine(literals));
    List<BlockEngine> engines = new ArrayList<>(planned);
    engines.add(StartEngine.of(startRules));
    Plan plan = new Plan(planned, choices, List.of());
    RuleTable table = new RuleTable(rules);
    RefusedRule refused =
        new RefusedRule(5, 1, RegexSyntaxException.Kind.LIMIT, "size", "large", "a{9}");
    return new Database(
        table, List.of(refused), plan, engines, Fingerprint.of(table, plan, engines));
  }

  static StartRule startRule(int index, RegexNode tree) {
    RuleCompiler compiler = RuleCompiler.withDefaults();
    RegexNode anchor = new Assertion(Assertion.Kind.START_OF_INPUT);
    RegexNode any = new Symbols(SymbolSet.ALL);
    return new StartRule(
        index,
        compiler.compileToPositions(new Concat(List.of(anchor, tree))),
        compiler.compileToPositions(new Concat(List.of(anchor, any, tree))));
  }

  /** The matches of a scan. */
  static List<Match> matches(Database database, byte[] input) {
    List<Match> matches = new ArrayList<>();
    database.newScanner().scan(input, collector(matches));
    return matches;
  }

  static MatchHandler collector(List<Match> matches) {
    return (rule, start, end, tag) -> matches.add(new Match(rule, start, end, tag));
  }
}
