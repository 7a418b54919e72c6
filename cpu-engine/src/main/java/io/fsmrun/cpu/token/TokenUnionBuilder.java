package io.fsmrun.cpu.token;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes one automaton of a program, whose states mirror what a {@link TokenSession} knows:
 *
 * <pre>
 *   counter   tokens so far, whether the stream began with one, delimiters, inside a token or not;
 *             one of them is active always
 *   node      the first tokens of a core; cores that begin alike share them
 *     between   the node's last token is done: by delimiters since
 *     inside    in its last token: by state of the predicate
 *   waiting   a report is due after some more tokens: between tokens, inside a token
 *   late      a report waits for a further delimiter
 *   report    at the first delimiter
 * </pre>
 */
final class TokenUnionBuilder {

  /** The most states and edges. */
  private static final int MOST = 1 << 20;

  private static final int NONE = -1;

  /** In place of a state of the predicates: any token will do. */
  static final int ANY = NONE;

  private final TokenProgram program;
  private final PredicateAutomaton predicates;
  private final ChainLayout layout;
  private final NfaBuilder builder = new NfaBuilder(MOST);
  private final SymbolSet others;
  private final Map<NodeKey, Node> nodes = new LinkedHashMap<>();
  private final IntArrayList rules = new IntArrayList();
  private final IntArrayList kinds = new IntArrayList();
  private final List<Node> nodeOf = new ArrayList<>();
  private final IntArrayList values = new IntArrayList();
  private final int tokenKinds;
  private final int firstCounter;
  private final IntArrayList firstLate = new IntArrayList();

  /** By bit the node that it says to be done. */
  private final Node[] nodeDone;

  /** By state of the predicates, and at last for any, the states inside first tokens. */
  private final List<IntArrayList> firstBy = new ArrayList<>();

  /** The states that are entered when a due bit is due after so many tokens more. */
  private final int[][] dueStates;

  /** What a state is for. */
  private static final int COUNTER = 0;

  private static final int BETWEEN = 1;
  private static final int INSIDE = 2;
  private static final int WAITING = 3;
  private static final int LATE = 4;
  private static final int REPORT = 5;

  private record NodeKey(Node parent, int lead, boolean bare, TokenElement element) {}

  /** The first tokens of some cores. */
  static final class Node {
    private final NodeKey key;

    /** The bits that say that they are done, in cores that go on. */
    final IntArrayList bits = new IntArrayList();

    final IntArrayList between = new IntArrayList();
    final IntArrayList inside = new IntArrayList();

    /** Per state inside, the predicates' state, or -1 for any token. */
    final IntArrayList predicates = new IntArrayList();

    /** Those with one token more. */
    final List<Node> children = new ArrayList<>();

    private final IntArrayList accepting = new IntArrayList();

    /** Delimiters that are told apart behind it; the last number stands for more, too. */
    private int runs = 1;

    private Node(NodeKey key) {
      this.key = key;
    }

    Node parent() {
      return key.parent();
    }

    int lead() {
      return key.lead();
    }

    boolean bare() {
      return key.bare();
    }

    TokenElement element() {
      return key.element();
    }
  }

  TokenUnionBuilder(TokenProgram program, PredicateAutomaton predicates, ChainLayout layout) {
    this.program = program;
    this.predicates = predicates;
    this.layout = layout;
    this.others = program.delimiters().complement();
    this.tokenKinds = layout.starts.length;
    this.firstCounter = 1;
    this.dueStates = new int[layout.maxDelay + 1][layout.dueWords * Long.SIZE];
    this.nodeDone = new Node[layout.words * Long.SIZE];
    for (int i = 0; i <= predicates.stateCount(); i++) {
      firstBy.add(new IntArrayList(0));
    }
    note(NONE, NONE, null, 0);
  }

  private void note(int rule, int kind, Node node, int value) {
    rules.add(rule);
    kinds.add(kind);
    nodeOf.add(node);
    values.add(value);
  }

  private int add(SymbolSet set, int rule, int kind, Node node, int value) {
    note(rule, kind, node, value);
    int state = builder.addState(set);
    if (state >= MOST) {
      throw new LimitExceededException("states", MOST, state);
    }
    return state;
  }

  private int delimiter(int rule, int kind, Node node, int value) {
    return add(program.delimiters(), rule, kind, node, value);
  }

