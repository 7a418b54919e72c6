package io.fsmrun.cpu.lazy;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The union of several position automata, its states numbered through, for {@link SetRunner}s to
 * run. States of different automata that are always active together may be one.
 *
 * <p>Immutable, shared by threads.
 */
public final class SetAutomaton {

  /** Reports of a state are packed: index of the rule above, bits of {@link ReportFlags} below. */
  static final int FLAG_BITS = 4;

  /** The flags of what is reported as soon as a state is active. */
  static final int AT_ONCE = 0;

  /** Where the flags begin of what is reported if the input ends there. */
  static final int AT_END = 2;

  private final int groupCount;
  private final boolean startsApart;
  private final boolean reportsBack;

  /** The states that stay active once they are, whatever comes. */
  private final boolean[] lasting;

  /** Per group where its states before its first byte start; one more at the end. */
  final int[] startStart;

  /** Those states, without those that have nothing to say or to do. */
  final int[] starts;

  final int stateCount;
  final int classCount;

  /** Class of each of the 256 bytes. */
  final int[] classOf;

  /** Words of {@link #matches} in a row. */
  final int matchWords;

  /** Row of {@link #matches} of each state. */
  final int[] matchRow;

  /** Per distinct symbol set a bit for each class. */
  final long[] matches;

  /** Per state where its successors start; one more at the end. */
  final int[] edgeStart;

  /** Successors, without those that are always enabled: they are entered anyway. */
  final int[] edges;

  /** Per class where the always-enabled states that it enters start; one more at the end. */
  final int[] enabledStart;

  final int[] enabled;

  /** Per state where its reports start; one more at the end. */
  final int[] reportStart;

  final int[] reports;

  /** Null before it is asked for; whoever asks at the same time finds the same. */
  private volatile int[] enteredByClass;

  /** Null if no state makes others superfluous. */
  private final Dominance dominance;

  private SetAutomaton(UnionBuilder union, int groups, boolean startsApart) {
    this.groupCount = groups;
    this.startsApart = startsApart;
    this.startStart = union.starts().starts();
    this.starts = union.starts().values();
    this.stateCount = union.matchRow().length;
    this.classCount = union.classes().count();
    this.classOf = union.classOf();
    this.matchWords = union.matchWords();
    this.matchRow = union.matchRow();
    this.matches = union.matches();
    this.edgeStart = union.edges().starts();
    this.edges = union.edges().values();
    this.enabledStart = union.enabled().starts();
    this.enabled = union.enabled().values();
    this.reportStart = union.reports().starts();
    this.reports = union.reports().values();
    int all = 0;
    for (int report : reports) {
      all |= report;
    }
    this.reportsBack = (all & ~ReportFlags.HERE) != 0;
    this.lasting = new boolean[stateCount];
    for (int state = 0; state < stateCount; state++) {
      lasting[state] = leadsToItself(state) && takesAll(state);
    }
    this.dominance = null;
  }

  /** The same states and edges, with other states always enabled, or other reports. */
  private SetAutomaton(
      SetAutomaton whole,
      int[] enabledStart,
      int[] enabled,
      int[] reportStart,
      int[] reports,
      Dominance dominance) {
    this.groupCount = whole.groupCount;
    this.startsApart = whole.startsApart;
    this.reportsBack = whole.reportsBack;
    this.lasting = whole.lasting;
    this.startStart = whole.startStart;
    this.starts = whole.starts;
    this.stateCount = whole.stateCount;
    this.classCount = whole.classCount;
    this.classOf = whole.classOf;
    this.matchWords = whole.matchWords;
    this.matchRow = whole.matchRow;
    this.matches = whole.matches;
    this.edgeStart = whole.edgeStart;
    this.edges = whole.edges;
    this.enabledStart = enabledStart;
    this.enabled = enabled;
    this.reportStart = reportStart;
    this.reports = reports;
    this.dominance = dominance;
  }

