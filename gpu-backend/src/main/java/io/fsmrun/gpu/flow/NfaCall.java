package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Flows of a position automaton, each a vector of bits. */
final class NfaCall extends FlowsCall {

  private final NfaEngine engine;
  private final int[][] vectors;

  /** The same at the start of a step. */
  private int[][] stepVectors;

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

  @Override
  void startStep() {
    stepVectors = vectors.clone();
  }

  @Override
  void meet(int[] met, int stepFrom, int stepTo) {
    int[][] starts = new int[met.length][];
    Arrays.setAll(starts, i -> stepVectors[met[i]]);
    StepReplay replay = new StepReplay(engine.nfa(), flows(), checks(), met, starts);
    replay.run(input(), stepFrom, stepTo);
    for (int i = 0; i < met.length; i++) {
      if (replay.hasMerged(i)) {
        replay.apply(i, mark(met[i]));
        vectors[met[i]] = replay.vector(i);
        merging(met[i]);
      }
    }
  }

  @Override
  boolean stopsAtOne(int count) {
    return count > 1;
  }

  /** A flow has merged: what it is now, it was where it merged. */
  private void merging(int flow) {
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