  /** The automaton, or nothing if it would be too large. */
  Optional<Nfa> build() {
    try {
      addCounters();
      addReports();
      for (ChainLayout.PlacedCore core : layout.placedCores) {
        addNodes(core);
      }
      nodes.values().forEach(this::addStates);
      nodes.values().forEach(this::connect);
      layout.placedCores.forEach(this::connectDue);
      return Optional.of(builder.buildWhole());
    } catch (LimitExceededException e) {
      return Optional.empty();
    }
  }

  private void addCounters() {
    int count = tokenKinds * 2 * 2 * layout.runKinds;
    for (int i = 0; i < count; i++) {
      add((i & 1) == 1 ? others : program.delimiters(), NONE, COUNTER, null, i);
    }
    builder.addEdge(Nfa.START, counter(0, false, true, 0));
    builder.addEdge(Nfa.START, counter(0, false, false, Math.min(1, layout.runKinds - 1)));
    for (int tokens = 0; tokens < tokenKinds; tokens++) {
      for (int run = 0; run < layout.runKinds; run++) {
        for (int b = 0; b < 2; b++) {
          boolean bare = b == 1;
          int outside = counter(tokens, bare, false, run);
          int inside = counter(tokens, bare, true, run);
          int more = Math.min(run + 1, layout.runKinds - 1);
          builder.addEdge(outside, counter(tokens, bare, false, more));
          builder.addEdge(outside, inside);
          builder.addEdge(inside, inside);
          int next = Math.min(tokens + 1, tokenKinds - 1);
          builder.addEdge(inside, counter(next, bare || run == 0, false, 1));
        }
      }
    }
  }

  /** The state for a number of tokens, and so on. */
  int counter(int tokens, boolean bare, boolean inToken, int run) {
    int index = ((tokens * 2 + (bare ? 1 : 0)) * layout.runKinds + run) * 2 + (inToken ? 1 : 0);
    return firstCounter + index;
  }

  boolean isCounter(int state) {
    return kinds.getInt(state) == COUNTER;
  }

  boolean inToken(int counter) {
    return (values.getInt(counter) & 1) != 0;
  }

  int run(int counter) {
    return values.getInt(counter) / 2 % layout.runKinds;
  }

  boolean bare(int counter) {
    return (values.getInt(counter) / 2 / layout.runKinds & 1) != 0;
  }

  int tokens(int counter) {
    return values.getInt(counter) / 2 / layout.runKinds / 2;
  }

  /** The states for what is due now, and what will be after some tokens. */
  private void addReports() {
    int plainBits = layout.plainWords * Long.SIZE;
    for (int bit = 0; bit < dueStates[0].length; bit++) {
      if (layout.isDueBit(bit)) {
        dueStates[0][bit] =
            bit < plainBits
                ? delimiter(layout.ruleOfDue[bit], REPORT, null, 0)
                : addLate(bit - plainBits);
      }
    }
    int[] most = new int[dueStates[0].length];
    for (ChainLayout.PlacedCore core : layout.placedCores) {
      for (int target : core.due()) {
        int bit = target % most.length;
        most[bit] = Math.max(most[bit], target / most.length);
      }
    }
    for (int delay = 1; delay <= layout.maxDelay; delay++) {
      for (int bit = 0; bit < dueStates[0].length; bit++) {
        if (delay <= most[bit]) {
          dueStates[delay][bit] = addWaiting(bit, delay);
        }
      }
    }
  }

  private int addLate(int late) {
    int rule = layout.ruleOfDue[layout.plainWords * Long.SIZE + late];
    int last = layout.lateRun[late];
    int first = NONE;
    for (int run = 1; run <= last; run++) {
      int state = delimiter(run == last ? rule : NONE, LATE, null, late);
      if (run == 1) {
        first = state;
      } else {
        builder.addEdge(state - 1, state);
      }
      if (run == last && layout.lateRepeats[late]) {
        builder.addEdge(state, state);
      }
    }
    firstLate.add(first);
    return first;
  }

  private int addWaiting(int bit, int delay) {
    int value = delay * dueStates[0].length + bit;
    int outside = delimiter(NONE, WAITING, null, value);
    int inside = add(others, NONE, WAITING, null, value);
    builder.addEdge(outside, outside);
    builder.addEdge(outside, inside);
    builder.addEdge(inside, inside);
    builder.addEdge(inside, dueStates[delay - 1][bit]);
    return outside;
  }

  /** Whether some token makes a bit due after so many tokens. */
  boolean mayWait(int bit, int delay) {
    return dueStates[delay][bit] > 0;
  }

