package io.fsmrun.cpu.token;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Optional;

/**
 * Makes one automaton of a program: its states, as {@link TokenUnionStates} draws them, and the
 * edges between them.
 */
final class TokenUnionBuilder {

  /** The most states and edges. */
  private static final int MOST = 1 << 20;

  private static final int NO_RULE = TokenUnionStates.NO_RULE;

  private final TokenProgram program;
  private final PredicateAutomaton predicates;
  private final ChainLayout layout;
  private final NfaBuilder builder = new NfaBuilder(MOST);
  private final Checkpoint checkpoint;
  private final SymbolSet others;
  private final TokenUnionStates states;

  TokenUnionBuilder(
      TokenProgram program,
      PredicateAutomaton predicates,
      ChainLayout layout,
      Checkpoint checkpoint) {
    this.program = program;
    this.predicates = predicates;
    this.layout = layout;
    this.checkpoint = checkpoint;
    this.others = program.delimiters().complement();
    this.states = new TokenUnionStates(layout, predicates.stateCount());
  }

  /** What the states mean; complete when the automaton was built. */
  TokenUnionStates states() {
    return states;
  }

  private int add(
      SymbolSet set, int rule, TokenUnionStates.Kind kind, CoreTrie.Node node, int value) {
    checkpoint.pass();
    states.add(rule, kind, node, value);
    int state = builder.addState(set);
    if (state >= MOST) {
      throw new LimitExceededException("states", MOST, state);
    }
    return state;
  }

  private int delimiter(int rule, TokenUnionStates.Kind kind, CoreTrie.Node node, int value) {
    return add(program.delimiters(), rule, kind, node, value);
  }

  /** The automaton, or nothing if it would be too large. */
  Optional<Nfa> build() {
    try {
      addCounters();
      addReports();
      states.trie().nodes().forEach(this::addStates);
      states.trie().nodes().forEach(this::connect);
      layout.placedCores.forEach(this::connectDue);
      checkpoint.pass();
      return Optional.of(builder.buildWhole());
    } catch (LimitExceededException e) {
      return Optional.empty();
    }
  }

  private void addCounters() {
    for (int i = 0; i < states.counterCount(); i++) {
      add(
          (i & 1) == 1 ? others : program.delimiters(),
          NO_RULE,
          TokenUnionStates.Kind.COUNTER,
          null,
          i);
    }
    builder.addEdge(Nfa.START, states.counter(0, false, true, 0));
    builder.addEdge(Nfa.START, states.counter(0, false, false, Math.min(1, layout.runKinds - 1)));
    for (int tokens = 0; tokens < states.tokenKinds(); tokens++) {
      for (int run = 0; run < layout.runKinds; run++) {
        for (int b = 0; b < 2; b++) {
          boolean bare = b == 1;
          int outside = states.counter(tokens, bare, false, run);
          int inside = states.counter(tokens, bare, true, run);
          int more = Math.min(run + 1, layout.runKinds - 1);
          builder.addEdge(outside, states.counter(tokens, bare, false, more));
          builder.addEdge(outside, inside);
          builder.addEdge(inside, inside);
          int next = Math.min(tokens + 1, states.tokenKinds() - 1);
          builder.addEdge(inside, states.counter(next, bare || run == 0, false, 1));
        }
      }
    }
  }

  /** The states for what is due now, and what will be after some tokens. */
  private void addReports() {
    int bits = states.dueBits();
    int plainBits = layout.plainWords * Long.SIZE;
    for (int bit = 0; bit < bits; bit++) {
      if (layout.isDueBit(bit)) {
        int rule = layout.ruleOfDue[bit];
        boolean isPlain = bit < plainBits;
        states.putDue(
            bit,
            0,
            isPlain
                ? delimiter(rule, TokenUnionStates.Kind.REPORT, null, 0)
                : addLate(rule, bit - plainBits));
      }
    }
    int[] most = new int[bits];
    for (ChainLayout.PlacedCore core : layout.placedCores) {
      for (int target : core.due()) {
        most[target % bits] = Math.max(most[target % bits], target / bits);
      }
    }
    for (int delay = 1; delay <= layout.maxDelay; delay++) {
      for (int bit = 0; bit < bits; bit++) {
        if (delay <= most[bit]) {
          states.putDue(bit, delay, addWaiting(bit, delay));
        }
      }
    }
  }

