package io.fsmrun.cli;

import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.ap.chip.Placement;
import io.fsmrun.ap.timing.CycleParameters;
import io.fsmrun.ap.timing.NetworkRunCost;
import io.fsmrun.ap.timing.OutputAccount;

/** Follows the reports of a run as the chip would write them out. For one thread. */
final class ChipCost {

  private final Placement placement;
  private final int halfCores;
  private final OutputAccount output;
  private long reports;

  /**
   * What a run cost the chip.
   *
   * @param device the name of the device
   * @param halfCores half-cores that the network takes
   * @param cost the cycles
   * @param reports reports of elements
   * @param reportVectors report vectors written
   * @param stalls how often a full buffer stopped the device
   */
  record Figures(
      String device,
      int halfCores,
      NetworkRunCost cost,
      long reports,
      long reportVectors,
      long stalls) {

    /** Match rows read: one for each symbol in each half-core. */
    long rowReads() {
      return cost.symbols() * halfCores;
    }
  }

  ChipCost(Placement placement) {
    this(placement, placement.halfCores());
  }

  /**
   * The same with another number of half-cores.
   *
   * @param placement where elements report through
   * @param halfCores half-cores that are charged
   */
  ChipCost(Placement placement, int halfCores) {
    this.placement = placement;
    this.halfCores = halfCores;
    output =
        new OutputAccount(
            CycleParameters.published().output(),
            placement.halfCores() * DeviceModel.REGIONS_PER_HALF_CORE,
            placement.mostReportingInARegion());
  }

  void report(int element, long symbol) {
    reports++;
    output.report(placement.reportRegion(element), symbol);
  }

  /** Ends the run. */
  Figures finish(long symbols) {
    output.finish();
    NetworkRunCost cost =
        NetworkRunCost.of(
            CycleParameters.published(),
            symbols,
            halfCores,
            placement.device().halfCores(),
            output.stallCycles());
    return new Figures(
        placement.device().name(),
        halfCores,
        cost,
        reports,
        output.vectorsWritten(),
        output.stalls());
  }
}
