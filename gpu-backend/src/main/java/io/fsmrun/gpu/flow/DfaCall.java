package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;

/**
 * Flows of a deterministic automaton. Each is a state, by its number on the device, or a set of
 * states that has a row in the pool. Once one flow is left and is one state, it goes on as a known
 * run, a lane of its own.
 */
final class DfaCall extends FlowsCall {

  /** Symbols that sets are followed here after the device met an unknown transition. */
  private static final int AHEAD = 64;

  private final DfaEngine engine;
  private final SetPool pool;
  private final int[] ids;

  /** Sets of flows that have no row yet, or none any more; null if all have. */
  private StateSet[] withoutRow;

  /** The flow that is left alone, and where it is; -1 before. */
  private int alone = -1;

  private int alonePosition;
  private int aloneLane;

  DfaCall(
      DfaEngine engine,
      SetPool pool,
      byte[] input,
      int from,
      int to,
      FlowTable flows,
      FlowChecks checks) {
    super(input, from, to, flows, checks);
    this.engine = engine;
    this.pool = pool;
    this.ids = new int[flows.count()];
    this.withoutRow = new StateSet[flows.count()];
    Arrays.setAll(withoutRow, flows::end);
    start();
    if (flows.count() == 1 && flows.isConcrete(0)) {
      ids[0] = engine.numberOf(flows.end(0).get(0));
      withoutRow = null;
      runsAlone(0, from);
    }
  }

  @Override
  Resident table() {
    return engine;
  }

  @Override
  Object content(int flow) {
    return ids[flow];
  }

  @Override
  boolean mayMerge(int flow, int lower) {
    return checks().convergence();
  }

  @Override
  boolean runsAlone(int flow, int position) {
    if (Layout.isSet(ids[flow])) {
      return false;
    }
    alone = flow;
    alonePosition = position;
    return true;
  }

  /** Also a single set, which may become one state. */
  @Override
  boolean stopsAtOne(int count) {
    return true;
  }

  @Override
  void merging(int flow) {
    flows().setEnd(flow, engine.sets().states(ids[flow]));
  }

  @Override
  void setEnds() {
    for (int f = 0; f < ids.length; f++) {
      if (flows().isApart(f)) {
        flows().setEnd(f, engine.sets().states(ids[f]));
      }
    }
  }

  @Override
  void forgetRows() {
    if (alone >= 0 || withoutRow != null) {
      return;
    }
    withoutRow = new StateSet[ids.length];
    for (int f = 0; f < ids.length; f++) {
      withoutRow[f] = flows().isApart(f) ? engine.sets().states(ids[f]) : null;
    }
  }

  private void takeRows() {
    for (int f = 0; withoutRow != null && f < ids.length; f++) {
      if (withoutRow[f] != null) {
        ids[f] = engine.sets().idOf(withoutRow[f], pool);
      }
    }
    withoutRow = null;
  }

  @Override
  void plan(Launch launch, long table, long zero) {
    if (alone >= 0) {
      int symbols = Math.min(to() - alonePosition, Layout.MOST_SYMBOLS);
      aloneLane = launch.addKnown(this, alone, alonePosition);
      engine.describe(launch.known(), aloneLane, table, zero + alonePosition, symbols);
      launch.known().set(aloneLane + Layout.STATE, ids[alone]);
      return;
    }
    takeRows();
    for (FlowGroup group : groups()) {
      int symbols = symbolsNow(group);
      if (symbols > 0) {
        if (group.stopped()) {
          followSets(group);
        }
        plan(launch, group, table, zero, symbols);
      }
    }
  }

  private void plan(Launch launch, FlowGroup group, long table, long zero, int symbols) {
    int place = launch.addGroup(this, group);
    group.launched(place, symbols);
    engine.describe(launch.groups(), place, table, zero + group.position(), symbols);
    launch.groups().set(place + Layout.CHECKS, deviceChecks(group));
    int lane = launch.groups().get(place + Layout.FIRST) * Layout.FLOW;
    for (int f : group.flows()) {
      launch.lanes().set(lane + Layout.ID, ids[f]);
      launch.lanes().set(lane + Layout.CONCRETE, flows().isConcrete(f) ? 0 : Layout.NEVER);
      launch.lanes().set(lane + Layout.IDLE, flows().isIdle(f) ? 0 : Layout.NEVER);
      lane += Layout.FLOW;
    }
  }

  /** Finds out transitions that the device will need; at least the next of each flow. */
  private void followSets(FlowGroup group) {
    for (int f : group.flows()) {
      int id = ids[f];
      int p = group.position();
      int end = Math.min(to(), p + AHEAD);
      do {
        id = engine.sets().next(id, input()[p++] & 0xff, pool);
      } while (p < end && Layout.isSet(id) && !pool.isFull());
    }
  }

  @Override
  void absorb(Launch launch) {
    if (alone >= 0) {
      ids[alone] = launch.known().get(aloneLane + Layout.STATE);
      alonePosition += launch.known().get(aloneLane + Layout.DONE);
      if (alonePosition == to()) {
        setEnds();
        finish();
      }
      return;
    }
    for (FlowGroup group : groups()) {
      if (group.place() >= 0) {
        absorb(launch, group);
      }
    }
    goOn();
  }

  private void absorb(Launch launch, FlowGroup group) {
    int place = group.place();
    int lane = launch.groups().get(place + Layout.FIRST) * Layout.FLOW;
    for (int f : group.flows()) {
      ids[f] = launch.lanes().get(lane + Layout.ID);
      int concrete = launch.lanes().get(lane + Layout.CONCRETE);
      if (concrete != Layout.NEVER && !flows().isConcrete(f)) {
        flows().concrete(f, group.position() + concrete);
      }
      int reported = launch.lanes().get(lane + Layout.REPORTED);
      if (reported > 0) {
        flows().reported(f, group.position() + reported);
      }
      int idle = launch.lanes().get(lane + Layout.IDLE);
      if (idle != Layout.NEVER && !flows().isIdle(f)) {
        flows().idle(f, group.position() + idle);
      }
      int into = launch.lanes().get(lane + Layout.MERGED_INTO);
      if (into != Layout.NEVER) {
        int at = launch.lanes().get(lane + Layout.MERGED_AT);
        flows().merged(f, group.flows()[into], group.position() + at);
        merging(f);
      }
      lane += Layout.FLOW;
    }
    group.ran(launch.groups().get(place + Layout.DONE));
    dropMerged(group);
  }
}
