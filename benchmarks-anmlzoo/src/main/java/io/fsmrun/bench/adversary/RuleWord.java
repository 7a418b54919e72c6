package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One way through a rule: strings of symbol sets, and the gaps between them that any number of
 * bytes may fill.
 *
 * @param pieces one more than gaps; the first and the last may be empty
 * @param gaps repetitions of one set of bytes
 */
record RuleWord(List<List<SymbolSet>> pieces, List<RegexNode.Repeat> gaps) {

  RuleWord {
    pieces = pieces.stream().map(List::copyOf).toList();
    gaps = List.copyOf(gaps);
    if (pieces.size() != gaps.size() + 1) {
      throw new IllegalArgumentException(pieces.size() + " pieces, " + gaps.size() + " gaps");
    }
  }

  /** The pieces that have any bytes. */
  List<List<SymbolSet>> filledPieces() {
    return pieces.stream().filter(piece -> !piece.isEmpty()).toList();
  }

  /** All positions, with each gap as short as it may be, up to a bound per gap. */
  List<SymbolSet> shortest(int mostOfGap) {
    List<SymbolSet> sets = new ArrayList<>(pieces.get(0));
    for (int i = 0; i < gaps.size(); i++) {
      for (int n = 0; n < Math.min(mostOfGap, gaps.get(i).min()); n++) {
        sets.add(gapSet(i));
      }
      sets.addAll(pieces.get(i + 1));
    }
    return sets;
  }

  SymbolSet gapSet(int gap) {
    return ((RegexNode.Symbols) gaps.get(gap).body()).set();
  }
}
