package io.fsmrun.ap.profile;

import io.fsmrun.ap.engine.NetworkReportSink;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.StartKind;
import java.util.Arrays;

/** Adds up what a {@link Simulation} does. */
final class ActivityRecorder {

  private final AutomataNetwork network;
  private final ActivityListener listener;
  private final NetworkReportSink reports;
  private final boolean[] reporting;
  private final long[] activations;
  private final long[] enables;
  private final Timeline timeline = new Timeline();
  private final int[] reportingNow;
  private final int alwaysEnabled;
  private long[] sizes = new long[16];
  private long symbols;
  private long activationTotal;
  private long drivenTotal;
  private long reportTotal;

  ActivityRecorder(AutomataNetwork network, ActivityListener listener, NetworkReportSink reports) {
    this.network = network;
    this.listener = listener;
    this.reports = reports;
    int size = network.size();
    reporting = new boolean[size];
    activations = new long[size];
    enables = new long[size];
    int reportingCount = 0;
    int starts = 0;
    for (int element = 0; element < size; element++) {
      reporting[element] = network.isReporting(element);
      reportingCount += reporting[element] ? 1 : 0;
      starts += network.start(element) == StartKind.ALL_INPUT ? 1 : 0;
    }
    reportingNow = new int[reportingCount];
    alwaysEnabled = starts;
  }

  /** The enabled are those that are not so on all input. */
  void symbol(
      long symbol, boolean isLast, int[] enabled, int enabledCount, int[] active, int count) {
    symbols++;
    drivenTotal += enabledCount;
    for (int i = 0; i < enabledCount; i++) {
      enables[enabled[i]]++;
    }
    activationTotal += count;
    int found = 0;
    for (int i = 0; i < count; i++) {
      int element = active[i];
      activations[element]++;
      if (reporting[element] && (isLast || !network.isAtEndOnly(element))) {
        reportingNow[found++] = element;
      }
    }
    if (found > 0) {
      report(symbol, found);
    }
    if (count >= sizes.length) {
      sizes = Arrays.copyOf(sizes, Math.max(count + 1, 2 * sizes.length));
    }
    sizes[count]++;
    timeline.add(count);
    listener.symbol(symbol, active, count);
  }

  private void report(long symbol, int found) {
    Arrays.sort(reportingNow, 0, found);
    for (int i = 0; i < found; i++) {
      reports.report(reportingNow[i], symbol);
    }
    reportTotal += found;
  }

  ActivityProfile profile() {
    long[] allEnables = enables.clone();
    for (int element = 0; element < allEnables.length; element++) {
      if (network.start(element) == StartKind.ALL_INPUT) {
        allEnables[element] = symbols;
      }
    }
    return new ActivityProfile(
        activations.clone(),
        allEnables,
        sizes.clone(),
        timeline.points(),
        new ActivityProfile.Totals(
            symbols, activationTotal, drivenTotal + symbols * alwaysEnabled, reportTotal));
  }
}
