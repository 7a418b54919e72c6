package io.fsmrun.gpu.plan;

/**
 * Where a rule goes.
 *
 * @param rule the rule's id
 * @param engine what runs it
 * @param reason why, for users
 * @param nanosPerByte what it is expected to cost there; 0 for the host, whose planner knows
 */
public record RulePlacement(int rule, GpuEngine engine, String reason, double nanosPerByte) {}
