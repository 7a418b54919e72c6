package io.fsmrun.enumerative.flow;

import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.SetFunction;
import io.fsmrun.enumerative.compose.TransitionFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One flow per convergence set of a deterministic automaton (Zhuo 2022, section 3.4.1): each
 * carries its states together in the hope that they end in one.
 */
public final class ConvergenceSetFlows implements FlowPlan {

  private final Partition partition;
  private final List<FlowStart> starts;

  /** The flow of each block. */
  private final int[] flowOfBlock;

  /**
   * Flows for a partition of an automaton's states, in the order of its blocks.
   *
   * @param partition the convergence sets
   */
  public ConvergenceSetFlows(Partition partition) {
    this(partition, IntStream.range(0, partition.blockCount()).toArray());
  }

  /**
   * Flows for a partition, in a chosen order. Flows merge into lower ones, so those that stay apart
   * longest should come first.
   *
   * @param partition the convergence sets
   * @param order all its blocks, each once
   * @throws IllegalArgumentException if the order leaves out a block or names one twice
   */
  public ConvergenceSetFlows(Partition partition, int[] order) {
    if (order.length != partition.blockCount()) {
      throw new IllegalArgumentException(
          order.length + " of " + partition.blockCount() + " blocks ordered");
    }
    this.partition = partition;
    this.flowOfBlock = new int[order.length];
    Arrays.fill(flowOfBlock, -1);
    StateSet[] blocks = partition.blocks();
    List<FlowStart> list = new ArrayList<>();
    for (int flow = 0; flow < order.length; flow++) {
      if (flowOfBlock[order[flow]] >= 0) {
        throw new IllegalArgumentException("block " + order[flow] + " is ordered twice");
      }
      flowOfBlock[order[flow]] = flow;
      StateSet block = blocks[order[flow]];
      list.add(new FlowStart(block, block.size() == 1));
    }
    starts = List.copyOf(list);
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int[] flowsOf(StateSet configuration) {
    return new int[] {flowOfBlock[partition.blockOf(configuration.get(0))]};
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet[] images = new StateSet[partition.blockCount()];
    Arrays.setAll(images, block -> outcome.end(flowOfBlock[block]));
    return new SetFunction(partition, images);
  }
}