  /** The state for a report that is due after at least one token more. */
  int waiting(int bit, int delay, boolean inToken) {
    return dueStates[delay][bit] + (inToken ? 1 : 0);
  }

  /** The state for a report that waits for a further delimiter, by delimiters so far. */
  int late(int late, int run) {
    return firstLate.getInt(late) + run - 1;
  }

  /** The states inside first tokens by a state of the predicates, or by {@link #ANY}. */
  IntArrayList firstBy(int predicate) {
    return firstBy.get(predicate == ANY ? firstBy.size() - 1 : predicate);
  }

  /** The node that a bit of a chain says to be done, or null. */
  Node nodeDone(int bit) {
    return nodeDone[bit];
  }

  Node nodeOf(int state) {
    return nodeOf.get(state);
  }

  private void addNodes(ChainLayout.PlacedCore core) {
    Node node = null;
    for (int i = 0; i < core.elements().size(); i++) {
      TokenElement element = core.elements().get(i);
      if (node != null) {
        node.bits.add(core.bit() + i - 1);
        nodeDone[core.bit() + i - 1] = node;
        int bounded = element.maxRun() == TokenElement.UNBOUNDED ? 0 : element.maxRun() + 1;
        node.runs = Math.max(node.runs, Math.max(element.minRun(), bounded));
      }
      node = nodes.computeIfAbsent(key(node, core, element), TokenUnionBuilder::newNode);
    }
  }

  private static Node newNode(NodeKey key) {
    Node node = new Node(key);
    if (key.parent() != null) {
      key.parent().children.add(node);
    }
    return node;
  }

  private static NodeKey key(Node parent, ChainLayout.PlacedCore core, TokenElement element) {
    return parent == null
        ? new NodeKey(null, core.lead(), core.bare(), element)
        : new NodeKey(parent, 0, false, element);
  }

  private void addStates(Node node) {
    if (!node.bits.isEmpty()) {
      for (int run = 1; run <= node.runs; run++) {
        node.between.add(delimiter(NONE, BETWEEN, node, 0));
      }
    }
    int predicate = node.element().predicate();
    if (predicate == TokenElement.ANY) {
      node.accepting.add(addInside(node, others, ANY));
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

  private int addInside(Node node, SymbolSet set, int predicate) {
    int state = add(set, NONE, INSIDE, node, predicate);
    node.inside.add(state);
    node.predicates.add(predicate);
    if (node.parent() == null) {
      firstBy(predicate).add(state);
    }
    return state;
  }

  private void connect(Node node) {
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
  private void enter(Node node, int to) {
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

  private void enterFirst(Node node, int to) {
    if (node.element().allowsRun(0) && ChainLayout.hasLead(node.lead(), node.bare(), 0, false)) {
      builder.addEdge(Nfa.START, to);
    }
    for (int tokens = 0; tokens < tokenKinds; tokens++) {
      for (int run = 1; run < layout.runKinds; run++) {
        for (int b = 0; b < 2; b++) {
          if (node.element().allowsRun(run)
              && ChainLayout.hasLead(node.lead(), node.bare(), tokens, b == 1)) {
            builder.addEdge(counter(tokens, b == 1, false, run), to);
          }
        }
      }
    }
  }

  private void connectDue(ChainLayout.PlacedCore core) {
    Node node = null;
    for (TokenElement element : core.elements()) {
      node = nodes.get(key(node, core, element));
    }
    for (int target : core.due()) {
      int delay = target / dueStates[0].length;
      int to = dueStates[delay][target % dueStates[0].length];
      node.accepting.forEach(state -> builder.addEdge(state, to));
    }
  }

  /** The rule that is reported where a state is active, or -1. */
  int rule(int state) {
    return rules.getInt(state);
  }

  /** Tells chains and predicates what an active state means, unless it is a counter. */
  void tell(int state, ChainRunner chains, long[] active) {
    int value = values.getInt(state);
    switch (kinds.getInt(state)) {
      case BETWEEN -> nodeOf.get(state).bits.forEach(chains::activate);
      case INSIDE -> {
        if (value >= 0) {
          active[value >> 6] |= 1L << value;
        }
        if (nodeOf.get(state).parent() != null) {
          nodeOf.get(state).parent().bits.forEach(chains::activate);
        }
      }
      case WAITING -> chains.makeDue(value / dueStates[0].length, value % dueStates[0].length);
      case LATE -> chains.addLate(value);
      default -> {}
    }
  }
}
