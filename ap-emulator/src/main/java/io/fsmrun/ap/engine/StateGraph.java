package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The STEs of a network as states, made ready to be stepped: what starts and latches is spelled out
 * as states and edges of its own, and the states of a connected component have neighbouring
 * numbers.
 *
 * <ul>
 *   <li>A component with start-of-data STEs has a <em>start state</em>, which is active before the
 *       first symbol, can never be entered, and drives them.
 *   <li>A latched STE has a <em>shadow</em> that accepts every symbol, drives itself and what the
 *       STE drives, and reports as the STE. The STE drives its shadow.
 * </ul>
 *
 * <p>So a step is, for any set of active states: what active states drive and what starts on all
 * input, as far as the symbol matches. Components with counters or gates are left out; {@link
 * Circuit} runs them. Components are sorted by their symbol sets, so that neighbours are alike.
 * Immutable, shared by threads.
 */
final class StateGraph {

  /** What {@link #elementOf} gives for a start state. */
  static final int NO_ELEMENT = -1;

  /** First state of each component; one more at the end. */
  final int[] componentStart;

  /** The element whose activity a state is. */
  final int[] elementOf;

  /** Where a state's symbols begin in {@link #symbolBits}. */
  final int[] symbolsAt;

  /** Four words for each distinct symbol set. */
  final long[] symbolBits;

  /** Whether a state starts on all input. */
  final boolean[] allInput;

  /** Whether a state reports, at the end only or always. */
  final boolean[] reports;

  final int[] edgeStart;
  final int[] edges;

  private final AutomataNetwork network;
  private final int[] stateOf;

  private StateGraph(AutomataNetwork network, int[][] components) {
    this.network = network;
    StateNumbering numbering = new StateNumbering(network, components);
    this.stateOf = numbering.stateOf;
    this.elementOf = numbering.elementOf.toIntArray();
    this.componentStart = numbering.componentStart;
    int count = elementOf.length;
    this.symbolsAt = new int[count];
    this.allInput = new boolean[count];
    this.reports = new boolean[count];
    this.symbolBits = symbolBits(network);
    int sets = network.symbolSetCount();
    IntArrayList targets = new IntArrayList();
    this.edgeStart = new int[count + 1];
    for (int component = 0; component < components.length; component++) {
      for (int s = componentStart[component]; s < componentStart[component + 1]; s++) {
        int element = elementOf[s];
        if (element == NO_ELEMENT) {
          symbolsAt[s] = 4 * sets;
          driveStarts(components[component], targets);
        } else {
          boolean shadow = s != stateOf[element];
          symbolsAt[s] = 4 * (shadow ? sets + 1 : network.symbolSetIndex(element));
          allInput[s] = !shadow && network.start(element) == StartKind.ALL_INPUT;
          reports[s] = network.isReporting(element);
          drive(element, targets);
        }
        edgeStart[s + 1] = targets.size();
      }
    }
    this.edges = targets.toIntArray();
  }

  /**
   * Spells out the components given.
   *
   * @param network a network
   * @param components the elements of each component, all of them STEs
   */
  static StateGraph of(AutomataNetwork network, int[][] components) {
    return new StateGraph(network, components);
  }

  private static long[] symbolBits(AutomataNetwork network) {
    int sets = network.symbolSetCount();
    long[] bits = new long[4 * (sets + 2)];
    for (int i = 0; i < sets; i++) {
      putWords(bits, 4 * i, network.symbolSet(i));
    }
    putWords(bits, 4 * sets, SymbolSet.EMPTY);
    putWords(bits, 4 * (sets + 1), SymbolSet.ALL);
    return bits;
  }

  private static void putWords(long[] bits, int at, SymbolSet set) {
    for (int word = 0; word < 4; word++) {
      bits[at + word] = set.word(word);
    }
  }

  private void driveStarts(int[] component, IntArrayList targets) {
    for (int element : component) {
      if (network.start(element) == StartKind.START_OF_DATA) {
        targets.add(stateOf[element]);
      }
    }
  }

  private void drive(int element, IntArrayList targets) {
    for (int i = 0; i < network.successorCount(element); i++) {
      targets.add(stateOf[network.successor(element, i)]);
    }
    if (network.isLatched(element)) {
      targets.add(stateOf[element] + 1);
    }
  }

  int stateCount() {
    return elementOf.length;
  }

  int componentCount() {
    return componentStart.length - 1;
  }

  /** The state of an STE; negative if its component was left out. */
  int stateOf(int element) {
    return stateOf[element];
  }

  /** Whether a state is the shadow of a latched STE. */
  boolean isShadow(int state) {
    int element = elementOf[state];
    return element != NO_ELEMENT && stateOf[element] != state;
  }

  boolean matches(int state, int symbol) {
    return (symbolBits[symbolsAt[state] + (symbol >> 6)] >>> symbol & 1) != 0;
  }

  /** The words of a state's symbol set. */
  SymbolSet symbols(int state) {
    int index = symbolsAt[state] / 4;
    int sets = network.symbolSetCount();
    if (index < sets) {
      return network.symbolSet(index);
    }
    return index == sets ? SymbolSet.EMPTY : SymbolSet.ALL;
  }

  long memoryBytes() {
    return 4L * (componentStart.length + elementOf.length + symbolsAt.length + edgeStart.length)
        + 4L * (edges.length + (long) stateOf.length)
        + 8L * symbolBits.length
        + 2L * allInput.length;
  }

  /** Gives states numbers, component by component. */
  private static final class StateNumbering {
    final int[] stateOf;
    final IntArrayList elementOf = new IntArrayList();
    final int[] componentStart;

    StateNumbering(AutomataNetwork network, int[][] components) {
      stateOf = new int[network.size()];
      Arrays.fill(stateOf, -1);
      componentStart = new int[components.length + 1];
      for (int component = 0; component < components.length; component++) {
        number(network, components[component]);
        componentStart[component + 1] = elementOf.size();
      }
    }

    private void number(AutomataNetwork network, int[] component) {
      boolean startOfData = false;
      for (int element : component) {
        if (network.kind(element) != ElementKind.STE) {
          throw new IllegalArgumentException(network.id(element) + " is no STE");
        }
        startOfData |= network.start(element) == StartKind.START_OF_DATA;
      }
      if (startOfData) {
        elementOf.add(NO_ELEMENT);
      }
      for (int element : TopologicalOrder.of(network, component)) {
        stateOf[element] = elementOf.size();
        elementOf.add(element);
        if (network.isLatched(element)) {
          elementOf.add(element);
        }
      }
    }
  }
}
