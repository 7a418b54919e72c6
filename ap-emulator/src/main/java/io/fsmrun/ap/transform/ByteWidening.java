package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;

/**
 * Makes a network that finds in text of 16-bit symbols, given as two bytes, what the original finds
 * in text of bytes. Each STE becomes a chain of two: one for the byte and one for the zero byte
 * before or after it. It reports on the second byte of a symbol.
 *
 * <p>Nothing is found across the boundary of two symbols. Where that could happen, because an STE
 * that starts on all input has the zero byte in its set, or because a gate or counter can be active
 * without anything being so, a clock of two STEs lets only second bytes count. A latched STE
 * becomes two plain ones first. Elements that report keep their names. The result is for inputs of
 * {@link WidenedNetwork#encode}; on others it may report otherwise. O(elements + edges).
 */
public final class ByteWidening {

  private static final int UNDEFINED = -1;
  private static final SymbolSet ZERO = SymbolSet.of(0);

  private final AutomataNetwork network;
  private final WidenedNetwork.Padding padding;
  private final Writing writing;
  private final NetworkBuilder builder;

  /** What drives an element enters here. */
  private final int[] entry;

  /** What an element drives is driven from here; active on second bytes only. */
  private final int[] exit;

  private int clock = UNDEFINED;

  private ByteWidening(AutomataNetwork network, WidenedNetwork.Padding padding) {
    this.network = network;
    this.padding = padding;
    writing = new Writing(network);
    builder = writing.builder();
    entry = new int[network.size()];
    exit = new int[network.size()];
  }

  /**
   * Widens a network.
   *
   * @param network any network
   * @param padding where the zero byte stands
   * @return the widened network and its coding
   */
  public static WidenedNetwork apply(AutomataNetwork network, WidenedNetwork.Padding padding) {
    return new WidenedNetwork(
        new ByteWidening(Unlatching.apply(network), padding).build(), padding);
  }

  private AutomataNetwork build() {
    for (int element = 0; element < network.size(); element++) {
      if (network.kind(element) == ElementKind.STE) {
        defineSte(element);
      } else {
        defineSpecial(element);
      }
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        builder.edge(exit[from], entry[network.successor(from, i)], network.port(from, i));
      }
    }
    return builder.build();
  }

  private void defineSte(int ste) {
    boolean before = padding == WidenedNetwork.Padding.BEFORE;
    SymbolSet symbols = network.symbols(ste);
    entry[ste] = builder.ste(writing.freshId(network.id(ste) + "~first"), before ? ZERO : symbols);
    exit[ste] = builder.ste(network.id(ste), before ? symbols : ZERO);
    builder.edge(entry[ste], exit[ste]);
    report(ste, exit[ste], network.reportCode(ste));
    StartKind start = network.start(ste);
    // Off its beat a chain meets the zero byte in place of the symbol: it is harmless without zero.
    if (start == StartKind.ALL_INPUT && symbols.contains(0)) {
      builder.start(entry[ste], StartKind.START_OF_DATA);
      builder.edge(clock(), entry[ste]);
    } else {
      builder.start(entry[ste], start);
    }
  }

  private void defineSpecial(int element) {
    int handle = writing.define(element, network.id(element), builder);
    entry[element] = handle;
    exit[element] = handle;
    if (!needsBeat(element)) {
      report(element, handle, network.reportCode(element));
      return;
    }
    exit[element] =
        builder.gate(writing.freshId(network.id(element) + "~second"), GateFunction.AND);
    builder.edge(handle, exit[element]);
    builder.edge(clock(), exit[element]);
    if (network.isAtEndOnly(element)) {
      // The end is a second byte, so a counter that reports there needs no clock to do so.
      report(element, handle, network.reportCode(element));
    } else {
      report(element, exit[element], writing.name(element));
    }
  }

  /** Whether an element may be active while none of its inputs is. */
  private boolean needsBeat(int element) {
    return network.kind(element) == ElementKind.COUNTER
        ? network.counterMode(element) == CounterMode.LATCH
        : network.gateFunction(element).isNegated() && !network.isAtEndOnly(element);
  }

  private void report(int element, int handle, String code) {
    if (network.isReporting(element)) {
      builder.report(handle, code);
      if (network.isAtEndOnly(element)) {
        builder.atEndOnly(handle);
      }
    }
  }

  /** An STE that is active on every second byte. */
  private int clock() {
    if (clock == UNDEFINED) {
      int first = builder.ste(writing.freshId("clock~first"), SymbolSet.ALL);
      clock = builder.ste(writing.freshId("clock~second"), SymbolSet.ALL);
      builder.start(first, StartKind.START_OF_DATA);
      builder.edge(first, clock);
      builder.edge(clock, first);
    }
    return clock;
  }
}
