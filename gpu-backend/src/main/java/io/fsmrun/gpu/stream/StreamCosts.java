package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;

/**
 * What rules are expected to cost as bit streams. A rule without a string that it cannot do without
 * is run in every window; one that has such a string only where that may be, which a sample of the
 * input tells. Constants are of an H200, from the rulesets of docs/gpu.md: {@value #STATE_NANOS}
 * nanoseconds a byte and state that runs is what Brill and Protomata take; where rules of few
 * states are hardly ever skipped it may be four times that.
 */
public final class StreamCosts {

  /** Making streams of the symbols, and all else that does not depend on rules. */
  public static final double BASE_NANOS = 0.015;

  private static final double STATE_NANOS = 1.8e-5;
  private static final double GATE_NANOS = 2e-6;

  /** The bit that gates do not look at. */
  private static final int FOLD = 0x20;

  /** How often a string is met if there is no sample to tell. */
  private static final double USUAL_SHARE = 0.05;

  private final List<IntOpenHashSet> windows = new ArrayList<>();

  /**
   * Costs on inputs like a sample.
   *
   * @param sample the sample; if it is empty, strings are taken to be met in one window of 20
   */
  public StreamCosts(byte[] sample) {
    for (int start = 0; start < sample.length; start += StreamProgram.ADVANCE) {
      windows.add(strings(sample, start, Math.min(sample.length, start + StreamProgram.WINDOW)));
    }
  }

  private static IntOpenHashSet strings(byte[] sample, int from, int to) {
    IntOpenHashSet found = new IntOpenHashSet();
    int string = 0;
    for (int i = from; i < to; i++) {
      string = string >>> Byte.SIZE | (sample[i] & 0xff | FOLD) << 3 * Byte.SIZE;
      if (i - from >= GateFinder.SHORT - 1) {
        found.add(string >>> 2 * Byte.SIZE);
      }
      if (i - from >= GateFinder.LONG - 1) {
        found.add(string);
      }
    }
    return found;
  }

  /**
   * What one rule adds.
   *
   * @param rule a rule that can be run
   * @return nanoseconds a byte
   */
  public double nanosPerByte(StreamRule rule) {
    StateOrder order = new StateOrder(StateGraph.of(rule.nfa(), 0));
    boolean carries = order.isUnbounded() || order.longest() > StreamProgram.OVERLAP;
    IntList needed = new IntArrayList(GateFinder.strings(order, carries, GateFinder.LONG));
    if (needed.isEmpty()) {
      needed = GateFinder.strings(order, carries, GateFinder.SHORT);
    }
    double all = order.count() * STATE_NANOS;
    return needed.isEmpty() ? all : GATE_NANOS + all * share(needed);
  }

  /** The share of windows that have the string that is rarest. */
  private double share(IntList needed) {
    if (windows.isEmpty()) {
      return USUAL_SHARE;
    }
    int least = windows.size();
    for (int string : needed) {
      int met = 0;
      for (IntOpenHashSet window : windows) {
        met += window.contains(string) ? 1 : 0;
      }
      least = Math.min(least, met);
    }
    return (double) least / windows.size();
  }
}
