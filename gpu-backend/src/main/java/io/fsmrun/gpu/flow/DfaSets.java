package io.fsmrun.gpu.flow;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.BitSet;

/**
 * The sets of states of one deterministic automaton that have rows in the {@link SetPool}: its
 * lazily determinised set automaton (specification, section 7). A flow is the number of a state on
 * the device, or stands for a row. For the thread that launches.
 */
final class DfaSets {

  private final DfaEngine engine;
  private final Dfa dfa;
  private final Object2IntOpenHashMap<StateSet> ids = new Object2IntOpenHashMap<>();
  private final Int2ObjectOpenHashMap<StateSet> sets = new Int2ObjectOpenHashMap<>();
  private long generation = -1;

  DfaSets(DfaEngine engine) {
    this.engine = engine;
    this.dfa = engine.dfa();
    ids.defaultReturnValue(Layout.UNKNOWN);
  }

  /** The flow that a set is; good until the pool forgets its rows. */
  int idOf(StateSet set, SetPool pool) {
    if (set.size() == 1) {
      return engine.numberOf(set.get(0));
    }
    if (generation != pool.generation()) {
      ids.clear();
      sets.clear();
      generation = pool.generation();
    }
    int known = ids.getInt(set);
    if (known != Layout.UNKNOWN) {
      return known;
    }
    int id = pool.newRow(dfa.classes().count(), reports(set), set.size());
    ids.put(set, id);
    sets.put(id, set);
    return id;
  }

  /** The states that a flow is. */
  StateSet states(int id) {
    return Layout.isSet(id) ? sets.get(id) : StateSet.of(engine.stateOf(id));
  }

  /** The flow after one symbol, found out if it is not known. */
  int next(int id, int symbol, SetPool pool) {
    if (!Layout.isSet(id)) {
      return engine.numberOf(dfa.next(engine.stateOf(id), symbol));
    }
    int symbolClass = dfa.classes().classOf(symbol);
    int next = pool.next(id, symbolClass);
    if (next == Layout.UNKNOWN) {
      next = idOf(image(sets.get(id), symbolClass), pool);
      pool.setNext(id, symbolClass, next);
    }
    return next;
  }

  private StateSet image(StateSet set, int symbolClass) {
    BitSet reached = new BitSet();
    for (int i = 0; i < set.size(); i++) {
      reached.set(dfa.nextByClass(set.get(i), symbolClass));
    }
    return StateSet.ofBits(reached.toLongArray());
  }

  private int reports(StateSet set) {
    int union = ReportFlags.NONE;
    for (int i = 0; i < set.size(); i++) {
      union |= dfa.reportFlags(set.get(i));
    }
    return union & (ReportFlags.HERE | ReportFlags.BACK);
  }
}
