package io.fsmrun.enumerative;

/**
 * What the flows of the whole ruleset machine did in one segment: the facts that a cycle model
 * needs. A value.
 *
 * @param length symbols of the segment
 * @param lookedBack symbols looked back before its start, the most of any component: components
 *     advance together
 * @param flows machine flows that run in turn, from symbol to symbol
 * @param join what happened after they were joined in one; {@link JoinActivity#NONE} if they were
 *     not
 * @param evaluated how often the segment's transition function was evaluated, the most of any
 *     component; 0 if its start was known
 * @param replayed symbols replayed to recover reports, the most of any component
 * @param replayWaited whether some replay had to wait for that of the segment before
 * @param reexecuted symbols executed again, the most of any component
 */
public record SegmentActivity(
    int length,
    int lookedBack,
    FlowSteps flows,
    JoinActivity join,
    int evaluated,
    int replayed,
    boolean replayWaited,
    int reexecuted) {}
