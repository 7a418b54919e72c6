package io.fsmrun.profile;

import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.SymbolsToOne;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.Arrays;

/** Counts of whole numbers, for percentiles by nearest rank. For one thread. */
final class Percentiles {

  private final Int2LongOpenHashMap counts = new Int2LongOpenHashMap();
  private long total;

  void add(int value) {
    counts.addTo(value, 1);
    total++;
  }

  void addAll(Percentiles others) {
    for (Int2LongMap.Entry entry : others.counts.int2LongEntrySet()) {
      counts.addTo(entry.getIntKey(), entry.getLongValue());
    }
    total += others.total;
  }

  boolean isEmpty() {
    return total == 0;
  }

  /** The least values that so many shares of all do not exceed; 0 if there is none. */
  int[] at(double... shares) {
    int[] values = counts.keySet().toIntArray();
    Arrays.sort(values);
    int[] found = new int[shares.length];
    for (int i = 0; i < shares.length; i++) {
      long wanted = (long) Math.ceil(shares[i] * total - 1e-9);
      long seen = 0;
      for (int v = 0; v < values.length && (v == 0 || seen < wanted); v++) {
        seen += counts.get(values[v]);
        found[i] = values[v];
      }
    }
    return found;
  }

  FlowCurve.Point point(int symbols) {
    int[] at = at(0.5, 0.9, 0.99, 1);
    return new FlowCurve.Point(symbols, at[0], at[1], at[2], at[3]);
  }

  SymbolsToOne symbolsToOne(long never) {
    int[] at = at(0.5, 0.95, 1);
    double share = never == 0 ? 0 : (double) never / (never + total);
    return new SymbolsToOne(at[0], at[1], at[2], share);
  }
}
