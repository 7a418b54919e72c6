package io.fsmrun.cpu.token;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A whole program as one automaton over bytes, to be determinised while it runs, and what its
 * states say of where a {@link TokenSession} stands. Each says the same as the other. Immutable,
 * shared by threads.
 */
final class TokenUnion {

  private static final LazyOptions OPTIONS = LazyOptions.defaults();

  private final ChainLayout layout;
  private final TokenUnionStates made;
  private final StateNumbers numbers;
  private final SetAutomaton automaton;

  /** The made states that each state of the automaton stands for. */
  private final IntRows madeOf;

  private TokenUnion(TokenUnionStates made, Nfa nfa, ChainLayout layout, Checkpoint checkpoint) {
    this.layout = layout;
    this.made = made;
    DisjointUnion union =
        DisjointUnion.of(List.of(new RuleAutomaton(0, nfa)), new int[1], checkpoint);
    numbers = StateNumbers.of(union, OPTIONS);
    IntRows.Pairs states = new IntRows.Pairs();
    IntRows.Pairs reports = new IntRows.Pairs();
    for (int state = 0; state < nfa.stateCount(); state++) {
      int number = numbers.of(state);
      states.add(number, state);
      if (made.rule(state) >= 0) {
        reports.add(number, made.rule(state));
      }
    }
    madeOf = IntRows.of(numbers.count(), states);
    automaton = SetAutomaton.of(union, numbers).withReports(IntRows.of(numbers.count(), reports));
  }

  /**
   * Puts a program together. O(states + edges).
   *
   * @param checkpoint passed every so often
   * @return the automaton, or nothing if it would be large
   */
  static Optional<TokenUnion> of(
      TokenProgram program,
      PredicateAutomaton predicates,
      ChainLayout layout,
      Checkpoint checkpoint) {
    TokenUnionBuilder builder = new TokenUnionBuilder(program, predicates, layout, checkpoint);
    return builder.build().map(nfa -> new TokenUnion(builder.states(), nfa, layout, checkpoint));
  }

  SetAutomaton automaton() {
    return automaton;
  }

  /**
   * The states that are active where a session stands behind some bytes.
   *
   * @param inToken whether the byte before is part of a token
   * @param run delimiters before the token, or since the last one
   * @param predicates tells which states of predicates are active in the token
   * @param chains the state of the chains
   * @param states takes the states' numbers, in place of what it holds
   */
  void enter(boolean inToken, int run, long[] predicates, ChainRunner chains, IntArrayList states) {
    states.clear();
    states.add(number(made.counter(chains.tokensBefore(), chains.hasBareToken(), inToken, run)));
    if (inToken) {
      for (int word = 0; word < predicates.length; word++) {
        for (long bits = predicates[word]; bits != 0; bits &= bits - 1) {
          int predicate = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
          enterFirst(made.firstBy(predicate), run, chains, states);
        }
      }
      enterFirst(made.firstBy(TokenUnionStates.ANY), run, chains, states);
    }
    for (int bit = chains.nextActive(0); bit >= 0; bit = chains.nextActive(bit + 1)) {
      CoreTrie.Node node = made.trie().done(bit);
      // All its bits are active; one is enough.
      if (node != null && node.bits.getInt(0) == bit) {
        if (inToken) {
          node.children.forEach(child -> enterInside(child, run, predicates, states));
        } else {
          states.add(number(node.between.getInt(Math.min(run, node.between.size()) - 1)));
        }
      }
    }
    enterWaiting(inToken, run, chains, states);
  }

  /** Enters states inside the first tokens of cores. */
  private void enterFirst(IntArrayList inside, int run, ChainRunner chains, IntArrayList states) {
    for (int i = 0; i < inside.size(); i++) {
      CoreTrie.Node node = made.nodeOf(inside.getInt(i));
      if (node.element().allowsRun(run)
          && ChainLayout.hasLead(
              node.lead(), node.bare(), chains.tokensBefore(), chains.hasBareToken())) {
        states.add(number(inside.getInt(i)));
      }
    }
  }

  private void enterInside(CoreTrie.Node node, int run, long[] predicates, IntArrayList states) {
    if (!node.element().allowsRun(run)) {
      return;
    }
    for (int i = 0; i < node.inside.size(); i++) {
      int predicate = node.predicates.getInt(i);
      if (predicate < 0 || (predicates[predicate >> 6] >>> predicate & 1) != 0) {
        states.add(number(node.inside.getInt(i)));
      }
    }
  }

  private void enterWaiting(boolean inToken, int run, ChainRunner chains, IntArrayList states) {
    for (int delay = 1; delay <= layout.maxDelay; delay++) {
      for (int bit = chains.nextDue(delay, 0); bit >= 0; bit = chains.nextDue(delay, bit + 1)) {
        if (made.mayWait(bit, delay)) {
          states.add(number(made.waiting(bit, delay, inToken)));
        }
      }
    }
    for (int i = 0; !inToken && i < chains.lateCount(); i++) {
      int late = chains.late(i);
      if (run <= layout.lateRun[late] || layout.lateRepeats[late]) {
        states.add(number(made.late(late, Math.min(run, layout.lateRun[late]))));
      }
    }
  }

  private int number(int state) {
    return numbers.of(state);
  }

  /**
   * Says what active states mean.
   *
   * @param states their numbers, behind at least one byte
   * @param chains becomes what they say
   * @param predicates scratch: a bit for each state of the predicates, all clear; those that are
   *     active are set
   * @return where the session stands, by {@link TokenUnionStates#inToken} and {@link
   *     TokenUnionStates#run}
   */
  int leave(IntArrayList states, ChainRunner chains, long[] predicates) {
    chains.start();
    int place = 0;
    for (int i = 0; i < states.size(); i++) {
      int end = madeOf.end(states.getInt(i));
      for (int m = madeOf.start(states.getInt(i)); m < end; m++) {
        int state = madeOf.value(m);
        if (made.isCounter(state)) {
          place = state;
          chains.count(made.tokens(state), made.bare(state));
        } else {
          made.tell(state, chains, predicates);
        }
      }
    }
    return place;
  }

  boolean inToken(int place) {
    return made.inToken(place);
  }

  int run(int place) {
    return made.run(place);
  }
}
