package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Tries cuts on a sample: what is carried into a segment is taken to be what a run over the window
 * before gives, from the states that are known to be held there and else from nothing. Where more
 * is active, since matches in progress are longer, segments run again. Here each border of windows
 * is a cut, and units are run both ways over the windows that follow each other. For one thread.
 *
 * <p>Held are states that lead to themselves on every byte of the sample, as on the device those
 * that do on every byte of a segment. How long what is not foreseen stays active, and so how many
 * rounds there are, a sample does not tell: one is charged for. Times are of an H200, of rulesets
 * that had rounds when held states were not yet known in the window before: PowerEN, Snort and
 * network-500 in docs/gpu.md.
 */
final class CutTrial {

  /** Cuts that are tried, at most. */
  private static final int CUTS = 32;

  /**
   * A round: launches and waiting for them, and putting all reports in order once more; in pieces
   * of 64 MiB.
   */
  static final double ROUND_NANOS = 0.06;

  /** What a round takes beside if all segments run again. */
  static final double SEGMENTS_NANOS = 0.15;

  private final List<WindowActivity> windows = new ArrayList<>();
  private final SymbolSet bytes;
  private final BitSet again = new BitSet();

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
    boolean[] met = new boolean[SymbolSet.ALPHABET_SIZE];
    for (byte symbol : sample) {
      met[symbol & 0xff] = true;
    }
    SymbolSet all = SymbolSet.EMPTY;
    for (int symbol = 0; symbol < met.length; symbol++) {
      all = met[symbol] ? all.or(SymbolSet.of(symbol)) : all;
    }
    bytes = all;
  }

  /**
   * Tries a unit that carries.
   *
   * @param gate tells in which windows it may begin
   * @return whether it differs at any cut
   */
  boolean add(StateOrder order, int[] skipTargets, StreamCosts.Gate gate) {
    boolean[] active = new boolean[order.count()];
    boolean[] held = held(order);
    boolean carried = false;
    boolean differs = false;
    for (int w = 0; w + 1 < windows.size(); w++) {
      WindowActivity window = windows.get(w);
      boolean begins = gate.isOpen(window);
      if (!begins && !carried) {
        continue;
      }
      boolean[] guess = new boolean[active.length];
      boolean knows = true;
      boolean holds = false;
      for (int p = 0; p < guess.length; p++) {
        guess[p] = active[p] && held[p];
        holds |= guess[p];
        knows &= guess[p] == active[p];
      }
      run(window, order, skipTargets, active, begins);
      carried = isAny(active);
      if (!knows && carried) {
        if (begins || holds) {
          run(window, order, skipTargets, guess, begins);
        }
        if (!Arrays.equals(guess, active)) {
          again.set(w);
          differs = true;
        }
      }
    }
    return differs;
  }

  private static void run(
      WindowActivity window, StateOrder order, int[] targets, boolean[] active, boolean begins) {
    if (begins) {
      window.run(order, targets, active);
    } else {
      window.follow(order, targets, active);
    }
  }

  private boolean[] held(StateOrder order) {
    boolean[] held = new boolean[order.count()];
    for (int p = 0; p < held.length; p++) {
      SymbolSet own = order.stateAt(p).symbols();
      held[p] =
          order.hasSelfLoop(p) && bytes.minus(own).isEmpty() && new HoldSets().numberOf(own) >= 0;
    }
    return held;
  }

  private static boolean isAny(boolean[] active) {
    boolean any = false;
    for (boolean each : active) {
      any |= each;
    }
    return any;
  }

  /** The share of segments that run again. */
  double share() {
    return again.isEmpty() ? 0 : (double) again.cardinality() / (windows.size() - 1);
  }

  /** What running again adds, in nanoseconds a byte. */
  double nanosPerByte() {
    return again.isEmpty() ? 0 : ROUND_NANOS + SEGMENTS_NANOS * share();
  }
}
