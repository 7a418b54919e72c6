package io.fsmrun.cpu.choice;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;

/**
 * Scans blocks by the automaton of all rules of an engine, and hands its states over at their ends.
 * Mutable, for one thread.
 */
public final class StateRunner {

  /** Nobody is there. */
  private static final long NOWHERE = -1;

  private final SetRunner runner;
  private final ReportBuffer dropped = new ReportBuffer();
  private final IntArrayList states = new IntArrayList();
  private boolean ahead;

  /** Where it is, with the state or behind the search; or {@link #NOWHERE}. */
  private long runnerAt = NOWHERE;

  /**
   * A runner that stands nowhere.
   *
   * @param automaton of all rules
   */
  public StateRunner(SetAutomaton automaton) {
    this.runner = new SetRunner(automaton, Fallback.runnerOptions());
  }

  /**
   * Whether the state is here.
   *
   * @return false if the session has it
   */
  public boolean isAhead() {
    return ahead;
  }

  /** Leaves the state to the session, at the end of the last block. */
  public void leave() {
    ahead = false;
  }

  /** Stands nowhere. */
  public void forget() {
    ahead = false;
    runnerAt = NOWHERE;
  }

  /**
   * Whether it is where the session is, which has the state.
   *
   * @param position of the stream
   * @return false if it is elsewhere, or has the state itself
   */
  public boolean stands(long position) {
    return !ahead && runnerAt == position;
  }

  /**
   * Runs over bytes that were searched, from where it {@linkplain #stands stands}.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param goesOn asked now and then; after false it stands nowhere
   */
  public void follow(byte[] input, int from, int to, long position, BooleanSupplier goesOn) {
    boolean all = Slices.follow(runner, input, from, to, dropped, goesOn);
    runnerAt = all ? position + (to - from) : NOWHERE;
  }

  /**
   * The states to start from, to be filled in; none for those before the first byte. After a block
   * those behind it.
   *
   * @return their numbers
   */
  public IntArrayList states() {
    return states;
  }

  /**
   * Scans a block, from {@link #states}, or from where it has scanned or followed to.
   *
   * @param input holds the block
   * @param from index of its first byte
   * @param to index after its last
   * @param position the stream's position at {@code from}
   * @param out takes reports
   * @param goesOn asked now and then with the number of bytes done; false gives up
   * @return whether the block was scanned; if not, the state is where it was
   */
  public boolean scan(
      byte[] input, int from, int to, long position, ReportBuffer out, IntPredicate goesOn) {
    int slice = Slices.LATER;
    if (runnerAt != position) {
      slice = Slices.FIRST;
      stand();
    }
    for (int at = from; at < to; slice *= 2) {
      int stop = Slices.end(at, to, slice);
      runner.run(input, at, stop, position + (at - from), out);
      at = stop;
      if (at < to && !goesOn.test(at - from)) {
        runnerAt = NOWHERE;
        return false;
      }
    }
    runnerAt = position + (to - from);
    runner.copyStates(states);
    ahead = true;
    return true;
  }

  private void stand() {
    if (states.isEmpty()) {
      runner.start();
    } else {
      runner.clear();
      runner.add(states.elements(), states.size());
    }
  }
}
