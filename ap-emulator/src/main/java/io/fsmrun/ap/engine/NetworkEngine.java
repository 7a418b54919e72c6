package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.Components;
import io.fsmrun.ap.network.ElementKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A network made ready to run.
 *
 * <p>Connected components never touch, so they run side by side, each in the way that suits it: as
 * sets of states whose steps are remembered, as wide one-hot masks, or, if it has counters or
 * boolean elements, element by element. Immutable, shared by threads.
 */
public final class NetworkEngine {

  private final AutomataNetwork network;
  private final EngineOptions options;
  private final PlanTuning tuning;
  private final StateGraph graph;
  private final CircuitPlan circuits;
  private final boolean dependsOnEnd;
  private final long fingerprint;

  private NetworkEngine(AutomataNetwork network, EngineOptions options, PlanTuning tuning) {
    this.network = network;
    this.options = options;
    this.tuning = tuning;
    this.dependsOnEnd = network.dependsOnEnd();
    this.fingerprint = Fingerprint.of(network);
    Components components = Components.of(network);
    List<int[]> plain = new ArrayList<>();
    List<int[]> withCircuits = new ArrayList<>();
    for (int component = 0; component < components.count(); component++) {
      boolean onlyStes = components.count(component, ElementKind.STE) == components.size(component);
      (onlyStes ? plain : withCircuits).add(components.elements(component));
    }
    plain.sort((x, y) -> compareSymbols(network, x, y));
    this.graph = StateGraph.of(network, plain.toArray(new int[0][]));
    this.circuits = new CircuitPlan(network, withCircuits);
  }

  /** Orders components by the symbol sets of their STEs, so that like stands by like. */
  private static int compareSymbols(AutomataNetwork network, int[] x, int[] y) {
    int common = Math.min(x.length, y.length);
    for (int i = 0; i < common; i++) {
      int a = network.symbolSetIndex(x[i]);
      int b = network.symbolSetIndex(y[i]);
      if (a != b) {
        return Integer.compare(a, b);
      }
    }
    return x.length != y.length ? Integer.compare(x.length, y.length) : Arrays.compare(x, y);
  }

  /**
   * Makes a network ready to run.
   *
   * @param network a network
   * @param options how it is run
   * @return the engine; O(elements + edges), and the sorting of components
   */
  public static NetworkEngine of(AutomataNetwork network, EngineOptions options) {
    return of(network, options, PlanTuning.MEASURED);
  }

  static NetworkEngine of(AutomataNetwork network, EngineOptions options, PlanTuning tuning) {
    return new NetworkEngine(network, options, tuning);
  }

  /**
   * The network.
   *
   * @return what this engine runs
   */
  public AutomataNetwork network() {
    return network;
  }

  /**
   * How it is run.
   *
   * @return the options
   */
  public EngineOptions options() {
    return options;
  }

  /**
   * Bytes of memory that the engine takes beside the network; sessions take more.
   *
   * @return bytes, counted from its arrays
   */
  public long memoryBytes() {
    return graph.memoryBytes() + circuits.memoryBytes();
  }

  /**
   * Starts a stream.
   *
   * @return a fresh session, before the first symbol
   */
  public NetworkSession newSession() {
    return new NetworkSession(this);
  }

  PlanTuning tuning() {
    return tuning;
  }

  StateGraph graph() {
    return graph;
  }

  CircuitPlan circuits() {
    return circuits;
  }

  boolean dependsOnEnd() {
    return dependsOnEnd;
  }

  long fingerprint() {
    return fingerprint;
  }
}
