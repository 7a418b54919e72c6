package io.fsmrun.cli;

import io.fsmrun.ap.chip.PlacementSummary;
import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.ap.network.NetworkStatistics;
import io.fsmrun.ap.profile.ActivityProfile;
import io.fsmrun.ap.profile.CountRange;
import io.fsmrun.ap.timing.NetworkRunCost;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints an inspection for people. */
final class InspectionText {

  private final Inspection inspection;
  private final PrintStream out;

  /** What every figure of a device that does not exist starts with. */
  private final String label;

  InspectionText(Inspection inspection, PrintStream out) {
    this.inspection = inspection;
    this.out = out;
    label = inspection.isHypothetical() ? "hypothetical " : "";
  }

  void print() {
    made();
    placement();
    allocation();
    if (inspection.activity() != null) {
      activity();
      cost();
      energy();
    }
  }

  private void made() {
    NetworkStatistics made = inspection.statistics();
    out.printf(
        Locale.ROOT,
        "network      %s (%s)%n",
        inspection.loaded().name(),
        inspection.loaded().format());
    out.printf(
        Locale.ROOT,
        "elements     %,d STEs, %,d counters, %,d boolean elements%n",
        made.stes(),
        made.counters(),
        made.gates());
    out.printf(
        Locale.ROOT,
        "             %,d start on all input, %,d with the data; %,d latch; %,d report; %,d at the end only%n",
        made.allInputStarts(),
        made.startsOfData(),
        made.latched(),
        made.reporting(),
        made.atEndOnly());
    shape(made);
    memory();
  }

  private void shape(NetworkStatistics made) {
    out.printf(
        Locale.ROOT,
        "edges        %,d; in: mean %.2f, most %,d; out: mean %.2f, most %,d%n",
        made.edges(),
        made.fanIn().mean(),
        made.fanIn().most(),
        made.fanOut().mean(),
        made.fanOut().most());
    out.printf(
        Locale.ROOT,
        "components   %,d; largest %,d elements, median %,d%n",
        made.components(),
        made.largestComponent(),
        made.medianComponent());
    out.printf(
        Locale.ROOT,
        "symbol sets  %,d distinct, %,d classes of symbols; of an STE: mean %.1f symbols, at most %,d ranges%n",
        made.symbols().distinctSets(),
        made.symbols().classes(),
        made.symbols().meanSetSize(),
        made.symbols().mostRanges());
  }

  private void memory() {
    long bytes = inspection.loaded().network().memoryBytes();
    out.printf(
        Locale.ROOT,
        "memory       %,d bytes, %.1f an element%n",
        bytes,
        (double) bytes / Math.max(1, inspection.loaded().network().size()));
  }

  private void placement() {
    PlacementSummary placed = inspection.placement().summary();
    out.printf(Locale.ROOT, "device       %s%n", placed.device());
    out.printf(
        Locale.ROOT,
        "placement    %1$shalf-cores %2$,d (%1$sat least %3$,d), %1$schips %4$,d, %1$spasses %5$,d%n",
        label,
        placed.halfCores(),
        placed.lowerBound(),
        placed.chips(),
        placed.passes());
    out.printf(
        Locale.ROOT,
        "utilisation  %1$s%2$.1f%% of STEs, %1$s%3$.1f%% of counters, %1$s%4$.1f%% of boolean elements%n",
        label,
        100 * placed.steUtilisation(),
        100 * placed.counterUtilisation(),
        100 * placed.gateUtilisation());
    if (placed.chainedCounters() > 0) {
      out.printf(
          Locale.ROOT,
          "counters     %s%,d take several of the device%n",
          label,
          placed.chainedCounters());
    }
    if (inspection.isHypothetical()) {
      out.printf(
          Locale.ROOT,
          "cuts         %1$s%2$,d components cut, %1$s%3$,d edges between half-cores%n",
          label,
          placed.hypotheticalCutComponents(),
          placed.hypotheticalBoundaryEdges());
    }
  }

  private void allocation() {
    ThesisAllocation thesis = inspection.allocation();
    if (thesis != null) {
      out.printf(
          Locale.ROOT,
          "allocation   thesis:%s, %d half-cores a segment, %d segments on a rank (table 3.1), charged below%n",
          thesis.label(),
          thesis.halfCoresPerSegment(),
          thesis.segments());
    }
  }

  private void activity() {
    ActivityProfile profile = inspection.activity().profile();
    out.printf(
        Locale.ROOT,
        "input        %,d symbols, %,d reports%n",
        profile.symbols(),
        profile.reports());
    out.printf(
        Locale.ROOT,
        "active set   mean %.2f, most %,d%n",
        profile.meanActive(),
        profile.mostActive());
    out.printf(
        Locale.ROOT, "             size: symbols  %s%n", ranges(profile.activeSetHistogram()));
    out.printf(
        Locale.ROOT, "activations  times: elements  %s%n", ranges(profile.activationHistogram()));
    out.printf(
        Locale.ROOT, "enables      times: elements  %s%n", ranges(profile.enableHistogram()));
  }

  private static String ranges(List<CountRange> ranges) {
    return ranges.stream()
        .filter(range -> range.things() > 0)
        .map(range -> String.format(Locale.ROOT, "%s: %,d", range.label(), range.things()))
        .collect(Collectors.joining(", "));
  }

  private void cost() {
    ChipCost.Figures chip = inspection.activity().chip();
    NetworkRunCost cost = chip.cost();
    out.printf(
        Locale.ROOT,
        "AP cycles    %1$s%2$,d: %1$s%3$,d for symbols (%1$spasses %4$,d), %1$s%5$,d stalled by output, %1$s%6$,d to reconfigure%n",
        label,
        cost.cycles(),
        cost.symbolCycles(),
        cost.passes(),
        cost.stallCycles(),
        cost.reconfigurationCycles());
    out.printf(
        Locale.ROOT,
        "AP time      %1$s%2$.3f ms, %1$s%3$.1f MB/s%n",
        label,
        cost.nanos() / 1e6,
        cost.megabytesPerSecond());
    out.printf(
        Locale.ROOT,
        "events       %1$s%2$,d row reads, %3$,d activations, %4$,d enables, %1$s%5$,d report vectors, %1$s%6$,d stalls%n",
        label,
        inspection.activity().events().rowReads(),
        inspection.activity().events().activations(),
        inspection.activity().events().enables(),
        chip.reportVectors(),
        chip.stalls());
    if (inspection.activity().traffic() != null) {
      out.printf(Locale.ROOT, "boundary     %s%n", inspection.activity().traffic());
    }
  }

  private void energy() {
    var energy = inspection.activity().energy();
    double reads = energy.matchRowReads();
    double perSymbol = reads / Math.max(1, inspection.activity().profile().symbols());
    out.printf(
        Locale.ROOT,
        "energy       estimate: %1$s%2$.3f match-row reads a symbol, of which %1$s%3$.1f%% go into reading match rows%n",
        label,
        perSymbol,
        100 * energy.shareOfRowReads());
    if (inspection.allocation() != null) {
      out.printf(
          Locale.ROOT,
          "             %s%.3f times that of the placement%n",
          label,
          energy.ratioToBaseline());
    }
  }
}