  /** The same with what its states make superfluous. */
  private SetAutomaton withDominance(Checkpoint checkpoint) {
    Dominance found = Dominance.of(this, checkpoint);
    return new SetAutomaton(this, enabledStart, enabled, reportStart, reports, found);
  }

  /**
   * The part of each step that depends on what is active: what a set leads to is what no state
   * leads to here, united with what each of its states leads to there.
   */
  SetAutomaton edgesOnly() {
    return new SetAutomaton(
        this, new int[enabledStart.length], new int[0], reportStart, reports, dominance);
  }

  /**
   * This automaton with more reports.
   *
   * @param more per state the numbers that are reported as rules are where the state is active,
   *     greater than all rules
   * @return an automaton with the same states, that reports what this one does and those
   */
  public SetAutomaton withReports(IntRows more) {
    int[] starts = new int[stateCount + 1];
    int[] all = Arrays.copyOf(reports, reports.length + more.end(stateCount - 1));
    int size = 0;
    for (int state = 0; state < stateCount; state++) {
      for (int r = reportStart[state]; r < reportStart[state + 1]; r++) {
        all[size++] = reports[r];
      }
      for (int i = more.start(state); i < more.end(state); i++) {
        all[size++] = more.value(i) << FLAG_BITS | ReportFlags.HERE;
      }
      starts[state + 1] = size;
    }
    return new SetAutomaton(this, enabledStart, enabled, starts, all, null)
        .withDominance(Checkpoint.NONE);
  }

  /**
   * Whether a byte may lead to a state.
   *
   * @param state a state
   * @param symbol 0 to 255
   * @return true if the state is entered on it
   */
  public boolean isEnteredOn(int state, int symbol) {
    int c = classOf[symbol];
    return (matches[matchRow[state] * matchWords + (c >>> 6)] >>> c & 1) != 0;
  }

  private boolean leadsToItself(int state) {
    for (int e = edgeStart[state]; e < edgeStart[state + 1]; e++) {
      if (edges[e] == state) {
        return true;
      }
    }
    return false;
  }

