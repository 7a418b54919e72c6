package io.fsmrun.cli;

import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.ap.chip.Placement;
import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.ap.network.NetworkStatistics;

/**
 * All that is said of a network.
 *
 * @param loaded the network and its file
 * @param statistics what it is made of
 * @param placement where its elements are
 * @param allocation half-cores that are charged instead; null for those of the placement
 * @param activity what it did on an input; null without one
 */
record Inspection(
    LoadedNetwork loaded,
    NetworkStatistics statistics,
    Placement placement,
    ThesisAllocation allocation,
    Activity activity) {

  boolean isHypothetical() {
    return placement.device().boundary() == DeviceModel.Boundary.HYPOTHETICAL;
  }
}
