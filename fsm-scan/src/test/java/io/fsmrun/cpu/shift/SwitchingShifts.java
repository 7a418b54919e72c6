package io.fsmrun.cpu.shift;

import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.CoinChoice;
import java.util.Optional;
import java.util.Random;

/** Sessions of shifted bits that run some blocks by the automaton of all chains. */
public final class SwitchingShifts {

  private SwitchingShifts() {}

  /**
   * A session that tosses a coin for each block.
   *
   * @param engine the engine
   * @param random decides
   */
  public static BlockSession of(ShiftEngine engine, Random random) {
    Optional<ShiftUnion> union = engine.union();
    if (union.isEmpty()) {
      throw new AssertionError("no automaton of all chains");
    }
    return engine.newSession(new CoinChoice(random), union);
  }
}
