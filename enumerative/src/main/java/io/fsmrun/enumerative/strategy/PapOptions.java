package io.fsmrun.enumerative.strategy;

/**
 * The static optimisations of PAP (Zhuo 2022, section 3.2.4, figure 3.3). None changes a report;
 * each can be switched off to see what it gains.
 *
 * @param rangeGuidedCut whether input is cut after frequent symbols that few states may follow, and
 *     only those states are enumerated
 * @param connectedComponents whether a machine flow carries one flow of every component
 * @param activeStateGroup whether states that are certainly active at a cut share flow 0
 * @param commonParent whether states with the same predecessors share a flow
 */
public record PapOptions(
    boolean rangeGuidedCut,
    boolean connectedComponents,
    boolean activeStateGroup,
    boolean commonParent) {

  /** All four. */
  public static final PapOptions ALL = new PapOptions(true, true, true, true);

  /** None: enumeration of all states, each flow of each component by itself. */
  public static final PapOptions NONE = new PapOptions(false, false, false, false);
}
