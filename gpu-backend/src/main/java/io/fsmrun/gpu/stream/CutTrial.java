package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Tries cuts on a sample: what is carried into a segment is taken to be what a run over the window
 * before gives, from nothing. Where more is active, since matches in progress are longer, segments
 * run again. Here each border of windows is a cut, and units are run both ways over the windows
 * that follow each other. For one thread.
 *
 * <p>The device knows more: states that lead to themselves on every byte are followed through
 * segments before the scan. But that holds only for those that are active when a piece begins; such
 * as become active within one are met at the cuts behind, and these are most. How many rounds there
 * are a sample does not tell.
 *
 * <p>Constants are of an H200, by least squares over the 16 pairs of rules and text that ran again,
 * of 56 that were tried: 33 rulesets of many kinds, each with a text of its kind and some with
 * another one, 128 MiB each, expected from the first 128 KiB. Error of the time that running again
 * takes, in parts of the time of all kernels, root mean square: 0.12 of the 16; 0.14 where the pair
 * that is foretold is left out of the fit, 0.13 with all pairs of its ruleset; 0.08 of all 56. Two
 * pairs ran again where that was not expected, none did not where it was. So far they are validated
 * on one machine, with rules and texts of which most were generated.
 */
final class CutTrial {

  /** Cuts that are tried, at most. */
  private static final int CUTS = 32;

  /** If anything runs again: looking for what does, and blocks that make streams of symbols. */
  static final double ROUND_NANOS = 0.019;

  /** Each unit that runs again in all segments. */
  static final double UNIT_NANOS = 0.0011;

  private final List<WindowActivity> windows = new ArrayList<>();
  private final BitSet again = new BitSet();
  private int differences;

  /**
   * What was found of a unit.
   *
   * @param nanosPerByte what it does, all that is carried being known; NaN if the sample has no cut
   * @param differs whether it runs again anywhere
   */
  record Found(double nanosPerByte, boolean differs) {}

  /**
   * Cuts of a sample.
   *
   * @param terms what is known of sets, shared by windows
   */
  CutTrial(byte[] sample, Map<SymbolSet, Integer> terms) {
    int count = Math.min(CUTS + 1, sample.length / StreamProgram.ADVANCE);
    for (int w = 0; w < count; w++) {
      windows.add(new WindowActivity(sample, w * StreamProgram.ADVANCE, terms));
    }
  }

  private int cuts() {
    return windows.size() - 1;
  }

  /**
   * Tries a unit that carries.
   *
   * @param gate tells in which windows it may begin
   */
  Found add(StateOrder order, int[] skipTargets, StreamCosts.Gate gate) {
    boolean[] active = new boolean[order.count()];
    boolean carried = false;
    double sum = 0;
    int before = differences;
    for (int w = 0; w < windows.size(); w++) {
      WindowActivity window = windows.get(w);
      boolean begins = gate.isOpen(window);
      if (!begins && !carried) {
        continue;
      }
      boolean guesses = carried && w < cuts();
      double nanos = run(window, order, skipTargets, active, begins);
      sum += w == 0 ? 0 : nanos;
      carried = isAny(active);
      if (guesses && carried) {
        boolean[] guess = new boolean[active.length];
        if (begins) {
          run(window, order, skipTargets, guess, true);
        }
        if (!Arrays.equals(guess, active)) {
          again.set(w);
          differences++;
        }
      }
    }
    return new Found(cuts() < 1 ? Double.NaN : sum / cuts(), differences > before);
  }

  private static double run(
      WindowActivity window, StateOrder order, int[] targets, boolean[] active, boolean begins) {
    return begins ? window.run(order, targets, active) : window.follow(order, targets, active);
  }

  private static boolean isAny(boolean[] active) {
    boolean any = false;
    for (boolean each : active) {
      any |= each;
    }
    return any;
  }

  /** The share of cuts at which something differs. */
  double share() {
    return again.isEmpty() ? 0 : (double) again.cardinality() / cuts();
  }

  /** How many units differ at a cut, on average. */
  double unitsPerCut() {
    return again.isEmpty() ? 0 : (double) differences / cuts();
  }

  /** What running again adds, in nanoseconds a byte. */
  double nanosPerByte() {
    return again.isEmpty() ? 0 : ROUND_NANOS + UNIT_NANOS * unitsPerCut();
  }
}
