package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.stream.IntStream;

/** Tables that say of a place, by the bytes from there on, whether a string may begin there. */
interface PassTables {

  /** They look at no more bytes. */
  int MOST_LENGTH = 4;

  /** How many bytes they look at. */
  int length();

  /** Whether a place of an input is let through; as many bytes as they look at must follow. */
  boolean lets(byte[] input, int place);

  /** What tables know of a string from an offset on, and anything behind it. */
  static List<SymbolSet> known(List<SymbolSet> string, int offset) {
    return IntStream.range(offset, offset + MOST_LENGTH)
        .mapToObj(o -> o < string.size() ? string.get(o) : SymbolSet.ALL)
        .toList();
  }

  /** How likely that is. */
  static double chance(List<SymbolSet> string, int offset, ByteModel model) {
    return model.probability(string, offset, Math.min(string.size(), offset + MOST_LENGTH));
  }
}