  private int addLate(int rule, int late) {
    int last = layout.lateRun[late];
    int first = 0;
    for (int run = 1; run <= last; run++) {
      int state = delimiter(run == last ? rule : NO_RULE, TokenUnionStates.Kind.LATE, null, late);
      if (run == 1) {
        first = state;
      } else {
        builder.addEdge(state - 1, state);
      }
      if (run == last && layout.lateRepeats[late]) {
        builder.addEdge(state, state);
      }
    }
    states.addLate(first);
    return first;
  }

  private int addWaiting(int bit, int delay) {
    int value = states.waitingValue(bit, delay);
    int outside = delimiter(NO_RULE, TokenUnionStates.Kind.WAITING, null, value);
    int inside = add(others, NO_RULE, TokenUnionStates.Kind.WAITING, null, value);
    builder.addEdge(outside, outside);
    builder.addEdge(outside, inside);
    builder.addEdge(inside, inside);
    builder.addEdge(inside, states.due(bit, delay - 1));
    return outside;
  }

  private void addStates(CoreTrie.Node node) {
    if (!node.bits.isEmpty()) {
      for (int run = 1; run <= node.runs(); run++) {
        node.between.add(delimiter(NO_RULE, TokenUnionStates.Kind.BETWEEN, node, 0));
      }
    }
    int predicate = node.element().predicate();
    if (predicate == TokenElement.ANY) {
      node.accepting.add(addInside(node, others, TokenUnionStates.ANY));
      return;
    }
    Nfa nfa = program.predicates().get(predicate - 1);
    for (int state = 1; state < nfa.stateCount(); state++) {
      int there = predicates.stateOf(predicate - 1, state);
      int made = addInside(node, nfa.symbols(state).and(others), there);
      if (PredicateFormat.takes(nfa, state)) {
        node.accepting.add(made);
      }
    }
  }

  private int addInside(CoreTrie.Node node, SymbolSet set, int predicate) {
    int state = add(set, NO_RULE, TokenUnionStates.Kind.INSIDE, node, predicate);
    node.inside.add(state);
    node.predicates.add(predicate);
    if (node.parent() == null) {
      states.firstBy(predicate).add(state);
    }
    return state;
  }

  private void connect(CoreTrie.Node node) {
    for (int run = 1; run < node.between.size(); run++) {
      builder.addEdge(node.between.getInt(run - 1), node.between.getInt(run));
    }
    if (!node.between.isEmpty()) {
      int last = node.between.getInt(node.between.size() - 1);
      builder.addEdge(last, last);
      node.accepting.forEach(state -> builder.addEdge(state, node.between.getInt(0)));
    }
    int predicate = node.element().predicate();
    if (predicate == TokenElement.ANY) {
      builder.addEdge(node.inside.getInt(0), node.inside.getInt(0));
      enter(node, node.inside.getInt(0));
      return;
    }
    Nfa nfa = program.predicates().get(predicate - 1);
    for (int state = 0; state < nfa.stateCount(); state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        int to = node.inside.getInt(nfa.successor(state, i) - 1);
        if (state == Nfa.START) {
          enter(node, to);
        } else {
          builder.addEdge(node.inside.getInt(state - 1), to);
        }
      }
    }
  }

  /** Leads to a state that a node's last token begins with. */
  private void enter(CoreTrie.Node node, int to) {
    TokenElement element = node.element();
    if (node.parent() == null) {
      enterFirst(node, to);
      return;
    }
    IntArrayList between = node.parent().between;
    for (int run = 1; run <= between.size(); run++) {
      if (element.allowsRun(run)) {
        builder.addEdge(between.getInt(run - 1), to);
      }
    }
  }

  private void enterFirst(CoreTrie.Node node, int to) {
    if (node.element().allowsRun(0) && ChainLayout.hasLead(node.lead(), node.bare(), 0, false)) {
      builder.addEdge(Nfa.START, to);
    }
    for (int tokens = 0; tokens < states.tokenKinds(); tokens++) {
      for (int run = 1; run < layout.runKinds; run++) {
        for (int b = 0; b < 2; b++) {
          if (node.element().allowsRun(run)
              && ChainLayout.hasLead(node.lead(), node.bare(), tokens, b == 1)) {
            builder.addEdge(states.counter(tokens, b == 1, false, run), to);
          }
        }
      }
    }
  }

  private void connectDue(ChainLayout.PlacedCore core) {
    int bits = states.dueBits();
    CoreTrie.Node node = states.trie().nodeOf(core);
    for (int target : core.due()) {
      int to = states.due(target % bits, target / bits);
      node.accepting.forEach(state -> builder.addEdge(state, to));
    }
  }
}
