package io.fsmrun.gpu.flow;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A deterministic automaton and its table, which is made when it is first run. Safe for use by
 * several threads.
 */
final class DfaEngine implements Engine {

  /** How often a table is made anew for sets that it has no rows for. */
  private static final int MOST_TABLES = 8;

  private final Dfa dfa;
  private final GpuBackend backend;
  private final Set<StateSet> wanted = new LinkedHashSet<>();
  private int tables;
  private volatile RowTable table;

  DfaEngine(Dfa dfa, GpuBackend backend) {
    this.dfa = dfa;
    this.backend = backend;
  }

  @Override
  public Automaton automaton() {
    return dfa;
  }

  @Override
  public Session newSession() {
    return new DfaSession(this, backend);
  }

  /** The table as it is now. */
  RowTable table() {
    RowTable now = table;
    return now != null ? now : grow(Set.of());
  }

  /** A table with rows for some sets, unless it has been made too often or they have no room. */
  synchronized RowTable grow(Set<StateSet> sets) {
    boolean known = table != null && sets.stream().allMatch(set -> table.rowOf(set) >= 0);
    if (!known && tables < MOST_TABLES) {
      tables++;
      wanted.addAll(sets);
      table = new RowTable(dfa, wanted, backend.options().setWords());
    }
    return table;
  }

  /** Runs one state here. */
  StateSet run(byte[] input, int from, int to, int start, ReportEnds ends) {
    int state = start;
    for (int p = from; p < to; ) {
      state = dfa.next(state, input[p++] & 0xff);
      int flags = dfa.reportFlags(state);
      if ((flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0) {
        ends.addFlags(flags, p);
      }
    }
    return StateSet.of(state);
  }
}
