package io.fsmrun.ap.engine;

import io.fsmrun.ap.network.AutomataNetwork;

/** A network made ready to run. Immutable, shared by threads. */
public final class NetworkEngine {

  private final AutomataNetwork network;
  private final EngineOptions options;

  private NetworkEngine(AutomataNetwork network, EngineOptions options) {
    this.network = network;
    this.options = options;
  }

  /**
   * Makes a network ready to run.
   *
   * @param network a network
   * @param options how it is run
   * @return the engine; O(elements + edges)
   */
  public static NetworkEngine of(AutomataNetwork network, EngineOptions options) {
    return new NetworkEngine(network, options);
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
   * Starts a stream.
   *
   * @return a fresh session, before the first symbol
   */
  public NetworkSession newSession() {
    return new NetworkSession(this);
  }
}
