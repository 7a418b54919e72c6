package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaCodec;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes chains and reads them. Symbol sets and automata that occur more than once are written
 * once.
 *
 * <pre>
 *   sets      number, then each as NfaCodec writes them
 *   automata  as NfaCodec writes them
 *   chains    number, then each: rule, conditions, tail, pieces, gaps
 * </pre>
 */
final class ChainCodec {

  private static final int CONDITIONS = EdgeCondition.ALWAYS + 1;

  private final Map<SymbolSet, Integer> sets = new LinkedHashMap<>();
  private final IdentityHashMap<Nfa, Integer> numbers = new IdentityHashMap<>();
  private final List<Nfa> automata = new ArrayList<>();

  private ChainCodec() {}

  static void write(List<Chain> chains, BinaryWriter out) {
    ChainCodec codec = new ChainCodec();
    BinaryWriter body = new BinaryWriter();
    body.writeInt(chains.size());
    for (Chain chain : chains) {
      codec.writeChain(chain, body);
    }
    out.writeInt(codec.sets.size());
    for (SymbolSet set : codec.sets.keySet()) {
      NfaCodec.writeSet(set, out);
    }
    NfaCodec.writeAll(codec.automata, out);
    out.writeBytes(body.toByteArray());
  }

  private void writeChain(Chain chain, BinaryWriter out) {
    out.writeInt(chain.rule());
    out.writeInt(chain.startCondition());
    out.writeInt(chain.endCondition());
    out.writeInt(number(chain.head().map(Head::nfa)));
    chain.head().ifPresent(head -> writeGap(head.gap(), out));
    out.writeInt(number(chain.tail()));
    out.writeInt(chain.pieces().size());
    for (List<Factor> piece : chain.pieces()) {
      out.writeInt(piece.size());
      for (Factor factor : piece) {
        out.writeInt(number(factor.before()));
        out.writeInt(factor.maxBefore());
        out.writeInt(number(factor.after()));
        out.writeInt(factor.maxAfter());
        out.writeInts(factor.string().stream().mapToInt(this::number).toArray());
        out.writeInt(factor.onDemand() ? 1 : 0);
      }
    }
    for (Gap gap : chain.gaps()) {
      writeGap(gap, out);
    }
  }

  private void writeGap(Gap gap, BinaryWriter out) {
    out.writeInt(number(gap.symbols()));
    out.writeInt(gap.min());
    out.writeInt(gap.max() + 1);
  }

  private int number(SymbolSet set) {
    return sets.computeIfAbsent(set, key -> sets.size());
  }

  /** The number of an automaton, from 1; 0 if there is none. */
  private int number(Optional<Nfa> nfa) {
    if (nfa.isEmpty()) {
      return 0;
    }
    Integer known = numbers.get(nfa.get());
    if (known == null) {
      automata.add(nfa.get());
      known = automata.size();
      numbers.put(nfa.get(), known);
    }
    return known;
  }

  static List<Chain> read(BinaryReader in, int ruleCount) {
    int count = in.readCount("symbol sets");
    List<SymbolSet> sets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sets.add(NfaCodec.readSet(in));
    }
    List<Nfa> automata = NfaCodec.readAll(in);
    BinaryReader body = new BinaryReader(in.readBytes());
    List<Chain> chains = new ArrayList<>();
    int chainCount = body.readCount("chains");
    for (int i = 0; i < chainCount; i++) {
      try {
        chains.add(readChain(body, ruleCount, sets, automata));
      } catch (IllegalArgumentException e) {
        throw body.damaged(e.getMessage());
      }
    }
    body.expectEnd();
    return chains;
  }

  private static Chain readChain(
      BinaryReader in, int ruleCount, List<SymbolSet> sets, List<Nfa> automata) {
    int rule = in.readInt(ruleCount, "a rule");
    int startCondition = in.readInt(CONDITIONS, "a condition");
    int endCondition = in.readInt(CONDITIONS, "a condition");
    Optional<Nfa> first = number(in, automata);
    Optional<Head> head = first.map(nfa -> new Head(nfa, readGap(in, sets)));
    Optional<Nfa> tail = automaton(in, automata, Integer.MAX_VALUE);
    int pieceCount = in.readCount("pieces");
    List<List<Factor>> pieces = new ArrayList<>();
    for (int p = 0; p < pieceCount; p++) {
      int factorCount = in.readCount("factors");
      List<Factor> factors = new ArrayList<>();
      for (int f = 0; f < factorCount; f++) {
        Optional<Nfa> before = automaton(in, automata, BitNfa.MAX_STATES + 1);
        int maxBefore = in.readInt(Factor.MAX_LENGTH + 1L, "a length");
        Optional<Nfa> after = automaton(in, automata, BitNfa.MAX_STATES + 1);
        int maxAfter = in.readInt(Factor.MAX_LENGTH + 1L, "a length");
        List<SymbolSet> string = new ArrayList<>();
        for (int set : in.readInts(sets.size(), "a symbol set")) {
          string.add(sets.get(set));
        }
        boolean onDemand = in.readInt(2, "whether a string is looked for on demand") == 1;
        factors.add(new Factor(before, string, after, maxBefore, maxAfter, onDemand));
      }
      pieces.add(factors);
    }
    List<Gap> gaps = new ArrayList<>();
    for (int g = 0; g < pieceCount - 1; g++) {
      gaps.add(readGap(in, sets));
    }
    return new Chain(rule, startCondition, head, pieces, gaps, tail, endCondition);
  }

  private static Gap readGap(BinaryReader in, List<SymbolSet> sets) {
    SymbolSet symbols = sets.get(in.readInt(sets.size(), "a symbol set"));
    int min = in.readInt(Gap.MAX_LENGTH + 1L, "a length");
    return new Gap(symbols, min, in.readInt(Gap.MAX_LENGTH + 2L, "a length") - 1);
  }

  private static Optional<Nfa> number(BinaryReader in, List<Nfa> automata) {
    int number = in.readInt(automata.size() + 1L, "an automaton");
    return number == 0 ? Optional.empty() : Optional.of(automata.get(number - 1));
  }

  private static Optional<Nfa> automaton(BinaryReader in, List<Nfa> automata, int mostStates) {
    Optional<Nfa> read = number(in, automata);
    if (read.isEmpty()) {
      return read;
    }
    Nfa nfa = read.get();
    if (nfa.stateCount() > mostStates) {
      throw in.damaged("an automaton of " + nfa.stateCount() + " states beside a string");
    }
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        throw in.damaged("an automaton that starts anywhere inside a chain");
      }
    }
    return read;
  }
}
