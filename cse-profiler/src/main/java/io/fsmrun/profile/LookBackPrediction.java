package io.fsmrun.profile;

/**
 * What a length of the look-back is predicted to cost; means over random strings.
 *
 * @param symbols the length
 * @param flowsAtCut machine flows at the start of a segment
 * @param cycles cycles of a segment beyond one for each of its symbols: those of the look-back, and
 *     one for each symbol and each machine flow but one
 */
public record LookBackPrediction(int symbols, double flowsAtCut, double cycles) {}
