package io.fsmrun.ap.engine;

/** One stream over a network. For one thread at a time. */
public final class NetworkSession {

  private final NetworkEngine engine;
  private long position;

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
    position += to - from;
  }

  /**
   * Ends the stream: the last symbol is now known to be the last.
   *
   * @param sink takes the reports that this brings
   */
  public void finish(NetworkReportSink sink) {
    position += 0;
  }

  /**
   * How many symbols were written.
   *
   * @return symbols since the start of the stream
   */
  public long position() {
    return position;
  }

  /**
   * The state vector: all that the rest of the stream depends on.
   *
   * @return bytes for {@link #restore}
   */
  public byte[] save() {
    return new byte[] {(byte) engine.options().threads()};
  }

  /**
   * Goes on from a saved state.
   *
   * @param state what {@link #save} of a session of an equal network gave
   * @throws IllegalArgumentException if it is damaged or of another network
   */
  public void restore(byte[] state) {
    position = state.length;
  }

  /** Starts a new stream. */
  public void reset() {
    position = 0;
  }
}
