package io.fsmrun.cpu.choice;

/** There is nothing to choose: the automaton would be too large. Immutable, for many threads. */
public final class SearchOnly implements TechniqueChoice {

  /** The choice. */
  public SearchOnly() {}

  @Override
  public boolean prefersAutomaton() {
    return false;
  }

  @Override
  public boolean isTrying() {
    return false;
  }

  @Override
  public boolean isProbing() {
    return false;
  }

  @Override
  public int partBytes() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void idle(long nanos) {
    // Nothing is decided.
  }

  @Override
  public void searched(int bytes, long nanos, boolean learning) {
    // Nothing is decided.
  }

  @Override
  public boolean asksWhetherInputRepeats() {
    return false;
  }

  @Override
  public void inputRepeats() {
    // Nothing is decided.
  }

  @Override
  public boolean asksWhetherInputRecurs() {
    return false;
  }

  @Override
  public void inputRecurs(long period) {
    // Nothing is decided.
  }

  @Override
  public boolean settled(long owed, long nanos) {
    return false;
  }

  @Override
  public void putOff(long nanos) {
    // Nothing is decided.
  }

  @Override
  public void handedOver(long nanos) {
    throw new IllegalStateException("there is no automaton");
  }

  @Override
  public void followed(long nanos) {
    throw new IllegalStateException("there is no automaton");
  }

  @Override
  public boolean goesOn(int bytes, long nanos) {
    throw new IllegalStateException("there is no automaton");
  }

  @Override
  public void ran(int bytes, long nanos, boolean whole) {
    throw new IllegalStateException("there is no automaton");
  }
}
