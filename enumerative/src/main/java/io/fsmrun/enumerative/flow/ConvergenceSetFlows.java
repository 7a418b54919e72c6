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

/**
 * One flow per convergence set of a deterministic automaton (Zhuo 2022, section 3.4.1): each
 * carries its states together in the hope that they end in one.
 */
public final class ConvergenceSetFlows implements FlowPlan {

  private final Partition partition;
  private final List<FlowStart> starts;

  /**
   * Flows for a partition of an automaton's states.
   *
   * @param partition the convergence sets
   */
  public ConvergenceSetFlows(Partition partition) {
    this.partition = partition;
    List<FlowStart> list = new ArrayList<>();
    for (StateSet block : partition.blocks()) {
      list.add(new FlowStart(block, block.size() == 1));
    }
    starts = List.copyOf(list);
  }

  @Override
  public List<FlowStart> starts() {
    return starts;
  }

  @Override
  public int flowOf(StateSet configuration) {
    return partition.blockOf(configuration.get(0));
  }

  @Override
  public TransitionFunction function(SegmentOutcome outcome) {
    StateSet[] images = new StateSet[partition.blockCount()];
    Arrays.setAll(images, outcome::end);
    return new SetFunction(partition, images);
  }
}
