package io.fsmrun.ap.profile;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.StartKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Steps a network symbol by symbol with lists of enabled and of active elements.
 *
 * <p>STEs that start on all input are never put into the list of the enabled: on each symbol those
 * that it matches are looked up by symbol set.
 */
final class Simulation {

  private final AutomataNetwork network;
  private final ActivityRecorder recorder;
  private final int[] rowStart;
  private final int[] targets;
  private final long[] matchWords;
  private final boolean[] startsAlways;
  private final int[][] startSetsBySymbol;
  private final int[][] startsBySet;
  private final SpecialElements specials;

  private int[] enabled;
  private int[] nextEnabled;
  private int enabledCount;

  /** The symbol after which the element was last put into the list of the enabled, plus 1. */
  private final long[] enabledAfter;

  /** The symbol on which the element was last active, plus 1. */
  private final long[] activeOn;

  private final int[] active;
  private int activeCount;
  private int[] latched = {};
  private int latchedCount;
  private long symbol;

  Simulation(AutomataNetwork network, ActivityRecorder recorder) {
    this.network = network;
    this.recorder = recorder;
    int size = network.size();
    rowStart = new int[size + 1];
    targets = new int[network.edgeCount()];
    fillRows();
    matchWords = new long[4 * network.symbolSetCount()];
    for (int set = 0; set < network.symbolSetCount(); set++) {
      for (int word = 0; word < 4; word++) {
        matchWords[4 * set + word] = network.symbolSet(set).word(word);
      }
    }
    startsAlways = new boolean[size];
    startsBySet = new int[network.symbolSetCount()][];
    startSetsBySymbol = new int[256][];
    fillStarts();
    specials = new SpecialElements(network);
    enabled = new int[size];
    nextEnabled = new int[size];
    enabledAfter = new long[size];
    activeOn = new long[size];
    active = new int[size];
    for (int element = 0; element < size; element++) {
      if (network.start(element) == StartKind.START_OF_DATA) {
        enabled[enabledCount++] = element;
      }
    }
  }

  /** Edges to STEs; those to counters and gates are with {@link SpecialElements}. */
  private void fillRows() {
    int filled = 0;
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        if (network.kind(to) == ElementKind.STE) {
          targets[filled++] = to;
        }
      }
      rowStart[from + 1] = filled;
    }
  }

  private void fillStarts() {
    IntArrayList[] starts = new IntArrayList[startsBySet.length];
    for (int element = 0; element < startsAlways.length; element++) {
      if (network.start(element) == StartKind.ALL_INPUT) {
        startsAlways[element] = true;
        int set = network.symbolSetIndex(element);
        starts[set] = starts[set] == null ? new IntArrayList() : starts[set];
        starts[set].add(element);
      }
    }
    IntArrayList[] sets = new IntArrayList[256];
    Arrays.setAll(sets, i -> new IntArrayList());
    for (int set = 0; set < starts.length; set++) {
      if (starts[set] != null) {
        startsBySet[set] = starts[set].toIntArray();
        int number = set;
        network.symbolSet(set).forEach(value -> sets[value].add(number));
      }
    }
    Arrays.setAll(startSetsBySymbol, value -> sets[value].toIntArray());
  }

  /** Consumes a symbol. */
  void step(int value, boolean isLast) {
    activeCount = 0;
    for (int i = 0; i < latchedCount; i++) {
      activate(latched[i]);
    }
    for (int set : startSetsBySymbol[value]) {
      for (int ste : startsBySet[set]) {
        activate(ste);
      }
    }
    int word = value >>> 6;
    long bit = 1L << (value & 63);
    for (int i = 0; i < enabledCount; i++) {
      int ste = enabled[i];
      if ((matchWords[4 * network.symbolSetIndex(ste) + word] & bit) != 0) {
        activate(ste);
      }
    }
    int activeStes = activeCount;
    if (!specials.isEmpty()) {
      activeCount = specials.settle(active, activeCount, isLast);
    }
    latch(activeStes);
    recorder.symbol(symbol, isLast, enabled, enabledCount, active, activeCount);
    symbol++;
    enableNext();
  }

  private void activate(int ste) {
    if (activeOn[ste] != symbol + 1) {
      activeOn[ste] = symbol + 1;
      active[activeCount++] = ste;
    }
  }

  /** STEs that are latched and active stay so; the first ones of the list are known already. */
  private void latch(int activeStes) {
    for (int i = latchedCount; i < activeStes; i++) {
      if (network.isLatched(active[i])) {
        if (latchedCount == latched.length) {
          latched = Arrays.copyOf(latched, Math.max(16, 2 * latchedCount));
        }
        latched[latchedCount++] = active[i];
      }
    }
  }

  private void enableNext() {
    int count = 0;
    for (int i = 0; i < activeCount; i++) {
      for (int edge = rowStart[active[i]]; edge < rowStart[active[i] + 1]; edge++) {
        int ste = targets[edge];
        if (enabledAfter[ste] != symbol && !startsAlways[ste]) {
          enabledAfter[ste] = symbol;
          nextEnabled[count++] = ste;
        }
      }
    }
    int[] swap = enabled;
    enabled = nextEnabled;
    nextEnabled = swap;
    enabledCount = count;
  }
}
