package io.fsmrun.ap.network;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * The arrays of an {@link AutomataNetwork}. One entry per element unless said otherwise:
 *
 * <pre>
 *   kinds       ordinal of the kind
 *   flags       start (2 bits), latched, reports, at the end only
 *   values      STE: index into symbolSets; counter: target; gate: 0
 *   functions   counter: ordinal of the mode; gate: ordinal of the function; empty if neither is there
 *   reportCode  index into reportCodes, of which the first is empty
 *   idStart     first byte of the id in idBytes (UTF-8); one more at the end
 *   edgeStart   first edge out of the element; one more at the end
 *   edges       target of each edge; ports, if not empty, the port it enters by
 * </pre>
 */
final class NetworkData {

  static final ElementKind[] KINDS = ElementKind.values();
  static final StartKind[] STARTS = StartKind.values();
  static final CounterMode[] MODES = CounterMode.values();
  static final GateFunction[] FUNCTIONS = GateFunction.values();

  String networkId = "";
  byte[] kinds = {};
  byte[] flags = {};
  int[] values = {};
  byte[] functions = {};
  int[] reportCode = {};
  int[] idStart = {0};
  byte[] idBytes = {};
  SymbolSet[] symbolSets = {};
  String[] reportCodes = {""};
  int[] edgeStart = {0};
  int[] edges = {};
  byte[] ports = {};

  /** The byte that stands for a constant of one of the enums above. */
  @SuppressWarnings(
      "EnumOrdinal") // the arrays of constants above decode it; it is not stored elsewhere
  static byte code(Enum<?> constant) {
    return (byte) constant.ordinal();
  }

  long memoryBytes() {
    long perElement = 2L * kinds.length + functions.length;
    long ints =
        (long) values.length + reportCode.length + idStart.length + edgeStart.length + edges.length;
    long codes = 0;
    for (String code : reportCodes) {
      codes += 56 + code.length();
    }
    return perElement + 4 * ints + idBytes.length + ports.length + 56L * symbolSets.length + codes;
  }
}