  private boolean takesAll(int state) {
    for (int c = 0; c < classCount; c++) {
      if ((matches[matchRow[state] * matchWords + (c >>> 6)] >>> c & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * A union whose components start together, as one group, before the first byte only.
   *
   * @param components the automata and their rules
   * @param options tells whether prefixes are shared
   * @return the union; O(states + edges log edges) time at most, mostly O(states + edges)
   */
  public static SetAutomaton of(List<RuleAutomaton> components, LazyOptions options) {
    DisjointUnion union = DisjointUnion.of(components, new int[components.size()]);
    return of(union, StateNumbers.of(union, options));
  }

  /**
   * A union whose components start together, with states that are numbered already.
   *
   * @param union the components, with all starts in group 0
   * @param numbers of their states
   * @return the union; O(states + edges) time and memory, apart from sorting the edges of a state
   */
  public static SetAutomaton of(DisjointUnion union, StateNumbers numbers) {
    return new SetAutomaton(new UnionBuilder(union, numbers), union.groupCount(), false)
        .withDominance(union.checkpoint());
  }

  /**
   * A union whose components may be injected in groups, each at any place of the input. Prefixes
   * are shared inside groups, and otherwise among those states only that do not depend on it: the
   * always-enabled ones and what follows.
   *
   * @param components the automata and their rules, group by group
   * @param groups the number of each one's group, from 0 without leaving any out
   * @param options tells whether prefixes are shared
   * @return the union; O(states + edges log edges) time at most, mostly O(states + edges)
   */
  public static SetAutomaton injectable(
      List<RuleAutomaton> components, int[] groups, LazyOptions options) {
    DisjointUnion union = DisjointUnion.of(components, groups);
    return injectable(union, StateNumbers.of(union, options));
  }

  /**
   * The same with states that are numbered already.
   *
   * @param union the components, group by group
   * @param numbers of their states
   * @return the union
   */
  public static SetAutomaton injectable(DisjointUnion union, StateNumbers numbers) {
    return new SetAutomaton(new UnionBuilder(union, numbers), union.groupCount(), true)
        .withDominance(union.checkpoint());
  }

  /**
   * Number of groups of automata that start together.
   *
   * @return 0 or more
   */
  public int groupCount() {
    return groupCount;
  }

  /**
   * Number of states.
   *
   * @return 0 or more
   */
  public int stateCount() {
    return stateCount;
  }

  /**
   * Number of classes of bytes that are told apart.
   *
   * @return 1 to 256
   */
  public int classCount() {
    return classCount;
  }

  /**
   * Whether components can be injected.
   *
   * @return true for those made by {@link #injectable}
   */
  public boolean isInjectable() {
    return startsApart;
  }

  /**
   * Whether a report may end one byte before the place where it is made, or be made when the input
   * ends only.
   *
   * @return true if some state says so
   */
  public boolean reportsBack() {
    return reportsBack;
  }

  /**
   * Whether some state may be entered whatever is active. If not, a runner with nothing active can
   * skip all input.
   *
   * @return true if there is an always-enabled state
   */
  public boolean hasAlwaysEnabled() {
    return enabled.length > 0;
  }

  /** A set of states, empty, in which those are left out that others make superfluous. */
  ActiveSet newSet() {
    return new ActiveSet(stateCount, dominance);
  }

  /** Whether a state stays active once it is, whatever comes. */
  boolean lasts(int state) {
    return lasting[state];
  }

  boolean reports(int state) {
    return reportStart[state] != reportStart[state + 1];
  }

  boolean reportsAtEnd(int state) {
    int all = 0;
    for (int r = reportStart[state]; r < reportStart[state + 1]; r++) {
      all |= reports[r];
    }
    return (all & (1 << FLAG_BITS) - 1) >> AT_END != 0;
  }

  /**
   * Reports what a state reports.
   *
   * @param shift {@link #AT_ONCE}, or {@link #AT_END} for what waits for the end of the input
   */
  void report(int state, int shift, long position, ReportBuffer out) {
    for (int r = reportStart[state]; r < reportStart[state + 1]; r++) {
      int rule = reports[r] >> FLAG_BITS;
      int flags = reports[r] & (1 << FLAG_BITS) - 1;
      if ((flags >> shift & ReportFlags.BACK) != 0 && position > 0) {
        out.add(rule, position - 1);
      }
      if ((flags >> shift & ReportFlags.HERE) != 0) {
        out.add(rule, position);
      }
    }
  }

  /**
   * Per class the number of states that are entered on it. O(states * classes) the first time; not
   * to be changed.
   */
  int[] enteredByClass() {
    int[] known = enteredByClass;
    if (known == null) {
      known = countEntered();
      enteredByClass = known;
    }
    return known;
  }

  private int[] countEntered() {
    int[] entered = new int[classCount];
    for (int state = 0; state < stateCount; state++) {
      int row = matchRow[state] * matchWords;
      for (int symbolClass = 0; symbolClass < classCount; symbolClass++) {
        entered[symbolClass] += (int) (matches[row + (symbolClass >>> 6)] >>> symbolClass & 1);
      }
    }
    return entered;
  }

  /** Adds the successors of some states on a class to a set. O(states + edges). */
  void step(int[] states, int from, int to, int symbolClass, ActiveSet next) {
    int word = symbolClass >>> 6;
    next.clear();
    for (int i = from; i < to; i++) {
      int end = edgeStart[states[i] + 1];
      for (int e = edgeStart[states[i]]; e < end; e++) {
        int target = edges[e];
        if ((matches[matchRow[target] * matchWords + word] >>> symbolClass & 1) != 0) {
          next.add(target);
        }
      }
    }
    int end = enabledStart[symbolClass + 1];
    for (int i = enabledStart[symbolClass]; i < end; i++) {
      next.add(enabled[i]);
    }
  }
}
