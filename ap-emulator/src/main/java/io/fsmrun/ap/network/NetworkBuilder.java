package io.fsmrun.ap.network;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects elements and edges, then checks them and freezes them into an {@link AutomataNetwork}.
 *
 * <p>Elements are named by handles. A handle may be taken for an id before its element is defined;
 * {@link #build} fails if the definition never comes. Elements are numbered in the order of their
 * definition. For one thread.
 */
public final class NetworkBuilder {

  private static final int UNDEFINED = -1;

  private String networkId;
  private final NetworkLimits limits;
  private final Object2IntOpenHashMap<String> handles = new Object2IntOpenHashMap<>();
  private final List<String> ids = new ArrayList<>();
  private final IntArrayList numbers = new IntArrayList();
  private final IntArrayList definitionOrder = new IntArrayList();
  private final LongArrayList places = new LongArrayList();
  private final ByteArrayList kinds = new ByteArrayList();
  private final ByteArrayList flags = new ByteArrayList();
  private final ByteArrayList functions = new ByteArrayList();
  private final IntArrayList values = new IntArrayList();
  private final IntArrayList codes = new IntArrayList();
  private final Pool<SymbolSet> symbolSets = new Pool<>();
  private final Pool<String> reportCodes = new Pool<>();
  private final IntArrayList edgeFrom = new IntArrayList();
  private final IntArrayList edgeTo = new IntArrayList();
  private final ByteArrayList edgePort = new ByteArrayList();
  private long place;

  /** Numbers distinct values by first mention. */
  private static final class Pool<T> {
    private final Object2IntOpenHashMap<T> numbers = new Object2IntOpenHashMap<>();
    private final List<T> values = new ArrayList<>();

    int number(T value) {
      int known = numbers.getOrDefault(value, -1);
      if (known >= 0) {
        return known;
      }
      numbers.put(value, values.size());
      values.add(value);
      return values.size() - 1;
    }
  }

  /**
   * A builder with the default limits.
   *
   * @param networkId the id of the network; may be empty
   */
  public NetworkBuilder(String networkId) {
    this(networkId, NetworkLimits.DEFAULT);
  }

  /**
   * A builder.
   *
   * @param networkId the id of the network; may be empty
   * @param limits how much it may hold
   */
  public NetworkBuilder(String networkId, NetworkLimits limits) {
    this.networkId = networkId;
    this.limits = limits;
    handles.defaultReturnValue(-1);
    reportCodes.number("");
  }

  /**
   * Names the network anew, for files that say its id after its elements.
   *
   * @param id the id of the network; may be empty
   */
  public void networkId(String id) {
    networkId = id;
  }

  /**
   * Says where in a file the calls that follow come from, for errors.
   *
   * @param line the line, from 1
   * @param column the column, from 1
   */
  public void at(int line, int column) {
    place = (long) line << 32 | column;
  }

  /**
   * The handle of an id, defined or not.
   *
   * @param id the id of an element
   * @return its handle
   * @throws MalformedNetworkException if the id is empty
   * @throws LimitExceededException if there are too many elements, or the id is too long
   */
  public int handle(String id) {
    int known = handles.getInt(id);
    if (known >= 0) {
      return known;
    }
    if (id.isEmpty()) {
      throw error("an element has an empty id");
    }
    checkLength("bytes of the id", id);
    if (ids.size() >= limits.elements()) {
      throw new LimitExceededException("elements", limits.elements(), ids.size() + 1L);
    }
    int handle = ids.size();
    handles.put(id, handle);
    ids.add(id);
    numbers.add(UNDEFINED);
    places.add(place);
    kinds.add((byte) 0);
    flags.add((byte) 0);
    functions.add((byte) 0);
    values.add(0);
    codes.add(0);
    return handle;
  }

  /**
   * Defines an STE that starts never, is not latched and does not report.
   *
   * @param id its id
   * @param symbols its symbol set
   * @return its handle
   * @throws MalformedNetworkException if the id is defined already
   */
  public int ste(String id, SymbolSet symbols) {
    return define(id, ElementKind.STE, symbolSets.number(symbols), 0);
  }

  /**
   * Defines a counter.
   *
   * @param id its id
   * @param target the count at which it is active, at least 1
   * @param mode what it does then
   * @return its handle
   * @throws MalformedNetworkException if the id is defined already, or the target is out of range
   */
  public int counter(String id, long target, CounterMode mode) {
    if (target < 1 || target > Integer.MAX_VALUE) {
      throw error(
          "counter '" + id + "' has the target " + target + "; it must be from 1 to 2147483647");
    }
    return define(id, ElementKind.COUNTER, (int) target, NetworkData.code(mode));
  }

  /**
   * Defines a boolean element.
   *
   * @param id its id
   * @param function what it computes
   * @return its handle
   * @throws MalformedNetworkException if the id is defined already
   */
  public int gate(String id, GateFunction function) {
    return define(id, ElementKind.GATE, 0, NetworkData.code(function));
  }

  private int define(String id, ElementKind kind, int value, int function) {
    int handle = handle(id);
    if (numbers.getInt(handle) != UNDEFINED) {
      throw error(
          "the id '"
              + id
              + "' is taken already"
              + (placeOf(handle).isEmpty() ? "" : ", by the element at " + placeOf(handle)));
    }
    numbers.set(handle, definitionOrder.size());
    definitionOrder.add(handle);
    places.set(handle, place);
    kinds.set(handle, NetworkData.code(kind));
    values.set(handle, value);
    functions.set(handle, (byte) function);
    return handle;
  }

  private String placeOf(int handle) {
    long at = places.getLong(handle);
    return at == 0 ? "" : "line " + (at >>> 32) + ", column " + (int) at;
  }

  /**
   * Lets an STE start.
   *
   * @param ste its handle
   * @param start when
   */
  public void start(int ste, StartKind start) {
    flags.set(ste, (byte) (flags.getByte(ste) & ~3 | NetworkData.code(start)));
  }

  /**
   * Lets an STE stay active once it has been.
   *
   * @param ste its handle
   */
  public void latch(int ste) {
    flags.set(ste, (byte) (flags.getByte(ste) | AutomataNetwork.LATCHED));
  }

  /**
   * Lets an element report.
   *
   * @param element its handle
   * @param code what its reports are called; empty for no code
   * @throws LimitExceededException if the code is too long
   */
  public void report(int element, String code) {
    checkLength("bytes of the report code", code);
    flags.set(element, (byte) (flags.getByte(element) | AutomataNetwork.REPORTS));
    codes.set(element, reportCodes.number(code));
  }

  /**
   * Lets only the last symbol count: for the report of an STE or a counter, for the output of a
   * gate.
   *
   * @param element its handle
   */
  public void atEndOnly(int element) {
    flags.set(element, (byte) (flags.getByte(element) | AutomataNetwork.AT_END_ONLY));
  }

  /**
   * Adds an edge; adding it again changes nothing.
   *
   * @param from the handle of what drives
   * @param to the handle of what is driven
   * @param port where it enters ({@link Ports})
   * @throws MalformedNetworkException if the port is out of range
   * @throws LimitExceededException if there are too many edges
   */
  public void edge(int from, int to, int port) {
    if (port < 0 || port > Ports.MAX_TERMS) {
      throw error("'" + ids.get(to) + "' has no port " + port);
    }
    if (edgeFrom.size() >= limits.edges()) {
      throw new LimitExceededException("edges", limits.edges(), edgeFrom.size() + 1L);
    }
    edgeFrom.add(from);
    edgeTo.add(to);
    edgePort.add((byte) port);
  }

  /**
   * Adds an edge to the one port of an STE or gate, or to the count port of a counter.
   *
   * @param from the handle of what drives
   * @param to the handle of what is driven
   */
  public void edge(int from, int to) {
    edge(from, to, Ports.INPUT);
  }

  /**
   * Number of elements defined so far.
   *
   * @return 0 or more
   */
  public int size() {
    return definitionOrder.size();
  }

  /**
   * Checks what was collected and freezes it.
   *
   * @return the network; O(elements + edges log edges per element)
   * @throws MalformedNetworkException if an id is never defined, an edge enters by a port that its
   *     target does not have, a NOT has several inputs, or counters and gates drive each other in a
   *     circle
   */
  public AutomataNetwork build() {
    for (int handle = 0; handle < ids.size(); handle++) {
      if (numbers.getInt(handle) == UNDEFINED) {
        throw errorAt(
            handle, "no element has the id '" + ids.get(handle) + "', which an edge leads to");
      }
    }
    NetworkData data = new NetworkData();
    data.networkId = networkId;
    fillElements(data);
    EdgeRows.fill(data, numbers, edgeFrom, edgeTo, edgePort);
    AutomataNetwork network = new AutomataNetwork(data);
    NetworkCheck.Flaw flaw = NetworkCheck.firstFlaw(network);
    if (flaw != null) {
      throw errorAt(definitionOrder.getInt(flaw.element()), flaw.message());
    }
    return network;
  }

  private void fillElements(NetworkData data) {
    int count = ids.size();
    data.kinds = new byte[count];
    data.flags = new byte[count];
    data.values = new int[count];
    data.reportCode = new int[count];
    data.functions = new byte[count];
    data.idStart = new int[count + 1];
    ByteArrayList idBytes = new ByteArrayList();
    for (int number = 0; number < count; number++) {
      int handle = definitionOrder.getInt(number);
      data.kinds[number] = kinds.getByte(handle);
      data.flags[number] = flags.getByte(handle);
      data.values[number] = values.getInt(handle);
      data.reportCode[number] = codes.getInt(handle);
      data.functions[number] = functions.getByte(handle);
      byte[] id = ids.get(handle).getBytes(StandardCharsets.UTF_8);
      if (idBytes.size() + (long) id.length > Integer.MAX_VALUE - 64) {
        throw new LimitExceededException(
            "bytes of all ids", Integer.MAX_VALUE - 64, idBytes.size() + (long) id.length);
      }
      idBytes.addElements(idBytes.size(), id);
      data.idStart[number + 1] = idBytes.size();
    }
    data.idBytes = idBytes.toByteArray();
    data.symbolSets = symbolSets.values.toArray(new SymbolSet[0]);
    data.reportCodes = reportCodes.values.toArray(new String[0]);
  }

  private void checkLength(String what, String text) {
    // A character is a byte at least, so a long text need not be encoded to be refused.
    int bytes = text.length();
    if (bytes <= limits.idBytes()) {
      bytes = text.getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > limits.idBytes()) {
      throw new LimitExceededException(what, limits.idBytes(), bytes);
    }
  }

  private MalformedNetworkException error(String message) {
    return new MalformedNetworkException(message, (int) (place >>> 32), (int) place);
  }

  private MalformedNetworkException errorAt(int handle, String message) {
    long at = places.getLong(handle);
    return new MalformedNetworkException(message, (int) (at >>> 32), (int) at);
  }
}
