package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A {@link NetworkBuilder} for readers of files: it knows where in the file it is, and checks that
 * the ports that edges name fit the elements they lead to, in whatever order both come.
 *
 * <p>Memory while reading: about 130 bytes an element and its id, 9 an edge. For one thread.
 */
public final class NetworkAssembly {

  private static final byte UNKNOWN = 0;
  private static final byte STE = 1;
  private static final byte COUNTER = 2;
  private static final byte GATE = 3;
  private static final byte GATE_WITH_TERMS = 4;

  private final NetworkBuilder builder;
  private final String source;
  private final ByteArrayList kinds = new ByteArrayList();
  // Where elements not yet defined are led to: by edges that name no port, and by others.
  private final LongArrayList portless = new LongArrayList();
  private final Int2LongOpenHashMap toCounters = new Int2LongOpenHashMap();
  private final Int2LongOpenHashMap toTerms = new Int2LongOpenHashMap();
  private int line;
  private int column;

  /**
   * An empty network.
   *
   * @param source what the file is called in messages
   * @param limits how much it may hold
   */
  public NetworkAssembly(String source, NetworkLimits limits) {
    this.source = source;
    this.builder = new NetworkBuilder("", limits);
  }

  /**
   * Says where in the file the calls that follow come from.
   *
   * @param line the line, from 1
   * @param column the column, from 1
   */
  public void at(int line, int column) {
    this.line = line;
    this.column = column;
    builder.at(line, column);
  }

  /**
   * Names the network.
   *
   * @param id its id; may be empty
   */
  public void networkId(String id) {
    builder.networkId(id);
  }

  /**
   * The builder, for the properties of elements.
   *
   * @return what is being built
   */
  public NetworkBuilder builder() {
    return builder;
  }

  /**
   * Defines an STE.
   *
   * @param id its id
   * @param symbols its symbol set
   * @return its handle
   * @throws MalformedNetworkException if the id is taken, or an edge to it names a port
   */
  public int ste(String id, SymbolSet symbols) {
    return defined(builder.ste(id, symbols), id, STE);
  }

  /**
   * Defines a counter.
   *
   * @param id its id
   * @param target the count at which it is active
   * @param mode what it does then
   * @return its handle
   * @throws MalformedNetworkException if the id is taken, the target is out of range, or an edge to
   *     it names none of its ports
   */
  public int counter(String id, long target, CounterMode mode) {
    return defined(builder.counter(id, target, mode), id, COUNTER);
  }

  /**
   * Defines a boolean element.
   *
   * @param id its id
   * @param function what it computes
   * @return its handle
   * @throws MalformedNetworkException if the id is taken, or an edge to it names a port that it
   *     does not have
   */
  public int gate(String id, GateFunction function) {
    return defined(builder.gate(id, function), id, function.hasTerms() ? GATE_WITH_TERMS : GATE);
  }

  private int defined(int handle, String id, byte kind) {
    grow(handle);
    kinds.set(handle, kind);
    check(kind, id, InputPort.Kind.ONLY, portless.getLong(handle));
    check(kind, id, InputPort.Kind.COUNTER, toCounters.remove(handle));
    check(kind, id, InputPort.Kind.TERM, toTerms.remove(handle));
    return handle;
  }

  private void grow(int handle) {
    while (handle >= kinds.size()) {
      kinds.add(UNKNOWN);
      portless.add(0);
    }
  }

  /**
   * Adds an edge to an element that is defined, or will be.
   *
   * @param from the handle of what drives
   * @param to the id of what is driven
   * @param port the port that it names
   * @throws MalformedNetworkException if the port does not fit the element
   */
  public void edge(int from, String to, InputPort port) {
    int handle = builder.handle(to);
    grow(handle);
    builder.edge(from, handle, port.number());
    byte kind = kinds.getByte(handle);
    long place = (long) line << 32 | column;
    if (kind != UNKNOWN) {
      check(kind, to, port.kind(), place);
    } else {
      switch (port.kind()) {
        case ONLY -> {
          if (portless.getLong(handle) == 0) {
            portless.set(handle, place);
          }
        }
        case COUNTER -> toCounters.putIfAbsent(handle, place);
        case TERM -> toTerms.putIfAbsent(handle, place);
      }
    }
  }

  private static void check(byte kind, String id, InputPort.Kind named, long place) {
    if (place == 0) {
      return;
    }
    String problem =
        switch (named) {
          case ONLY ->
              kind == COUNTER
                  ? "an edge to the counter '" + id + "' must say whether it counts or resets"
                  : kind == GATE_WITH_TERMS
                      ? "an edge to '" + id + "' must say which of its terms it belongs to"
                      : null;
          case COUNTER ->
              kind == COUNTER
                  ? null
                  : "an edge enters '" + id + "' as if it were a counter, but it is not";
          case TERM ->
              kind == GATE || kind == GATE_WITH_TERMS
                  ? null
                  : "an edge enters '" + id + "' by a term, but it is no boolean element";
        };
    if (problem != null) {
      throw new MalformedNetworkException(problem, (int) (place >>> 32), (int) place);
    }
  }

  /**
   * An error at the present place.
   *
   * @param message what is wrong
   * @return the error, without the name of the file
   */
  public MalformedNetworkException error(String message) {
    return new MalformedNetworkException(message, line, column);
  }

  /**
   * The same error with the name of the file.
   *
   * @param e an error
   * @return an error whose message starts with file, line and column
   */
  public MalformedNetworkException placed(MalformedNetworkException e) {
    return e.in(source);
  }

  /**
   * The same error with the name of the file and the present place.
   *
   * @param e an error
   * @return an error whose message starts with file, line and column
   */
  public LimitExceededException placed(LimitExceededException e) {
    String amounts = ": " + e.seen() + ", over the limit of " + e.limit();
    String what = e.getMessage();
    if (what.endsWith(amounts)) {
      what = what.substring(0, what.length() - amounts.length());
    }
    LimitExceededException placed =
        new LimitExceededException(
            source + ":" + line + ":" + column + ": " + what, e.limit(), e.seen());
    placed.initCause(e);
    return placed;
  }

  /**
   * Checks the whole and freezes it.
   *
   * @return the network
   * @throws MalformedNetworkException if it cannot be ({@link NetworkBuilder#build})
   */
  public AutomataNetwork build() {
    return builder.build();
  }
}
