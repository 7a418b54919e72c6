package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.CoinChoice;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.cpu.shift.SwitchingShifts;
import java.util.Optional;
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
    if (engine instanceof ShiftEngine shifted) {
      return new Saving(SwitchingShifts.of(shifted, random), random);
    }
    if (!(engine instanceof FilterEngine filter)) {
      return engine.newSession();
    }
    if (!canSwitch(filter)) {
      throw new AssertionError("no automaton of all chains");
    }
    Optional<ChainUnion> union = filter.automata().fallback().get();
    return new Saving(new FilterSession(filter, new CoinChoice(random), union), random);
  }

  /** Whether there is an automaton of all chains. */
  public static boolean canSwitch(FilterEngine engine) {
    return engine.automata().fallback().get().isPresent();
  }

  /** A session that is saved now and then, and goes on. */
  private record Saving(BlockSession session, Random random) implements BlockSession {

    @Override
    public void start() {
      session.start();
    }

    @Override
    public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
      session.scan(input, from, to, position, reports);
      if (random.nextInt(8) == 0) {
        session.save(new BinaryWriter());
      }
    }

    @Override
    public void finish(byte[] input, int to, long position, ReportBuffer reports) {
      session.finish(input, to, position, reports);
    }

    @Override
    public void save(BinaryWriter state) {
      session.save(state);
    }

    @Override
    public void restore(BinaryReader state, long position) {
      session.restore(state, position);
    }
  }
}
