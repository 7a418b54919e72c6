package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.FactorStates.Entry;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes one automaton of chains: the states of their heads, their pieces with the gaps between
 * them, and their tails, chain by chain. For one chain, by one thread.
 */
final class ChainAutomatonMaker {

  private static final int NONE = -1;

  private final Chain chain;
  private final int[] links;
  private final ChainStates made;
  private final DisjointUnion union;
  private final FactorStates factors;

  /** The chain's first state, and its first edge. */
  private final int firstState;

  private final int firstEdge;

  private ChainAutomatonMaker(Chain chain, int[] links, ChainStates made) {
    this.chain = chain;
    this.links = links;
    this.made = made;
    this.union = made.union();
    this.factors = new FactorStates(union);
    this.firstState = union.stateCount();
    this.firstEdge = union.edgeCount();
  }

  /**
   * Adds a chain. O(states + edges) that are added.
   *
   * @param number its place among the chains
   * @param links the chain's, that of its head first
   * @param components the numbers of heads' and tails' states; a head's component is its link
   * @param made takes the states
   * @return false, and nothing is added, if it reports by a condition that flags cannot express
   * @throws LimitExceededException if there are too many
   */
  static boolean add(
      Chain chain, int number, int[] links, ChainUnion.Components components, ChainStates made) {
    if (!EdgeCondition.isTold(chain.endCondition())) {
      return false;
    }
    new ChainAutomatonMaker(chain, links, made).add(components, number);
    return true;
  }

  /** The most bytes of a gap that have a state. */
  private static int length(Gap gap) {
    return gap.max() == Gap.UNBOUNDED ? gap.min() + 1 : gap.max();
  }

  private void add(ChainUnion.Components components, int number) {
    boolean hasHead = chain.head().isPresent();
    List<Entry> entries = hasHead ? List.of(head(components.heads())) : starts();
    int joint = hasHead ? 1 : 0;
    int count = chain.pieces().size();
    IntArrayList last = new IntArrayList();
    for (int i = 0; i < count; i++) {
      last = factors.piece(chain.pieces().get(i), entries);
      if (i + 1 < count) {
        entries = List.of(gap(links[joint++], last, chain.gaps().get(i)));
      }
    }
    if (chain.tail().isPresent()) {
      tail(last, chain.tail().get(), components.tails(), number);
    } else {
      end(last);
    }
  }

  private Entry head(StateNumbers heads) {
    Head head = chain.head().get();
    Nfa nfa = head.nfa();
    int[] copies = factors.copy(nfa, made.start());
    IntArrayList last = new IntArrayList();
    for (int state = 0; state < nfa.stateCount(); state++) {
      made.toHeads().add(copies[state], heads.of(links[0], state));
      if ((nfa.reportFlags(state) & ReportFlags.HERE) != 0) {
        last.add(copies[state]);
      }
    }
    return gap(links[0], last, head.gap());
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
        int state = made.start();
        if (before > 0) {
          state = union.add(EdgeCondition.symbolsBefore(before));
          union.setAlwaysEnabled(state);
        }
        entries.add(new Entry(IntArrayList.of(state), false, allowed, new IntArrayList()));
      }
    }
    return entries;
  }

  /** Adds a gap behind the end of a link; gives what the next piece may come after. */
  private Entry gap(int link, IntArrayList ends, Gap gap) {
    boolean endless = gap.max() == Gap.UNBOUNDED;
    int length = length(gap);
    int first = union.stateCount();
    IntArrayList out = new IntArrayList(gap.min() == 0 ? ends : new IntArrayList());
    for (int bytes = 1; bytes <= length; bytes++) {
      int state = union.add(gap.symbols());
      if (bytes > 1) {
        union.connect(state - 1, state);
      }
      if (bytes >= gap.min()) {
        out.add(state);
      }
    }
    IntArrayList followers = new IntArrayList();
    if (length > 0) {
      followers.add(first);
    }
    for (int i = 0; i < ends.size(); i++) {
      made.ends().add(ends.getInt(i), link);
      if (length > 0) {
        union.connect(ends.getInt(i), first);
      }
    }
    if (endless) {
      union.connect(first + length - 1, first + length - 1);
    }
    made.joints().add(new ChainStates.Joint(link, first, length, endless, followers));
    // Without a gap the next piece follows at once too.
    IntArrayList entered = gap.min() == 0 ? followers : new IntArrayList();
    return new Entry(out, false, SymbolSet.ALL, entered);
  }

  /** A tail starts one byte before the last piece's end: what it begins with is that byte. */
  private void tail(IntArrayList last, Nfa tail, TailGroups tails, int number) {
    int[] copies = factors.copy(tail, NONE);
    boolean[] inside = entered(tail);
    for (int state = 1; state < copies.length; state++) {
      // One that nothing in the tail leads to is entered with a piece's last byte only, and so it
      // is found anyway.
      if (inside[state]) {
        report(copies[state], tail.reportFlags(state));
        made.toTails().add(copies[state], tails.numberOf(number, state));
        made.heldTails().add(copies[state], tails.numberOf(number, state));
      }
    }
    List<IntArrayList> predecessors = factors.predecessors(last, firstState, firstEdge);
    for (int i = 0; i < last.size(); i++) {
      for (int s = 0; s < tail.successorCount(Nfa.START); s++) {
        int entered = tail.successor(Nfa.START, s);
        SymbolSet set = union.symbols(last.getInt(i)).and(tail.symbols(entered));
        if (!set.isEmpty()) {
          int state = factors.restricted(copies[entered], set);
          report(state, tail.reportFlags(entered));
          factors.enterWith(state, last.getInt(i), predecessors.get(i));
          made.toTails().add(state, tails.numberOf(number, entered));
        }
      }
    }
  }

  private void report(int state, int flags) {
    if (flags != ReportFlags.NONE) {
      union.setReport(state, chain.rule(), flags);
    }
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

  /** Reports at the end of the last piece, as far as the bytes around it allow. */
  private void end(IntArrayList last) {
    int condition = chain.endCondition();
    if (condition == EdgeCondition.ALWAYS) {
      for (int i = 0; i < last.size(); i++) {
        report(last.getInt(i), ReportFlags.HERE);
      }
      return;
    }
    List<IntArrayList> predecessors = factors.predecessors(last, firstState, firstEdge);
    for (int i = 0; i < last.size(); i++) {
      for (int before = 1; before < EdgeCondition.BEFORE_KINDS; before++) {
        SymbolSet set = union.symbols(last.getInt(i)).and(EdgeCondition.symbolsBefore(before));
        if (!set.isEmpty()) {
          int state = union.add(set);
          factors.enterWith(state, last.getInt(i), predecessors.get(i));
          conditionBehind(state, condition, before);
        }
      }
    }
  }

  private void conditionBehind(int state, int condition, int before) {
    if (EdgeCondition.allows(condition, before, EdgeCondition.AFTER_END)) {
      report(state, ReportFlags.FINAL_HERE);
    }
    SymbolSet behind = EdgeCondition.symbolsAfter(condition, before);
    if (!behind.isEmpty()) {
      int next = union.add(behind);
      report(next, ReportFlags.BACK);
      union.connect(state, next);
    }
    if (EdgeCondition.allows(condition, before, EdgeCondition.AFTER_LAST_NEWLINE)
        && !behind.contains('\n')) {
      int next = union.add(SymbolSet.of('\n'));
      report(next, ReportFlags.FINAL_BACK);
      union.connect(state, next);
    }
  }
}
