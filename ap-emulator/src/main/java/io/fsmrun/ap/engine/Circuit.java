package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.Ports;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Runs components with counters and boolean elements, one element at a time, in the order that
 * {@link AutomataNetwork} says. Only elements that something drives are looked at, and the gates
 * that are active when nothing does. The working memory of one session; for one thread.
 */
final class Circuit {

  private final CircuitPlan plan;
  private final AutomataNetwork network;

  /** Active after the last symbol: STEs and, behind them, counters and gates. */
  private final IntArrayList active = new IntArrayList();

  private final IntArrayList next = new IntArrayList();
  private final boolean[] isNext;
  private boolean first = true;

  private final int[] value;
  private final boolean[] spent;
  private final long[] pending;
  private final int[] driven;
  private final int[][] drivenTerms;
  private final boolean[] reset;

  Circuit(CircuitPlan plan) {
    this.plan = plan;
    this.network = plan.network;
    int specials = plan.settling.length;
    this.isNext = new boolean[plan.isEmpty() ? 0 : network.size()];
    this.value = new int[specials];
    this.spent = new boolean[specials];
    this.pending = new long[(specials + 63) / 64];
    this.driven = new int[specials];
    this.reset = new boolean[specials];
    this.drivenTerms = new int[specials][];
    for (int rank = 0; rank < specials; rank++) {
      drivenTerms[rank] = new int[plan.termInputs[rank].length];
    }
  }

  /** Goes back to before the first symbol. */
  void restart() {
    active.clear();
    first = true;
    Arrays.fill(value, 0);
    Arrays.fill(spent, false);
  }

  /**
   * Consumes symbols.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last
   * @param lastIsLast whether the symbol before {@code to} is the last of the stream
   * @param out takes the reports, with positions from {@code from}
   */
  void run(byte[] input, int from, int to, boolean lastIsLast, ReportBuffer out) {
    for (int p = from; p < to; p++) {
      boolean last = lastIsLast && p == to - 1;
      stepStes(input[p] & 255);
      settle(last);
      for (int i = 0; i < next.size(); i++) {
        int element = next.getInt(i);
        isNext[element] = false;
        if (network.isReporting(element) && (last || !network.isAtEndOnly(element))) {
          out.add(p - from, element);
        }
      }
      active.clear();
      active.addAll(next);
      next.clear();
      first = false;
    }
  }

  private void stepStes(int symbol) {
    enter(plan.allInput, symbol);
    if (first) {
      enter(plan.startOfData, symbol);
    }
    for (int i = 0; i < active.size(); i++) {
      int from = active.getInt(i);
      if (network.isLatched(from)) {
        add(from);
      }
      for (int e = 0; e < network.successorCount(from); e++) {
        int to = network.successor(from, e);
        if (plan.rankOf[to] < 0 && network.symbols(to).contains(symbol)) {
          add(to);
        }
      }
    }
  }

  private void enter(int[] stes, int symbol) {
    for (int ste : stes) {
      if (network.symbols(ste).contains(symbol)) {
        add(ste);
      }
    }
  }

  private void add(int element) {
    if (!isNext[element]) {
      isNext[element] = true;
      next.add(element);
    }
  }

  private void settle(boolean last) {
    for (int rank : plan.negated) {
      pending[rank >> 6] |= 1L << rank;
    }
    for (int i = 0; i < active.size(); i++) {
      int rank = plan.rankOf[active.getInt(i)];
      if (rank >= 0 && isLatched(rank)) {
        pending[rank >> 6] |= 1L << rank;
      }
    }
    int stes = next.size();
    for (int i = 0; i < stes; i++) {
      drive(next.getInt(i));
    }
    for (int word = 0; word < pending.length; word++) {
      while (pending[word] != 0) {
        int rank = word * 64 + Long.numberOfTrailingZeros(pending[word]);
        pending[word] &= pending[word] - 1;
        settleOne(rank, last);
      }
    }
  }

  /** Whether this is a counter that stays active until it is reset, having reached its target. */
  private boolean isLatched(int rank) {
    return spent[rank] && network.counterMode(plan.settling[rank]) == CounterMode.LATCH;
  }

  /** Passes an element's activity on to the counters and gates that it drives. */
  private void drive(int from) {
    for (int e = 0; e < network.successorCount(from); e++) {
      int rank = plan.rankOf[network.successor(from, e)];
      if (rank >= 0) {
        pending[rank >> 6] |= 1L << rank;
        int port = network.port(from, e);
        if (network.kind(plan.settling[rank]) == ElementKind.COUNTER) {
          reset[rank] |= port == Ports.RESET;
          driven[rank] += port == Ports.COUNT ? 1 : 0;
        } else {
          driven[rank]++;
          if (drivenTerms[rank].length > 0) {
            drivenTerms[rank][port]++;
          }
        }
      }
    }
  }

  private void settleOne(int rank, boolean last) {
    int element = plan.settling[rank];
    boolean on;
    if (network.kind(element) == ElementKind.COUNTER) {
      on = count(rank, element);
    } else {
      on = plan.evaluate(rank, driven[rank], drivenTerms[rank]);
      on &= last || !network.isAtEndOnly(element);
      Arrays.fill(drivenTerms[rank], 0);
    }
    driven[rank] = 0;
    reset[rank] = false;
    if (on) {
      add(element);
      drive(element);
    }
  }

  /** {@code spent} says that the target was reached: latched, or asleep until the next reset. */
  private boolean count(int rank, int counter) {
    if (reset[rank]) {
      value[rank] = 0;
      spent[rank] = false;
      return false;
    }
    CounterMode mode = network.counterMode(counter);
    if (spent[rank]) {
      return mode == CounterMode.LATCH;
    }
    if (driven[rank] == 0 || ++value[rank] < network.target(counter)) {
      return false;
    }
    if (mode == CounterMode.ROLL) {
      value[rank] = 0;
    } else {
      spent[rank] = true;
    }
    return true;
  }

  boolean isFirst() {
    return first;
  }

  IntArrayList active() {
    return active;
  }

  int value(int rank) {
    return value[rank];
  }

  boolean isSpent(int rank) {
    return spent[rank];
  }

  /** Goes on with a state that was saved. */
  void restore(boolean atFirst, IntArrayList elements) {
    first = atFirst;
    active.clear();
    active.addAll(elements);
  }

  void restoreCounter(int rank, int counted, boolean reached) {
    value[rank] = counted;
    spent[rank] = reached;
  }
}
