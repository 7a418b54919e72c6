package io.fsmrun.cpu.choice;

import java.util.Random;

/**
 * Runs some blocks by the automaton, whatever that costs.
 *
 * @param random decides; also when a block is given up
 */
public record CoinChoice(Random random) implements TechniqueChoice {

  @Override
  public boolean prefersAutomaton() {
    return random.nextInt(4) > 0;
  }

  @Override
  public boolean isTrying() {
    return random.nextInt(3) > 0;
  }

  @Override
  public boolean isProbing() {
    return random.nextBoolean();
  }

  @Override
  public int partBytes() {
    return 1 + random.nextInt(1 << random.nextInt(17));
  }

  @Override
  public void idle(long nanos) {}

  @Override
  public void searched(int bytes, long nanos, boolean learning) {}

  @Override
  public boolean asksWhetherInputRepeats() {
    return random.nextBoolean();
  }

  @Override
  public void inputRepeats() {}

  @Override
  public boolean asksWhetherInputRecurs() {
    return random.nextBoolean();
  }

  @Override
  public void inputRecurs(long period) {}

  @Override
  public boolean settled(long owed, long nanos) {
    return random.nextBoolean();
  }

  @Override
  public void putOff(long nanos) {}

  @Override
  public void handedOver(long nanos) {}

  @Override
  public void followed(long nanos) {}

  @Override
  public boolean goesOn(int bytes, long nanos) {
    return random.nextInt(5) > 0;
  }

  @Override
  public void ran(int bytes, long nanos, boolean whole) {}
}
