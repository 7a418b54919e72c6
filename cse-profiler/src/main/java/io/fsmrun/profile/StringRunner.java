package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.state.Partition;
import java.util.SplittableRandom;

/**
 * Runs one random string from all states of an automaton at once and says which of them ended
 * together. Costs what {@link StateGroups} says. For one thread.
 */
final class StringRunner {

  private final SymbolModel.Sampler symbols;
  private final int classCount;
  private final char[] table;
  private final StateGroups groups;
  private int symbolsRead;

  StringRunner(Dfa dfa, SymbolModel.Sampler symbols) {
    this.symbols = symbols;
    this.classCount = dfa.classes().count();
    this.table = dfa.table();
    this.groups = new StateGroups(dfa);
  }

  /**
   * The partition of the start states by end state.
   *
   * @return null if all states end together, which is most common and needs no partition made
   */
  Partition run(SplittableRandom random, int length) {
    groups.start(symbols.draw(random));
    int i = 1;
    for (; i < length && groups.count() > 2; i++) {
      groups.step(symbols.draw(random));
    }
    symbolsRead = i;
    if (groups.count() == 2 && meet(random, length - i)) {
      return null;
    }
    return groups.count() == 1 ? null : Partition.ofLabels(groups.labels());
  }

  /** Symbols that the last run took: until all states were in one, or its length. */
  int symbolsRead() {
    return symbolsRead;
  }

  /**
   * Whether the last two states meet within a number of symbols; most of the time is spent here.
   */
  private boolean meet(SplittableRandom random, int length) {
    int a = groups.state(0);
    int b = groups.state(1);
    int i = 0;
    for (; i < length && a != b; i++) {
      int symbolClass = symbols.draw(random);
      a = table[a * classCount + symbolClass];
      b = table[b * classCount + symbolClass];
    }
    symbolsRead += i;
    return a == b;
  }
}
