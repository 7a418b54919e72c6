package io.fsmrun.cli;

import io.fsmrun.enumerative.strategy.FlowSaving;
import io.fsmrun.enumerative.strategy.Mispredictions;
import io.fsmrun.enumerative.strategy.PapEnumeration;
import io.fsmrun.enumerative.strategy.SpeculativeEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import java.util.List;

/**
 * What a strategy has to say of itself after a run.
 *
 * @param lookBack symbols looked back; {@link StrategyChoice#AUTO} if the strategy does not
 * @param savings what each static optimisation saved in machine flows
 * @param mispredictions starts that were not foreseen; null if nothing was predicted
 */
record StrategyFigures(int lookBack, List<FlowSaving> savings, Mispredictions mispredictions) {

  static StrategyFigures of(Strategy strategy, int lookBack) {
    return new StrategyFigures(
        lookBack,
        strategy instanceof PapEnumeration pap ? pap.savings() : List.of(),
        strategy instanceof SpeculativeEnumeration lbe ? lbe.mispredictions() : null);
  }
}
