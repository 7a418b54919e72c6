package io.fsmrun.cpu.filter;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Counts how often each window is found, and has the engine choose others in place of those that
 * the input is full of. Mutable, for one thread.
 *
 * <p>It looks at the counts after some bytes, then after twice as many, and so on; so choosing
 * costs little in all.
 */
final class WindowWatch {

  private static final int FIRST_LOOK = 1 << 16;
  private static final long RAREST_LOOK = 1L << 30;

  /** A window that is found more often than once in so many bytes is hot. */
  private static final int HOT_BYTES = 1 << 12;

  /** What a window costs that is found in vain, and a byte in an index over classes. */
  private static final double HIT_NANOS = 8;

  private static final double CLASS_NANOS = 10;

  /** What choosing anew costs. */
  private static final double CHOICE_NANOS = 2e6;

  private static final double CHOICE_NANOS_A_FACTOR = 1_000;

  private final FilterEngine engine;
  private FilterPasses passes;
  private int[] counts = new int[0];
  private long bytes;
  private boolean looked;
  private double wasted;
  private long nextLook = FIRST_LOOK;

  /** What counting needs is there at once: a first scan does not wait for the memory. */
  WindowWatch(FilterEngine engine) {
    this.engine = engine;
    begin(engine.passes());
  }

  void begin(FilterPasses now) {
    if (now != passes) {
      passes = now;
      counts = new int[now.rowCount()];
      bytes = 0;
    }
  }

  FilterPasses passes() {
    return passes;
  }

  /** Per row how often it was found since the last look. */
  int[] counts() {
    return counts;
  }

  void end(byte[] input, int from, int to) {
    bytes += to - from;
    if (bytes >= nextLook) {
      nextLook = Math.min(RAREST_LOOK, 2 * nextLook);
      look(input, from, to);
      Arrays.fill(counts, 0);
      bytes = 0;
    }
  }

  private void look(byte[] input, int from, int to) {
    boolean[] hot = new boolean[engine.factors().count()];
    BitSet inVain = engine.inVain();
    boolean any = false;
    if (passes.usesClasses() && !looked) {
      // What an index over classes gives in vain is not counted, so it is chosen again once.
      wasted += bytes * CLASS_NANOS;
      any = inVain.isEmpty();
    }
    for (int p = 0; p < passes.count(); p++) {
      SearchPass pass = passes.pass(p);
      for (int row = 0; row < pass.rowCount(); row++) {
        long found = (long) counts[passes.rowBase(p) + row] * pass.compares(row);
        if (found > bytes / HOT_BYTES) {
          wasted += found * HIT_NANOS;
          for (int e = pass.rowStart(row); e < pass.rowStart(row + 1); e++) {
            hot[pass.factor(e)] = true;
            any |= nextLook == RAREST_LOOK || !inVain.get(pass.factor(e));
          }
        }
      }
    }
    // To choose anew must not cost more than what was wasted so far.
    if (any && wasted > CHOICE_NANOS + hot.length * CHOICE_NANOS_A_FACTOR) {
      wasted = 0;
      looked = true;
      engine.adapt(passes, hot, input, from, to);
    }
  }
}
