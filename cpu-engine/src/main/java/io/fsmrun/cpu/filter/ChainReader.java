package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** Reads the chains that {@link ChainCodec} wrote, and trusts none of them. For one thread. */
final class ChainReader {

  private static final int CONDITIONS = EdgeCondition.ALWAYS + 1;

  private final BinaryReader in;
  private final int ruleCount;
  private final List<SymbolSet> sets;
  private final List<Nfa> automata;

  private final SharedAutomata shared = new SharedAutomata();

  /** What {@link #longest} found, since many factors have the same around them. */
  private final IdentityHashMap<Nfa, Integer> lengths = new IdentityHashMap<>();

  /**
   * A reader.
   *
   * @param in stands before the number of chains
   */
  ChainReader(BinaryReader in, int ruleCount, List<SymbolSet> sets, List<Nfa> automata) {
    this.in = in;
    this.ruleCount = ruleCount;
    this.sets = sets;
    this.automata = automata;
  }

  /** All chains; nothing may follow them. */
  List<Chain> readAll() {
    List<Chain> chains = new ArrayList<>();
    int count = in.readCount("chains");
    for (int i = 0; i < count; i++) {
      try {
        chains.add(readChain());
      } catch (IllegalArgumentException | LimitExceededException e) {
        throw in.damaged(e.getMessage());
      }
    }
    in.expectEnd();
    return chains;
  }

  private Chain readChain() {
    int rule = in.readInt(ruleCount, "a rule");
    int startCondition = in.readInt(CONDITIONS, "a condition");
    int endCondition = in.readInt(CONDITIONS, "a condition");
    Optional<Nfa> first = readNumber();
    first.ifPresent(shared::add);
    Optional<Head> head = first.map(nfa -> new Head(nfa, readGap()));
    Optional<Nfa> tail = readNumber();
    tail.ifPresent(shared::add);
    tail.ifPresent(this::checkAnchored);
    int pieceCount = in.readCount("pieces");
    List<List<Factor>> pieces = new ArrayList<>();
    for (int p = 0; p < pieceCount; p++) {
      int factorCount = in.readCount("factors");
      List<Factor> factors = new ArrayList<>();
      for (int f = 0; f < factorCount; f++) {
        factors.add(readFactor());
      }
      pieces.add(factors);
    }
    List<Gap> gaps = new ArrayList<>();
    for (int g = 0; g < pieceCount - 1; g++) {
      gaps.add(readGap());
    }
    return new Chain(rule, startCondition, head, pieces, gaps, tail, endCondition);
  }

  private Factor readFactor() {
    Optional<Nfa> before = readNumber();
    int maxBefore = readLength(before);
    Optional<Nfa> after = readNumber();
    int maxAfter = readLength(after);
    List<SymbolSet> string = new ArrayList<>();
    for (int set : in.readInts(sets.size(), "a symbol set")) {
      string.add(sets.get(set));
    }
    boolean onDemand = in.readInt(2, "whether a string is looked for on demand") == 1;
    return new Factor(before, string, after, maxBefore, maxAfter, onDemand);
  }

  private Gap readGap() {
    SymbolSet symbols = sets.get(in.readInt(sets.size(), "a symbol set"));
    int min = in.readInt(Gap.MAX_LENGTH + 1L, "a length");
    return new Gap(symbols, min, in.readInt(Gap.MAX_LENGTH + 2L, "a length") - 1);
  }

  private Optional<Nfa> readNumber() {
    int number = in.readInt(automata.size() + 1L, "an automaton");
    return number == 0 ? Optional.empty() : Optional.of(automata.get(number - 1));
  }

  private void checkAnchored(Nfa nfa) {
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        throw in.damaged("an automaton that starts anywhere inside a chain");
      }
    }
  }

  /** The most bytes that an automaton beside a string takes, which decide what is remembered. */
  private int readLength(Optional<Nfa> beside) {
    int length = in.readInt(Factor.MAX_LENGTH + 1L, "a length");
    if (beside.isPresent() && lengths.computeIfAbsent(beside.get(), this::longest) > length) {
      throw in.damaged("an automaton beside a string that takes more than " + length + " bytes");
    }
    return length;
  }

  /** The most bytes that an automaton beside a string takes, or a number above all lengths. */
  private int longest(Nfa nfa) {
    int states = nfa.stateCount();
    if (states > BitNfa.MAX_STATES + 1) {
      throw in.damaged("an automaton of " + states + " states beside a string");
    }
    checkAnchored(nfa);
    boolean[] active = new boolean[states];
    active[Nfa.START] = true;
    int longest = 0;
    // What takes as many bytes as there are states takes any number.
    for (int length = 0; length < 2 * states && longest < states; length++) {
      boolean[] next = new boolean[states];
      for (int state = 0; state < states; state++) {
        if (active[state]) {
          longest = nfa.reportFlags(state) == ReportFlags.NONE ? longest : length;
          for (int i = 0; i < nfa.successorCount(state); i++) {
            next[nfa.successor(state, i)] = true;
          }
        }
      }
      active = next;
    }
    return longest < states ? longest : Factor.MAX_LENGTH + 1;
  }
}
