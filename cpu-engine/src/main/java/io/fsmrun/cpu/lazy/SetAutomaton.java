package io.fsmrun.cpu.lazy;

import io.fsmrun.core.report.ReportFlags;
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

  private final int componentCount;
  private final boolean startsApart;
  private final boolean reportsBack;

  /** The states that stay active once they are, whatever comes. */
  private final boolean[] lasting;

  /** The states before the first byte, per component; -1 where it has nothing to say or to do. */
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

  SetAutomaton(UnionBuilder union) {
    this.componentCount = union.componentCount();
    this.startsApart = union.startsApart();
    this.starts = union.starts();
    this.stateCount = union.stateCount();
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
   * A union whose components start together, before the first byte only.
   *
   * @param components the automata and their rules
   * @param options tells whether prefixes are shared
   * @return the union; O(states + edges) time and memory, apart from sorting
   */
  public static SetAutomaton of(List<RuleAutomaton> components, LazyOptions options) {
    return new SetAutomaton(new UnionBuilder(components, false, options.prefixSharing()));
  }

  /**
   * A union whose components may be injected, each at any place of the input. Prefixes are shared
   * among those states only that do not depend on it: the always-enabled ones and what follows.
   *
   * @param components the automata and their rules; numbered from 0 in this order
   * @param options tells whether prefixes are shared
   * @return the union; O(states + edges) time and memory, apart from sorting
   */
  public static SetAutomaton injectable(List<RuleAutomaton> components, LazyOptions options) {
    return new SetAutomaton(new UnionBuilder(components, true, options.prefixSharing()));
  }

  /**
   * Number of automata in the union.
   *
   * @return 0 or more
   */
  public int componentCount() {
    return componentCount;
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

  /** Whether a state stays active once it is, whatever comes. */
  boolean lasts(int state) {
    return lasting[state];
  }

  boolean reports(int state) {
    return reportStart[state] != reportStart[state + 1];
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
