package io.fsmrun.ap.engine;

/** One stream over a network. For one thread at a time. */
public final class NetworkSession {

  private final NetworkEngine engine;

  NetworkSession(NetworkEngine engine) {
    this.engine = engine;
  }

  /**
   * Consumes symbols.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last symbol, at least {@code from}
   * @param sink takes the reports; what it throws leaves the session unusable until {@link #reset}
   */
  public void write(byte[] input, int from, int to, NetworkReportSink sink) {
    throw new UnsupportedOperationException(engine.toString());
  }

  /**
   * Ends the stream: the last symbol is now known to be the last.
   *
   * @param sink takes the reports that this brings
   */
  public void finish(NetworkReportSink sink) {
    throw new UnsupportedOperationException(engine.toString());
  }

  /**
   * How many symbols were written.
   *
   * @return symbols since the start of the stream
   */
  public long position() {
    throw new UnsupportedOperationException(engine.toString());
  }

  /**
   * The state vector: all that the rest of the stream depends on.
   *
   * @return bytes for {@link #restore}
   */
  public byte[] save() {
    throw new UnsupportedOperationException(engine.toString());
  }

  /**
   * Goes on from a saved state.
   *
   * @param state what {@link #save} of a session of an equal network gave
   * @throws IllegalArgumentException if it is damaged or of another network
   */
  public void restore(byte[] state) {
    throw new UnsupportedOperationException(engine.toString() + state.length);
  }

  /** Starts a new stream. */
  public void reset() {
    throw new UnsupportedOperationException(engine.toString());
  }
}
