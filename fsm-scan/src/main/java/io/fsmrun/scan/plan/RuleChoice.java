package io.fsmrun.scan.plan;

/**
 * Where a rule went, and why.
 *
 * @param rule index of the rule
 * @param engine which technique scans it; a rule that is split has several choices
 * @param reason one sentence for users, such as the window that it is found by
 * @param expectedNanosPerByte the cost that was expected: as the planner says it, for this rule
 *     alone; in the plan of a database, with an equal part of what its engine costs for all its
 *     rules
 */
public record RuleChoice(int rule, EngineKind engine, String reason, double expectedNanosPerByte) {

  /**
   * The same choice at a greater cost.
   *
   * @param nanosPerByte what is added
   * @return a choice
   */
  public RuleChoice withNanosMore(double nanosPerByte) {
    return new RuleChoice(rule, engine, reason, expectedNanosPerByte + nanosPerByte);
  }
}
