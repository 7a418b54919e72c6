package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Runs units over windows of a sample as the kernel does, skipping what it skips, and adds up what
 * that costs it. For one thread.
 *
 * <p>A step takes O(bytes of a window / 64), and is only made where the kernel makes it.
 */
final class WindowActivity {

  /** A step: an operand from a slot, a shift across the lanes of a warp, an AND. */
  static final double STEP_NANOS = 3.1e-5;

  /** Each term but the first that a set of symbols takes to be put together from half bytes. */
  static final double TERM_NANOS = 7.5e-5;

  /** A state that leads to itself: an addition across lanes. */
  static final double LOOP_NANOS = 1.4e-4;

  /** The bit that gates do not look at. */
  private static final int FOLD = 0x20;

  private static final int WORDS = Math.ceilDiv(StreamProgram.WINDOW, Long.SIZE);
  private static final int HALF_BYTES = 16;
  private static final int ALL_LOW = (1 << HALF_BYTES) - 1;

  private final byte[] sample;
  private final Map<SymbolSet, Integer> terms;
  private final int from;
  private final Map<SymbolSet, long[]> streams = new HashMap<>();
  private final BitSet strings = new BitSet(1 << GateFinder.HASH_BITS);
  private double nanos;
  private boolean starting;

  /**
   * A window.
   *
   * @param from its first byte
   * @param terms what is known of sets, shared by windows
   */
  WindowActivity(byte[] sample, int from, Map<SymbolSet, Integer> terms) {
    this.sample = sample;
    this.from = from;
    this.terms = terms;
    int string = 0;
    for (int i = from; i < end(); i++) {
      string = string >>> Byte.SIZE | (sample[i] & 0xff | FOLD) << 3 * Byte.SIZE;
      if (i - from >= GateFinder.SHORT - 1) {
        strings.set(GateFinder.hash(string >>> 2 * Byte.SIZE));
      }
      if (i - from >= GateFinder.LONG - 1) {
        strings.set(GateFinder.hash(string));
      }
    }
  }

  private int end() {
    return Math.min(sample.length, from + StreamProgram.WINDOW);
  }

  /** Whether a string may be in the window, as the kernel sees it. */
  boolean mayHave(int string) {
    return strings.get(GateFinder.hash(string));
  }

  /**
   * Runs a unit.
   *
   * @param active by place, what is carried into the window, and then out of it
   * @return nanoseconds a byte of a window that has it run
   */
  double run(StateOrder order, int[] skipTargets, boolean[] active) {
    return run(order, skipTargets, active, true);
  }

  /** The same for matches in progress only; no match begins. */
  double follow(StateOrder order, int[] skipTargets, boolean[] active) {
    return run(order, skipTargets, active, false);
  }

  private double run(StateOrder order, int[] skipTargets, boolean[] active, boolean begins) {
    starting = begins;
    nanos = 0;
    long[][] states = new long[order.count()][];
    for (int p = 0; p < states.length; ) {
      StateOrder.Loop loop = order.loopOf(p);
      if (loop == null) {
        step(order, p, states, active);
        boolean skips = isEmpty(states[p]) && !isEntered(order, p + 1, skipTargets[p], active);
        p = skips ? Math.max(p + 1, skipTargets[p]) : p + 1;
      } else {
        boolean changed = true;
        while (changed) {
          changed = false;
          for (int q = loop.first(); q <= loop.last(); q++) {
            changed |= step(order, q, states, active);
          }
        }
        p = loop.last() + 1;
      }
    }
    int last = StreamProgram.ADVANCE - 1;
    for (int p = 0; p < active.length; p++) {
      active[p] = states[p] != null && (states[p][last / Long.SIZE] >>> last & 1) != 0;
    }
    return nanos;
  }

  /** Whether something is carried into one of some places. */
  private static boolean isEntered(StateOrder order, int from, int to, boolean[] active) {
    for (int p = from; p < to; p++) {
      boolean enters = order.hasSelfLoop(p) && active[p];
      for (int before : order.before(p)) {
        enters |= active[before];
      }
      if (enters) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEmpty(long[] stream) {
    long all = 0;
    for (long word : stream) {
      all |= word;
    }
    return all == 0;
  }

  /** One step; whether it changed anything. */
  private boolean step(StateOrder order, int place, long[][] states, boolean[] active) {
    SymbolSet set = order.stateAt(place).symbols();
    long[] symbols = streams.computeIfAbsent(set, this::stream);
    long[] next = new long[WORDS];
    if (starting && order.isAtEvery(place)) {
      System.arraycopy(symbols, 0, next, 0, WORDS);
    } else {
      boolean enters =
          starting && order.isAtFirst(place) && from == 0
              || order.hasSelfLoop(place) && active[place];
      for (int before : order.before(place)) {
        enters |= active[before];
        addShifted(states[before], next);
      }
      next[0] |= enters ? 1 : 0;
      for (int i = 0; i < WORDS; i++) {
        next[i] &= symbols[i];
      }
    }
    nanos += STEP_NANOS + TERM_NANOS * (terms.computeIfAbsent(set, WindowActivity::terms) - 1);
    if (order.hasSelfLoop(place)) {
      nanos += LOOP_NANOS;
      follow(symbols, next);
    }
    long fresh = 0;
    for (int i = 0; i < WORDS; i++) {
      long old = states[place] == null ? 0 : states[place][i];
      fresh |= next[i] & ~old;
      next[i] |= old;
    }
    states[place] = next;
    return fresh != 0;
  }

  private static void addShifted(long[] stream, long[] to) {
    long carry = 0;
    for (int i = 0; stream != null && i < WORDS; i++) {
      to[i] |= stream[i] << 1 | carry;
      carry = stream[i] >>> Long.SIZE - 1;
    }
  }

  /** What is active stays so through the run of symbols that it is in: one long addition. */
  private static void follow(long[] symbols, long[] active) {
    long carry = 0;
    for (int i = 0; i < WORDS; i++) {
      long run = symbols[i];
      long sum = run + active[i] + carry;
      carry = (run & active[i] | (run | active[i]) & ~sum) >>> Long.SIZE - 1;
      active[i] |= (sum ^ run) & run;
    }
  }

  private long[] stream(SymbolSet set) {
    boolean[] has = new boolean[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < has.length; symbol++) {
      has[symbol] = set.contains(symbol);
    }
    long[] stream = new long[WORDS];
    for (int i = from; i < end(); i++) {
      if (has[sample[i] & 0xff]) {
        stream[(i - from) / Long.SIZE] |= 1L << (i - from);
      }
    }
    return stream;
  }

  /**
   * Different sets of low half bytes that a set has, over its high ones; of its complement if those
   * are fewer: each is put together by itself.
   */
  static int terms(SymbolSet set) {
    Set<Integer> own = new HashSet<>();
    Set<Integer> others = new HashSet<>();
    for (int high = 0; high < HALF_BYTES; high++) {
      int low = 0;
      for (int i = 0; i < HALF_BYTES; i++) {
        low |= set.contains(high * HALF_BYTES + i) ? 1 << i : 0;
      }
      own.add(low);
      others.add(low ^ ALL_LOW);
    }
    own.remove(0);
    others.remove(0);
    return Math.max(1, Math.min(own.size(), others.size()));
  }
}
