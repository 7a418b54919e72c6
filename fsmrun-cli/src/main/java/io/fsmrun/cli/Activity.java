package io.fsmrun.cli;

import io.fsmrun.ap.chip.BoundaryCounter;
import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.ap.chip.HypotheticalTraffic;
import io.fsmrun.ap.chip.Placement;
import io.fsmrun.ap.profile.ActivityListener;
import io.fsmrun.ap.profile.ActivityProfile;
import io.fsmrun.ap.profile.ActivityProfiler;
import io.fsmrun.ap.timing.EnergyEstimate;
import io.fsmrun.ap.timing.EnergyModel;
import io.fsmrun.ap.timing.EventCounters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;

/**
 * What a network did on an input, element by element, and what that costs the chip.
 *
 * @param profile what was counted
 * @param chip cycles and output
 * @param events the events of the run
 * @param energy the run's energy beside that of the half-cores that it really takes
 * @param traffic what crossed half-cores; null on a real device
 */
record Activity(
    ActivityProfile profile,
    ChipCost.Figures chip,
    EventCounters events,
    EnergyEstimate energy,
    HypotheticalTraffic traffic) {

  private static final int WINDOW_BYTES = 1 << 16;

  /**
   * Runs a network over an input.
   *
   * @param placement where the elements are
   * @param halfCores half-cores that are charged
   */
  static Activity of(Placement placement, int halfCores, Input input, Progress progress)
      throws UserErrorException, InterruptedException {
    boolean hypothetical = placement.device().boundary() == DeviceModel.Boundary.HYPOTHETICAL;
    BoundaryCounter boundary = hypothetical ? new BoundaryCounter(placement) : null;
    ActivityListener listener =
        hypothetical
            ? (symbol, active, count) -> boundary.symbol(active, count)
            : (symbol, active, count) -> {};
    ChipCost cost = new ChipCost(placement, halfCores);
    ActivityProfiler profiler = new ActivityProfiler(placement.network(), listener, cost::report);
    ActivityProfile profile = feed(profiler, input, progress);
    ChipCost.Figures chip = cost.finish(profile.symbols());
    HypotheticalTraffic traffic = hypothetical ? boundary.traffic() : null;
    EventCounters output =
        new EventCounters(
            0,
            0,
            0,
            0,
            hypothetical ? traffic.hypotheticalBits() : 0,
            0,
            0,
            0,
            chip.reportVectors(),
            0);
    EventCounters events = profile.events(halfCores).plus(output);
    EventCounters placed = profile.events(placement.halfCores()).plus(output);
    EnergyEstimate energy = EnergyModel.scaledFromHbm2().compare(events, placed);
    return new Activity(profile, chip, events, energy, traffic);
  }

  private static ActivityProfile feed(ActivityProfiler profiler, Input input, Progress progress)
      throws UserErrorException, InterruptedException {
    byte[] window = new byte[WINDOW_BYTES];
    long done = 0;
    try (InputStream in = input.open();
        Progress.Phase phase = progress.start("Profiling", "bytes", input.length())) {
      for (int read = in.read(window); read >= 0; read = in.read(window)) {
        profiler.feed(window, 0, read);
        done += read;
        phase.to(done);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while profiling");
        }
      }
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while reading");
    } catch (IOException e) {
      throw UserErrorException.of(input.name(), e);
    }
    return profiler.finish();
  }
}
