package io.fsmrun.enumerative.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.FlowChecks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Short pieces stay whole; all else is the inner strategy's. */
class WholePiecesTest {

  private static final FlowChecks NO_CHECKS = new FlowChecks(false, false);
  private static final Sharing JOINED = new Sharing(false, 9);

  @Test
  void onlyPiecesOfEnoughSymbolsAreCut() {
    WholePieces strategy = new WholePieces(new StateEnumeration(4), 8);
    byte[] input = new byte[30];
    assertThat(strategy.cut(input, 10, 17).count()).isEqualTo(1);
    assertThat(strategy.cut(input, 10, 17).end(0)).isEqualTo(17);
    assertThat(strategy.cut(input, 10, 18).count()).isEqualTo(4);
    assertThat(strategy.cut(input, 10, 18).start(1)).isEqualTo(12);
  }

  @Test
  void checksAndSharingAreThoseOfTheInnerStrategy() {
    WholePieces strategy =
        new WholePieces(new ConvergenceSetEnumeration(List.of(), 4, NO_CHECKS, JOINED), 8);
    assertThat(strategy.name()).isEqualTo("cse");
    assertThat(strategy.checks()).isEqualTo(NO_CHECKS);
    assertThat(strategy.sharing()).isEqualTo(JOINED);
  }

  @Test
  void theInnerStrategyHearsOfStarts() {
    SpeculativeEnumeration inner =
        new SpeculativeEnumeration(4, 2, 1, (component, state) -> 1, FlowChecks.ALL);
    WholePieces strategy = new WholePieces(inner, 8);
    strategy.started(0, true);
    strategy.started(0, false);
    assertThat(inner.mispredictions()).isEqualTo(new Mispredictions(2, 1));
  }
}
