package io.fsmrun.scan;

/**
 * One match.
 *
 * @param ruleId the rule
 * @param start offset of its first byte; {@link MatchHandler#NO_START} unless asked for
 * @param end offset after its last byte
 * @param tag the rule's tag
 */
public record Match(int ruleId, long start, long end, long tag) {}
