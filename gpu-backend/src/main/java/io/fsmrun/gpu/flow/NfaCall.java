package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/** Flows of a position automaton, each a vector of bits. */
final class NfaCall extends FlowsCall {

  private final NfaEngine engine;
  private final int[][] vectors;

  NfaCall(NfaEngine engine, byte[] input, int from, int to, FlowTable flows, FlowChecks checks) {
    super(input, from, to, flows, checks);
    this.engine = engine;
    this.vectors = new int[flows.count()][];
    for (int f = 0; f < vectors.length; f++) {
      vectors[f] = engine.vector(flows.end(f));
    }
    start();
  }

  @Override
  Resident table() {
    return engine;
  }

  @Override
  Object content(int flow) {
    return IntArrayList.wrap(vectors[flow]);
  }

  /** What is equal to the first flow has nothing of its own: deactivation, not convergence. */
  @Override
  boolean mayMerge(int flow, int lower) {
    return lower == 0 ? checks().deactivation() : checks().convergence();
  }

  @Override
  boolean stopsAtOne(int count) {
    return count > 1;
  }

  @Override
  void merging(int flow) {
    flows().setEnd(flow, states(flow));
  }

  @Override
  void setEnds() {
    for (int f = 0; f < vectors.length; f++) {
      if (flows().isApart(f)) {
        flows().setEnd(f, states(f));
      }
    }
  }

  private StateSet states(int flow) {
    int[] vector = vectors[flow];
    long[] words = new long[(vector.length + 1) / 2];
    for (int i = 0; i < vector.length; i++) {
      words[i / 2] |= (vector[i] & 0xffff_ffffL) << i % 2 * Integer.SIZE;
    }
    return StateSet.ofBits(words);
  }

  @Override
  void plan(Launch launch, long table, long zero) {
    for (FlowGroup group : groups()) {
      int symbols = symbolsNow(group);
      if (symbols > 0) {
        BitGroup bits = launch.addBits(this, group);
        group.launched(bits.number(), symbols);
        bits.describe(engine, table, zero + group.position(), symbols, bitChecks(group));
        for (int i = 0; i < group.flows().length; i++) {
          int f = group.flows()[i];
          bits.flow(i, vectors[f], flows().isConcrete(f));
        }
      }
    }
  }

  /**
   * The device takes equality to a group's first flow for deactivation; if that is not the first of
   * all, it is convergence.
   */
  private int bitChecks(FlowGroup group) {
    int all = deviceChecks(group);
    if (group.flows()[0] == 0) {
      return all;
    }
    boolean converges = (all & Layout.CONVERGENCE) != 0;
    return all & ~Layout.DEACTIVATION | (converges ? Layout.DEACTIVATION : 0);
  }

  @Override
  void absorb(Launch launch) {
    for (FlowGroup group : groups()) {
      if (group.place() >= 0) {
        absorb(launch.bits(group.place()), group);
      }
    }
    goOn();
  }

  private void absorb(BitGroup bits, FlowGroup group) {
    for (int i = 0; i < group.flows().length; i++) {
      int f = group.flows()[i];
      vectors[f] = bits.vector(i);
      int reported = bits.get(i, Layout.REPORTED);
      if (reported > 0) {
        flows().reported(f, group.position() + reported);
      }
      int into = bits.get(i, Layout.MERGED_INTO);
      if (into != Layout.NEVER) {
        int at = group.position() + bits.get(i, Layout.MERGED_AT);
        flows().merged(f, group.flows()[into], at);
        merging(f);
      }
    }
    group.ran(bits.done());
    dropMerged(group);
  }
}
