package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.BlockEngine;
import java.util.List;

/** How the tails of engines are run. */
public final class TailKinds {

  private TailKinds() {}

  /** How many tails are counted, not run by an automaton. */
  public static int counted(List<BlockEngine> engines) {
    return engines.stream()
        .filter(FilterEngine.class::isInstance)
        .mapToInt(engine -> ((FilterEngine) engine).automata().tails().counted().size())
        .sum();
  }
}
