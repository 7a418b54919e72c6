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
 * Writes chains and reads them ({@link ChainReader}). Symbol sets and automata that occur more than
 * once are written once.
 *
 * <pre>
 *   sets      number, then each as NfaCodec writes them
 *   automata  as NfaCodec writes them
 *   chains    number, then each: rule, conditions, tail, pieces, gaps
 * </pre>
 */
final class ChainCodec {

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
    ChainReader reader =
        new ChainReader(new BinaryReader(in.readBytes()), ruleCount, sets, automata);
    return reader.readAll();
  }
}
