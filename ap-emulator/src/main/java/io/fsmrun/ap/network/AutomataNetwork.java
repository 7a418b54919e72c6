package io.fsmrun.ap.network;

import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;

/**
 * A homogeneous automata network: STEs, counters and boolean elements, and the edges between them.
 * It is what ANML and MNRL files describe and what the Automata Processor runs.
 *
 * <p><b>Meaning.</b> On every symbol of the input, numbered from 0, in this order:
 *
 * <ol>
 *   <li>An STE is <em>enabled</em> if an element that drives it was active on the symbol before, if
 *       it starts on all input, or if it starts with the data and the symbol is the first. It is
 *       <em>active</em> if it is enabled and the symbol is in its symbol set. A latched STE that
 *       was active on the symbol before is active again, whatever the symbol.
 *   <li>Counters and gates settle, each after what drives it. A gate is active if its function of
 *       the activity of its inputs on this symbol says so, and, if it is high at the end only, the
 *       symbol is the last. A counter that is reset falls to zero and is not active; reset goes
 *       before count. Otherwise, if any of its count inputs is active, it counts one and is active
 *       when it arrives at its target ({@link CounterMode}).
 *   <li>Every active element that reports gives a report with the number of the symbol; one that
 *       reports at the end only does so if the symbol is the last.
 * </ol>
 *
 * <p>So an STE costs one symbol of time, and a counter or a gate none, as in VASim (Wadden and
 * Skadron, 2016) and on the Automata Processor (Dlugosch et al., IEEE TPDS 2014). Counters and
 * gates must not drive each other in a circle; through an STE they may.
 *
 * <p>Elements are numbered from 0 in the order of their definition. Immutable, shared by threads.
 * Memory: about 30 bytes an element and its id, 4 bytes an edge, one more if there are counters or
 * gates.
 */
public final class AutomataNetwork {

  private static final byte START_MASK = 3;
  static final byte LATCHED = 4;
  static final byte REPORTS = 8;
  static final byte AT_END_ONLY = 16;

  private final NetworkData data;

  AutomataNetwork(NetworkData data) {
    this.data = data;
  }

  /**
   * The id of the network as a whole.
   *
   * @return the id; empty if it has none
   */
  public String networkId() {
    return data.networkId;
  }

  /**
   * Number of elements.
   *
   * @return 0 or more
   */
  public int size() {
    return data.kinds.length;
  }

  /**
   * Number of elements of a kind.
   *
   * @param kind a kind
   * @return 0 or more; O(elements)
   */
  public int count(ElementKind kind) {
    int count = 0;
    for (byte code : data.kinds) {
      count += code == NetworkData.code(kind) ? 1 : 0;
    }
    return count;
  }

  /**
   * The kind of an element.
   *
   * @param element an element
   * @return its kind
   */
  public ElementKind kind(int element) {
    return NetworkData.KINDS[data.kinds[element]];
  }

  /**
   * The id of an element.
   *
   * @param element an element
   * @return its id, unique in the network
   */
  public String id(int element) {
    int from = data.idStart[element];
    return new String(data.idBytes, from, data.idStart[element + 1] - from, StandardCharsets.UTF_8);
  }

  /**
   * The symbols on which an STE can be active.
   *
   * @param ste an STE
   * @return its symbol set, one object for equal sets
   */
  public SymbolSet symbols(int ste) {
    return data.symbolSets[data.values[ste]];
  }

  /**
   * The number of an STE's symbol set among the distinct ones.
   *
   * @param ste an STE
   * @return from 0, below {@link #symbolSetCount}
   */
  public int symbolSetIndex(int ste) {
    return data.values[ste];
  }

  /**
   * Number of distinct symbol sets.
   *
   * @return 0 or more
   */
  public int symbolSetCount() {
    return data.symbolSets.length;
  }

