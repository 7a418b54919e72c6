package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import java.util.Random;

/** Sessions that run some blocks by the automaton of all chains, whatever that costs. */
public final class SwitchingSessions {

  private SwitchingSessions() {}

  /**
   * A session that tosses a coin for each block.
   *
   * @param engine any engine; those that do not search are not changed
   * @param random decides; also when a block is given up
   */
  public static BlockSession of(BlockEngine engine, Random random) {
    if (!(engine instanceof FilterEngine filter)) {
      return engine.newSession();
    }
    if (filter.automata().union().isEmpty()) {
      throw new AssertionError("no automaton of all chains");
    }
    return new FilterSession(
        filter, new Coin(random), filter.automata()::union, filter.reach() + 2);
  }

  private record Coin(Random random) implements TechniqueChoice {

    @Override
    public boolean prefersAutomaton() {
      return random.nextInt(4) > 0;
    }

    @Override
    public void searched(int bytes, long nanos) {}

    @Override
    public boolean goesOn(int bytes, long nanos) {
      return random.nextInt(5) > 0;
    }

    @Override
    public void ran(int bytes, long nanos, boolean whole) {}
  }
}
