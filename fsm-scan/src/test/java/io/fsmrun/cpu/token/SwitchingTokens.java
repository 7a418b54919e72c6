package io.fsmrun.cpu.token;

import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.CoinChoice;
import java.util.Optional;
import java.util.Random;

/** Sessions that run some blocks by the automaton of the whole program, whatever that costs. */
public final class SwitchingTokens {

  private SwitchingTokens() {}

  /**
   * A session that tosses a coin for each block.
   *
   * @param engine the engine
   * @param random decides
   */
  public static BlockSession of(TokenEngine engine, Random random) {
    Optional<TokenUnion> union = engine.fallback().get();
    if (union.isEmpty()) {
      throw new AssertionError("no automaton of the whole program");
    }
    return engine.newSession(new CoinChoice(random), union);
  }

  /** Whether there is an automaton of the whole program. */
  public static boolean canSwitch(TokenEngine engine) {
    return engine.fallback().get().isPresent();
  }
}