  /**
   * A distinct symbol set.
   *
   * @param index from 0, below {@link #symbolSetCount}
   * @return the set
   */
  public SymbolSet symbolSet(int index) {
    return data.symbolSets[index];
  }

  /**
   * When an STE is enabled of itself.
   *
   * @param element an element
   * @return its start; none for counters and gates
   */
  public StartKind start(int element) {
    return NetworkData.STARTS[data.flags[element] & START_MASK];
  }

  /**
   * Whether an STE stays active once it has been.
   *
   * @param element an element
   * @return true for a latched STE
   */
  public boolean isLatched(int element) {
    return (data.flags[element] & LATCHED) != 0;
  }

  /**
   * Whether an element reports when it is active.
   *
   * @param element an element
   * @return true if it reports
   */
  public boolean isReporting(int element) {
    return (data.flags[element] & REPORTS) != 0;
  }

  /**
   * Whether the last symbol alone counts: an STE or a counter that reports at the end only, a gate
   * that is high at the end only.
   *
   * @param element an element
   * @return true if so
   */
  public boolean isAtEndOnly(int element) {
    return (data.flags[element] & AT_END_ONLY) != 0;
  }

  /**
   * Whether what the network does on a symbol may depend on whether it is the last.
   *
   * @return true if some element is at the end only; O(elements)
   */
  public boolean dependsOnEnd() {
    for (byte flags : data.flags) {
      if ((flags & AT_END_ONLY) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * What an element's reports are called.
   *
   * @param element an element
   * @return its report code; empty if it has none
   */
  public String reportCode(int element) {
    return data.reportCodes[data.reportCode[element]];
  }

  /**
   * At what count a counter is active.
   *
   * @param counter a counter
   * @return its target, at least 1
   */
  public int target(int counter) {
    return data.values[counter];
  }

  /**
   * What a counter does at its target.
   *
   * @param counter a counter
   * @return its mode
   */
  public CounterMode counterMode(int counter) {
    return NetworkData.MODES[data.functions[counter]];
  }

  /**
   * What a gate computes.
   *
   * @param gate a boolean element
   * @return its function
   */
  public GateFunction gateFunction(int gate) {
    return NetworkData.FUNCTIONS[data.functions[gate]];
  }

  /**
   * Number of edges.
   *
   * @return 0 or more
   */
  public int edgeCount() {
    return data.edges.length;
  }

  /**
   * Number of edges out of an element.
   *
   * @param element an element
   * @return 0 or more
   */
  public int successorCount(int element) {
    return data.edgeStart[element + 1] - data.edgeStart[element];
  }

  /**
   * What an edge drives.
   *
   * @param element an element
   * @param index from 0, below its {@link #successorCount}
   * @return the element at the other end; ascending with the index, then by port
   */
  public int successor(int element, int index) {
    return data.edges[data.edgeStart[element] + index];
  }

  /**
   * Where an edge enters.
   *
   * @param element an element
   * @param index from 0, below its {@link #successorCount}
   * @return the port ({@link Ports})
   */
  public int port(int element, int index) {
    byte[] ports = data.ports;
    return ports.length == 0 ? Ports.INPUT : ports[data.edgeStart[element] + index];
  }

  /**
   * The counters and gates in an order in which they can settle: each after those that drive it.
   *
   * @return a fresh array; O(elements + edges)
   */
  public int[] settlingOrder() {
    return NetworkCheck.settlingOrder(this);
  }

  /**
   * Bytes of memory that the network takes, counted from its arrays.
   *
   * @return bytes, without object headers
   */
  public long memoryBytes() {
    return data.memoryBytes();
  }

  @Override
  public String toString() {
    return "network "
        + networkId()
        + ": "
        + count(ElementKind.STE)
        + " STEs, "
        + count(ElementKind.COUNTER)
        + " counters, "
        + count(ElementKind.GATE)
        + " boolean elements, "
        + edgeCount()
        + " edges";
  }
}
