package io.fsmrun.ap.profile;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.Ports;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Settles counters and gates. They are numbered by their place in the settling order. On a symbol
 * only those are looked at that something active drives, that are active without it (negated
 * gates), or that stay active (latched counters).
 *
 * <p>Per special element there is one slot for each port; a slot knows how many elements drive the
 * port, and how many of them are active on the symbol.
 */
final class SpecialElements {

  private final AutomataNetwork network;
  private final int[] order;
  private final int[] slotStart;
  private final int[] fanIn;
  private final int[] activeIn;

  /** For every element its edges to special ones: place and slot, one after the other. */
  private final int[] rowStart;

  private final int[] edges;

  private final long[] always;
  private final long[] pending;
  private final int[] count;
  private final boolean[] latchedHigh;

  SpecialElements(AutomataNetwork network) {
    this.network = network;
    order = network.settlingOrder();
    int[] placeOf = new int[order.length == 0 ? 0 : network.size()];
    slotStart = new int[order.length + 1];
    for (int place = 0; place < order.length; place++) {
      placeOf[order[place]] = place;
      slotStart[place + 1] = slotStart[place] + ports(order[place]);
    }
    fanIn = new int[slotStart[order.length]];
    activeIn = new int[fanIn.length];
    rowStart = new int[order.length == 0 ? 1 : network.size() + 1];
    edges = order.length == 0 ? new int[0] : fillEdges(placeOf);
    always = new long[(order.length + 63) / 64];
    pending = new long[always.length];
    count = new int[order.length];
    latchedHigh = new boolean[order.length];
    for (int place = 0; place < order.length; place++) {
      if (network.kind(order[place]) == ElementKind.GATE
          && network.gateFunction(order[place]).isNegated()) {
        always[place >> 6] |= 1L << place;
      }
    }
    System.arraycopy(always, 0, pending, 0, always.length);
  }

  private int ports(int element) {
    if (network.kind(element) == ElementKind.COUNTER) {
      return Ports.RESET + 1;
    }
    return network.gateFunction(element).hasTerms() ? Ports.MAX_TERMS + 1 : 1;
  }

  private int[] fillEdges(int[] placeOf) {
    IntArrayList found = new IntArrayList();
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        if (network.kind(to) != ElementKind.STE) {
          int slot = slotStart[placeOf[to]] + network.port(from, i);
          fanIn[slot]++;
          found.add(placeOf[to]);
          found.add(slot);
        }
      }
      rowStart[from + 1] = found.size();
    }
    return found.toIntArray();
  }

  boolean isEmpty() {
    return order.length == 0;
  }

  /** Appends the active counters and gates to the active STEs; returns how many there are then. */
  int settle(int[] active, int stes, boolean isLast) {
    for (int i = 0; i < stes; i++) {
      drive(active[i]);
    }
    int total = stes;
    for (int word = 0; word < pending.length; word++) {
      // What settles may add later ones to the same word, so it is read anew each time.
      while (pending[word] != 0) {
        int place = word << 6 | Long.numberOfTrailingZeros(pending[word]);
        pending[word] &= pending[word] - 1;
        if (isActive(place, isLast)) {
          active[total++] = order[place];
          drive(order[place]);
        }
        clear(place);
      }
      pending[word] = always[word];
    }
    return total;
  }

  private void drive(int element) {
    for (int i = rowStart[element]; i < rowStart[element + 1]; i += 2) {
      pending[edges[i] >> 6] |= 1L << edges[i];
      activeIn[edges[i + 1]]++;
    }
  }

  private void clear(int place) {
    for (int slot = slotStart[place]; slot < slotStart[place + 1]; slot++) {
      activeIn[slot] = 0;
    }
  }

  private boolean isActive(int place, boolean isLast) {
    int element = order[place];
    if (network.kind(element) == ElementKind.COUNTER) {
      return counts(place, network.target(element), network.counterMode(element));
    }
    boolean high = gate(place, network.gateFunction(element));
    return high && (isLast || !network.isAtEndOnly(element));
  }

  private boolean counts(int place, int target, CounterMode mode) {
    if (activeIn[slotStart[place] + Ports.RESET] > 0) {
      count[place] = 0;
      keepHigh(place, false);
      return false;
    }
    if (latchedHigh[place]) {
      return true;
    }
    boolean done = count[place] == target;
    if (done || activeIn[slotStart[place] + Ports.COUNT] == 0) {
      return false;
    }
    count[place]++;
    if (count[place] < target) {
      return false;
    }
    switch (mode) {
      case PULSE -> {}
      case LATCH -> keepHigh(place, true);
      case ROLL -> count[place] = 0;
    }
    return true;
  }

  private void keepHigh(int place, boolean high) {
    latchedHigh[place] = high;
    long bit = 1L << place;
    always[place >> 6] = high ? always[place >> 6] | bit : always[place >> 6] & ~bit;
  }

  private boolean gate(int place, GateFunction function) {
    int first = slotStart[place];
    return switch (function) {
      case AND -> fanIn[first] > 0 && activeIn[first] == fanIn[first];
      case OR -> activeIn[first] > 0;
      case NOR, NOT -> activeIn[first] == 0;
      case NAND -> fanIn[first] == 0 || activeIn[first] < fanIn[first];
      case SUM_OF_PRODUCTS -> anyTermIsFull(place);
      case NEGATED_SUM_OF_PRODUCTS -> !anyTermIsFull(place);
      case PRODUCT_OF_SUMS -> everyTermHasOne(place);
      case NEGATED_PRODUCT_OF_SUMS -> !everyTermHasOne(place);
    };
  }

  private boolean anyTermIsFull(int place) {
    for (int slot = slotStart[place]; slot < slotStart[place + 1]; slot++) {
      if (fanIn[slot] > 0 && activeIn[slot] == fanIn[slot]) {
        return true;
      }
    }
    return false;
  }

  private boolean everyTermHasOne(int place) {
    boolean any = false;
    for (int slot = slotStart[place]; slot < slotStart[place + 1]; slot++) {
      if (fanIn[slot] > 0) {
        any = true;
        if (activeIn[slot] == 0) {
          return false;
        }
      }
    }
    return any;
  }
}
