package io.fsmrun.scan.plan;

/**
 * Where a rule went, and why.
 *
 * @param rule index of the rule
 * @param engine which technique scans it; a rule that is split has several choices
 * @param reason one sentence for users, such as the window that it is found by
 * @param expectedNanosPerByte the cost that the planner expected for this rule alone, on top of
 *     what its engine costs anyway
 */
public record RuleChoice(int rule, EngineKind engine, String reason, double expectedNanosPerByte) {}
