package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Makes one automaton of a chain: its head, its pieces with their gaps, its tail. For one chain, by
 * one thread.
 */
final class ChainAutomatonMaker {

  private static final int NONE = -1;

  private final Chain chain;
  private final int[] links;
  private final int limit;
  private final List<SymbolSet> symbols = new ArrayList<>();
  private final List<IntArrayList> successors = new ArrayList<>();
  private final IntArrayList flags = new IntArrayList();
  private final IntArrayList anywhere = new IntArrayList();
  private final List<Gathering> joints = new ArrayList<>();
  private IntList headStates = IntList.of();
  private List<IntList> tailStates = List.of();
  private List<IntList> heldStates = List.of();
  private long edges;

  private ChainAutomatonMaker(Chain chain, int[] links, int limit) {
    this.chain = chain;
    this.links = links;
    this.limit = limit;
    add(SymbolSet.EMPTY);
  }

  /**
   * Makes the automaton.
   *
   * @param links the chain's, that of its head first
   * @param limit the most states and edges
   * @return the automaton, or nothing if it reports by a condition that flags cannot express
   * @throws LimitExceededException if it is larger
   */
  static Optional<ChainAutomaton> make(Chain chain, int[] links, int limit) {
    if (!EdgeCondition.isTold(chain.endCondition())) {
      return Optional.empty();
    }
    return Optional.of(new ChainAutomatonMaker(chain, links, limit).make());
  }

  /** A joint in the making. */
  private record Gathering(
      int link, IntArrayList ends, IntArrayList gap, boolean loops, IntArrayList followers) {

    ChainAutomaton.Joint joint() {
      return new ChainAutomaton.Joint(link, ends, gap, loops, followers);
    }
  }

  /**
   * What may come before something: states, or anything.
   *
   * @param entered takes the states that are entered from here
   */
  private record Entry(
      IntArrayList from, boolean anywhere, SymbolSet allowed, IntArrayList entered) {

    static Entry after(IntArrayList from) {
      return new Entry(from, false, SymbolSet.ALL, new IntArrayList());
    }
  }

  /** States that a piece, or a part of one, begins and ends with. */
  private record Part(IntArrayList first, IntArrayList last) {}

  private ChainAutomaton make() {
    List<Entry> entries = chain.head().isPresent() ? List.of(head()) : starts();
    int joint = joints.size();
    int count = chain.pieces().size();
    IntArrayList last = new IntArrayList();
    for (int i = 0; i < count; i++) {
      last = piece(chain.pieces().get(i), entries);
      if (i + 1 < count) {
        entries = List.of(gap(links[joint++], last, chain.gaps().get(i)));
      }
    }
    if (chain.tail().isPresent()) {
      tail(last, chain.tail().get());
    } else {
      end(last);
    }
    List<ChainAutomaton.Joint> made = joints.stream().map(Gathering::joint).toList();
    return new ChainAutomaton(build(), made, headStates, tailStates, heldStates);
  }

  private int add(SymbolSet set) {
    symbols.add(set);
    successors.add(new IntArrayList());
    flags.add(ReportFlags.NONE);
    anywhere.add(0);
    check();
    return symbols.size() - 1;
  }

  private void connect(int from, int to) {
    successors.get(from).add(to);
    edges++;
    check();
  }

  private void check() {
    if (symbols.size() + edges > limit) {
      throw new LimitExceededException("states and edges", limit, symbols.size() + edges);
    }
  }

  private Entry head() {
    Head head = chain.head().get();
    Nfa nfa = head.nfa();
    int[] copies = new int[nfa.stateCount()];
    copy(nfa, copies);
    headStates = IntList.of(copies);
    IntArrayList last = new IntArrayList();
    for (int state = 0; state < nfa.stateCount(); state++) {
      if ((nfa.reportFlags(state) & ReportFlags.HERE) != 0) {
        last.add(copies[state]);
      }
    }
    return gap(links[0], last, head.gap());
  }

  /** Copies the states of an automaton, and its edges out of its start too if that is mapped. */
  private void copy(Nfa nfa, int[] copies) {
    for (int state = 1; state < copies.length; state++) {
      copies[state] = add(nfa.symbols(state));
      anywhere.set(copies[state], nfa.isAlwaysEnabled(state) ? 1 : 0);
    }
    for (int state = 0; state < copies.length; state++) {
      for (int i = 0; copies[state] >= 0 && i < nfa.successorCount(state); i++) {
        connect(copies[state], copies[nfa.successor(state, i)]);
      }
    }
  }

