package io.fsmrun.scan.plan.token;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.token.TokenElement;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.SizeBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the predicates of tokens, and makes their automata. */
final class Predicates {

  private static final CompileLimits LIMITS = CompileLimits.defaults();

  private final RuleCompiler compiler;
  private final SymbolSet others;
  private final Map<RegexNode, Integer> numbers = new LinkedHashMap<>();
  private final List<Nfa> automata = new ArrayList<>();

  /** States and edges of all. */
  private long together;

  Predicates(RuleCompiler compiler, SymbolSet delimiters) {
    this.compiler = compiler;
    others = delimiters.complement();
  }

  List<Nfa> automata() {
    return automata;
  }

  /**
   * The number of a predicate, for a {@link TokenElement}.
   *
   * @param node what the token matches; that it has a byte needs no saying
   * @throws io.fsmrun.core.engine.LimitExceededException if it is too large, alone or with the
   *     others
   */
  int numberOf(RegexNode node) {
    if (Regexes.isEvery(node, others)) {
      return TokenElement.ANY;
    }
    Integer known = numbers.get(node);
    if (known == null) {
      Nfa made = automaton(node);
      LIMITS.checkTogether(together + SizeBudget.size(made));
      together += SizeBudget.size(made);
      automata.add(made);
      known = automata.size();
      numbers.put(node, known);
    }
    return known;
  }

  private Nfa automaton(RegexNode node) {
    if (Regexes.isNullable(node)) {
      RegexNode.Assertion start = new RegexNode.Assertion(RegexNode.Assertion.Kind.START_OF_INPUT);
      return compiler.compileToPositions(Regexes.concat(List.of(start, node)));
    }
    // Nicer than with the assertion, which splits the first states by kinds of bytes.
    return startedOnce(compiler.compileToPositions(node));
  }

  /** The same automaton, but entered at the first byte only. */
  private static Nfa startedOnce(Nfa nfa) {
    NfaBuilder builder = new NfaBuilder();
    for (int state = 1; state < nfa.stateCount(); state++) {
      builder.addState(nfa.symbols(state));
      builder.addFlags(state, nfa.reportFlags(state));
      if (nfa.isAlwaysEnabled(state)) {
        builder.addEdge(Nfa.START, state);
      }
    }
    for (int state = 0; state < nfa.stateCount(); state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        builder.addEdge(state, nfa.successor(state, i));
      }
    }
    return builder.build();
  }
}
