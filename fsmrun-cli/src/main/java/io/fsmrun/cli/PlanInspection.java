package io.fsmrun.cli;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleInfo;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.PrintStream;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the library scans rules: for each the engines, why, and the cost that was expected. */
final class PlanInspection {

  private static final int SHOWN_PATTERN = 60;

  private final Database database;
  private final List<RuleChoice> choices;
  private final Map<Integer, RuleInfo> rules = new HashMap<>();
  private final int[] ids;
  private final Map<EngineKind, Share> shares = new EnumMap<>(EngineKind.class);

  /** What an engine got. */
  private static final class Share {
    private final BitSet rules = new BitSet();
    private double nanosPerByte;
  }

  /**
   * An inspection.
   *
   * @param database compiled rules
   * @param ids ids of the rules that were parsed, in order; the plan counts these
   */
  PlanInspection(Database database, int[] ids) {
    this.database = database;
    this.ids = ids.clone();
    choices = database.plan().choices();
    database.rules().forEach(rule -> rules.put(rule.id(), rule));
    for (RuleChoice choice : choices) {
      Share share = shares.computeIfAbsent(choice.engine(), engine -> new Share());
      share.rules.set(choice.rule());
      share.nanosPerByte += choice.expectedNanosPerByte();
    }
  }

  void print(PrintStream out) {
    for (RuleChoice choice : choices) {
      int id = ids[choice.rule()];
      out.printf(
          Locale.ROOT,
          "%d\t%s\t%.4f ns/byte\t%s\t%s%n",
          id,
          choice.engine().userName(),
          choice.expectedNanosPerByte(),
          choice.reason(),
          shortened(rules.get(id)));
    }
    out.println();
    shares.forEach(
        (engine, share) ->
            out.printf(
                Locale.ROOT,
                "%-15s %,7d rules  %.4f ns/byte expected for them%n",
                engine.userName(),
                share.rules.cardinality(),
                share.nanosPerByte));
    out.printf(
        Locale.ROOT,
        "%-15s %,7d rules, %,d refused%n",
        "all",
        database.ruleCount(),
        database.refused().size());
  }

  private static String shortened(RuleInfo rule) {
    return shortened("/" + rule.pattern() + "/" + rule.flags());
  }

  /** The first characters of a rule, those that cannot be printed as escapes. */
  static String shortened(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), SHOWN_PATTERN); i++) {
      char c = text.charAt(i);
      shown.append(c >= ' ' && c <= '~' ? String.valueOf(c) : "\\x%02x".formatted((int) c));
    }
    return shown + (text.length() > SHOWN_PATTERN ? "..." : "");
  }

  ObjectNode json(JsonMapper mapper) {
    ObjectNode root = mapper.createObjectNode();
    root.put("rules", database.ruleCount()).put("refused", database.refused().size());
    ArrayNode engines = root.putArray("engines");
    shares.forEach(
        (engine, share) ->
            engines
                .addObject()
                .put("engine", engine.userName())
                .put("rules", share.rules.cardinality())
                .put("expectedNanosPerByte", share.nanosPerByte));
    ArrayNode plan = root.putArray("plan");
    for (RuleChoice choice : choices) {
      int id = ids[choice.rule()];
      plan.addObject()
          .put("rule", id)
          .put("pattern", rules.get(id).pattern())
          .put("flags", rules.get(id).flags())
          .put("engine", choice.engine().userName())
          .put("reason", choice.reason())
          .put("expectedNanosPerByte", choice.expectedNanosPerByte());
    }
    return root;
  }
}