  /** Where the first piece may start: anywhere, or behind some bytes and before others. */
  private List<Entry> starts() {
    int condition = chain.startCondition();
    if (condition == EdgeCondition.ALWAYS) {
      return List.of(new Entry(new IntArrayList(), true, SymbolSet.ALL, new IntArrayList()));
    }
    List<Entry> entries = new ArrayList<>();
    for (int before = 0; before < EdgeCondition.BEFORE_KINDS; before++) {
      SymbolSet allowed = EdgeCondition.symbolsAfter(condition, before);
      if (!allowed.isEmpty()) {
        int state = Nfa.START;
        if (before > 0) {
          state = add(EdgeCondition.symbolsBefore(before));
          anywhere.set(state, 1);
        }
        entries.add(new Entry(IntArrayList.of(state), false, allowed, new IntArrayList()));
      }
    }
    return entries;
  }

  /** Adds a piece behind some entries; gives the states at its end. */
  private IntArrayList piece(List<Factor> factors, List<Entry> entries) {
    IntArrayList last = new IntArrayList();
    for (Factor factor : factors) {
      Part part = factor(factor);
      for (Entry entry : entries) {
        enter(entry, part.first());
      }
      last.addAll(part.last());
    }
    return last;
  }

  private void enter(Entry entry, IntArrayList first) {
    for (int i = 0; i < first.size(); i++) {
      int state = first.getInt(i);
      if (!entry.allowed().equals(SymbolSet.ALL)) {
        state = restricted(state, entry.allowed());
      }
      if (entry.anywhere()) {
        anywhere.set(state, 1);
      }
      entry.entered().add(state);
      for (int f = 0; f < entry.from().size(); f++) {
        connect(entry.from().getInt(f), state);
      }
    }
  }

  /** A state that leads where another one does, and is entered on some of its symbols. */
  private int restricted(int state, SymbolSet allowed) {
    int made = add(symbols.get(state).and(allowed));
    for (int target : successors.get(state).toIntArray()) {
      connect(made, target);
    }
    return made;
  }

  private Part factor(Factor factor) {
    IntArrayList first = new IntArrayList();
    IntArrayList last = new IntArrayList();
    int start = symbols.size();
    for (SymbolSet set : factor.string()) {
      int state = add(set);
      if (state > start) {
        connect(state - 1, state);
      }
    }
    int end = symbols.size() - 1;
    if (factor.before().isEmpty()) {
      first.add(start);
    } else {
      before(factor.before().get(), start, first);
    }
    if (factor.after().isEmpty()) {
      last.add(end);
    } else {
      after(factor.after().get(), end, last);
    }
    return new Part(first, last);
  }

