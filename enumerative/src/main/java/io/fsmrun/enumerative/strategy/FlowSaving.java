package io.fsmrun.enumerative.strategy;

/**
 * What one static optimisation saved: machine flows at the start of a segment, mean over segments.
 *
 * @param optimisation its name, lower case with hyphens
 * @param flowsWithout mean flows with the optimisations before it in the list
 * @param flowsWith mean flows with this one as well
 */
public record FlowSaving(String optimisation, double flowsWithout, double flowsWith) {}
