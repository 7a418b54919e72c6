package io.fsmrun.cli.profile;

import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.Outlook;
import io.fsmrun.profile.ConvergenceStudy.PartitionShare;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import io.fsmrun.profile.ConvergenceStudy.SampleTaken;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A study as JSON, for other programs. Shares are from 0 to 1, lengths in symbols. */
public final class ProfileJson {

  private ProfileJson() {}

  /**
   * All figures of a study.
   *
   * @param findings the study
   * @param mapper makes nodes
   * @return an object
   */
  public static ObjectNode of(Findings findings, JsonMapper mapper) {
    ConvergenceStudy study = findings.study();
    ObjectNode json = mapper.createObjectNode();
    json.put("source", findings.name());
    json.put("rules", study.profile().rules().size());
    json.put("refused", findings.refused());
    json.put("positionAutomata", findings.positionAutomata());
    json.put("states", study.profile().rules().stateCount());
    json.put("mergeStrategy", findings.cutoff());
    put(study.sample(), json.putObject("sample"));
    put(study.outlook(), json.putObject("outlook"));
    findings
        .confirmation()
        .ifPresent(
            found -> {
              ObjectNode node = json.putObject("confirmation");
              node.put("strings", found.strings());
              node.put("rulesChanged", found.changed());
              node.put("setsMost", found.mostSets());
            });
    ArrayNode merges = json.putArray("mergeStrategies");
    study.merges().forEach(outcome -> put(outcome, merges.addObject()));
    ArrayNode curves = json.putArray("liveFlows");
    study.curves().forEach(curve -> put(curve, curves.addObject()));
    ArrayNode rules = json.putArray("perRule");
    study.rules().forEach(rule -> put(rule, rules.addObject()));
    ArrayNode slowest = json.putArray("slowest");
    for (Findings.SlowRule slow : findings.slowest()) {
      ObjectNode rule = slowest.addObject();
      rule.put("rule", slow.study().ruleId());
      rule.put("text", slow.text());
      rule.put("why", slow.why());
    }
    return json;
  }

  private static void put(SampleTaken sample, ObjectNode json) {
    json.put("stringsAsked", sample.stringsAsked());
    json.put("stringsRun", sample.stringsRun());
    json.put("rulesStoppedEarly", sample.stoppedEarly());
    json.put("stabilityTest", sample.test());
    json.put("length", sample.lengthSymbols());
    json.put("lengthChosen", sample.lengthChosen());
    json.put("symbols", sample.symbols());
    json.put("heldOutStrings", sample.heldOutStrings());
    json.put("seed", sample.seed());
  }

  private static void put(Outlook outlook, ObjectNode json) {
    json.put("strings", outlook.strings());
    json.put("rulesThatMayChange", outlook.rulesThatMayChange());
    json.put("expectedNewPartitions", outlook.expectedNewPartitions());
    json.put("verdict", outlook.verdict());
  }

  private static void put(MergeOutcome outcome, ObjectNode json) {
    json.put("strategy", outcome.strategy().toString());
    json.put("setsMean", outcome.meanSets());
    json.put("setsMost", outcome.mostSets());
    json.put("coverage", outcome.coverage());
    json.put("ruleMissRate", outcome.ruleMissRate());
    json.put("machineMissRate", outcome.machineMissRate());
  }

  private static void put(FlowCurve curve, ObjectNode json) {
    json.put("of", curve.of());
    ArrayNode points = json.putArray("points");
    for (FlowCurve.Point point : curve.points()) {
      ObjectNode node = points.addObject();
      node.put("symbols", point.symbols());
      node.put("median", point.p50());
      node.put("p90", point.p90());
      node.put("p99", point.p99());
      node.put("max", point.max());
    }
  }

  private static void put(RuleStudy rule, ObjectNode json) {
    json.put("rule", rule.ruleId());
    json.put("states", rule.states());
    json.put("strings", rule.strings());
    json.put("stable", rule.stable());
    json.put("distinctPartitions", rule.distinctPartitions());
    json.put("unseen", rule.unseen());
    json.put("sets", rule.sets());
    json.put("coverage", rule.coverage());
    json.put("missRate", rule.missRate());
    ObjectNode one = json.putObject("symbolsToOneState");
    one.put("median", rule.toOne().median());
    one.put("p95", rule.toOne().p95());
    one.put("max", rule.toOne().max());
    one.put("neverShare", rule.toOne().neverShare());
    ArrayNode frequencies = json.putArray("frequencies");
    for (PartitionShare share : rule.frequencies()) {
      ObjectNode node = frequencies.addObject();
      node.put("blocks", share.blocks());
      node.put("share", share.share());
    }
  }
}