  /** What lies before a string; the automaton reads it backwards. */
  private void before(Nfa nfa, int string, IntArrayList first) {
    int[] copies = new int[nfa.stateCount()];
    for (int state = 1; state < copies.length; state++) {
      copies[state] = add(nfa.symbols(state));
    }
    copies[Nfa.START] = string;
    for (int state = 0; state < copies.length; state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        connect(copies[nfa.successor(state, i)], copies[state]);
      }
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        first.add(copies[state]);
      }
    }
  }

  private void after(Nfa nfa, int string, IntArrayList last) {
    int[] copies = new int[nfa.stateCount()];
    copies[Nfa.START] = string;
    copy(nfa, copies);
    for (int state = 0; state < copies.length; state++) {
      if (nfa.reportFlags(state) != ReportFlags.NONE) {
        last.add(copies[state]);
      }
    }
  }

  /** Adds a gap behind the end of a link; gives what the next piece may come after. */
  private Entry gap(int link, IntArrayList ends, Gap gap) {
    boolean endless = gap.max() == Gap.UNBOUNDED;
    int length = endless ? gap.min() + 1 : gap.max();
    Gathering joint = new Gathering(link, ends, new IntArrayList(), endless, new IntArrayList());
    IntArrayList out = new IntArrayList(gap.min() == 0 ? ends : new IntArrayList());
    IntArrayList before = ends;
    for (int bytes = 1; bytes <= length; bytes++) {
      int state = add(gap.symbols());
      for (int i = 0; i < before.size(); i++) {
        connect(before.getInt(i), state);
      }
      if (bytes >= gap.min()) {
        out.add(state);
      }
      joint.gap().add(state);
      before = IntArrayList.of(state);
    }
    if (endless) {
      connect(before.getInt(0), before.getInt(0));
    }
    if (length > 0) {
      joint.followers().add(joint.gap().getInt(0));
    }
    joints.add(joint);
    // Without a gap the next piece follows at once too.
    IntArrayList entered = gap.min() == 0 ? joint.followers() : new IntArrayList();
    return new Entry(out, false, SymbolSet.ALL, entered);
  }

  /** A tail starts one byte before the last piece's end: what it begins with is that byte. */
  private void tail(IntArrayList last, Nfa tail) {
    int[] copies = new int[tail.stateCount()];
    copies[Nfa.START] = NONE;
    copy(tail, copies);
    boolean[] inside = entered(tail);
    List<IntArrayList> all = new ArrayList<>();
    for (int state = 0; state < copies.length; state++) {
      all.add(new IntArrayList());
      // One that nothing in the tail leads to is entered with a piece's last byte only.
      if (inside[state]) {
        all.get(state).add(copies[state]);
        flags.set(copies[state], tail.reportFlags(state));
      }
    }
    heldStates = all.stream().map(states -> IntList.of(states.toIntArray())).toList();
    List<IntArrayList> predecessors = predecessors(last);
    for (int i = 0; i < last.size(); i++) {
      for (int s = 0; s < tail.successorCount(Nfa.START); s++) {
        int entered = tail.successor(Nfa.START, s);
        SymbolSet set = symbols.get(last.getInt(i)).and(tail.symbols(entered));
        if (!set.isEmpty()) {
          int state = restricted(copies[entered], set);
          flags.set(state, tail.reportFlags(entered));
          enter(Entry.after(predecessors.get(i)), IntArrayList.of(state));
          all.get(entered).add(state);
        }
      }
    }
    tailStates = List.copyOf(all);
  }

  /** Per state whether another one than the start leads to it. */
  private static boolean[] entered(Nfa nfa) {
    boolean[] entered = new boolean[nfa.stateCount()];
    for (int from = 1; from < entered.length; from++) {
      for (int i = 0; i < nfa.successorCount(from); i++) {
        entered[nfa.successor(from, i)] = true;
      }
    }
    return entered;
  }

  /** The states that lead to each of some states. */
  private List<IntArrayList> predecessors(IntArrayList states) {
    int[] index = new int[symbols.size()];
    Arrays.fill(index, NONE);
    List<IntArrayList> result = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      index[states.getInt(i)] = i;
      result.add(new IntArrayList());
    }
    for (int from = 0; from < index.length; from++) {
      IntArrayList row = successors.get(from);
      for (int i = 0; i < row.size(); i++) {
        if (index[row.getInt(i)] >= 0) {
          result.get(index[row.getInt(i)]).add(from);
        }
      }
    }
    return result;
  }

  /** Reports at the end of the last piece, as far as the bytes around it allow. */
  private void end(IntArrayList last) {
    int condition = chain.endCondition();
    if (condition == EdgeCondition.ALWAYS) {
      last.forEach(state -> flags.set(state, ReportFlags.HERE));
      return;
    }
    List<IntArrayList> predecessors = predecessors(last);
    for (int i = 0; i < last.size(); i++) {
      for (int before = 1; before < EdgeCondition.BEFORE_KINDS; before++) {
        SymbolSet set = symbols.get(last.getInt(i)).and(EdgeCondition.symbolsBefore(before));
        if (!set.isEmpty()) {
          int state = add(set);
          enter(Entry.after(predecessors.get(i)), IntArrayList.of(state));
          conditionBehind(state, condition, before);
        }
      }
    }
  }

  private void conditionBehind(int state, int condition, int before) {
    if (EdgeCondition.allows(condition, before, EdgeCondition.AFTER_END)) {
      flags.set(state, ReportFlags.FINAL_HERE);
    }
    SymbolSet behind = EdgeCondition.symbolsAfter(condition, before);
    if (!behind.isEmpty()) {
      int next = add(behind);
      flags.set(next, ReportFlags.BACK);
      connect(state, next);
    }
    if (EdgeCondition.allows(condition, before, EdgeCondition.AFTER_LAST_NEWLINE)
        && !behind.contains('\n')) {
      int next = add(SymbolSet.of('\n'));
      flags.set(next, ReportFlags.FINAL_BACK);
      connect(state, next);
    }
  }

  private Nfa build() {
    NfaBuilder builder = new NfaBuilder();
    for (int state = 1; state < symbols.size(); state++) {
      builder.addState(symbols.get(state));
      if (anywhere.getInt(state) != 0) {
        builder.setAlwaysEnabled(state);
      }
    }
    for (int state = 0; state < symbols.size(); state++) {
      builder.addFlags(state, flags.getInt(state));
      IntArrayList row = successors.get(state);
      for (int i = 0; i < row.size(); i++) {
        builder.addEdge(state, row.getInt(i));
      }
    }
    return builder.buildWhole();
  }
}
