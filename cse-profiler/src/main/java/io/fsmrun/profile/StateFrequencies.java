package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.enumerative.strategy.StatePrior;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * How often each state of a ruleset's deterministic components is occupied on random strings that
 * are run from the start: the prior of speculation (Zhuo 2022, section 3.2.3). The evaluated input
 * is never looked at.
 *
 * <p>Four bytes a state. Immutable, shared by threads.
 */
public final class StateFrequencies implements StatePrior {

  private static final int[] NONE = {};

  private final int[][] visits;
  private final double symbols;

  private StateFrequencies(int[][] visits, double symbols) {
    this.visits = visits;
    this.symbols = symbols;
  }

  /**
   * The usual strings: 100 of 1,000 symbols, seed 1.
   *
   * @return the options
   */
  public static SampleOptions defaultSample() {
    return new SampleOptions(100, 1000, 1);
  }

  /**
   * Counts; O(strings * symbols) for each deterministic component, whatever its size.
   *
   * @param rules the ruleset
   * @param options the strings, whose bytes are drawn as {@link ConvergenceProfiler} draws them
   * @param threads number of threads, from 1; the counts do not depend on it
   * @param progress hears how many components are done; called by any thread
   * @return the frequencies
   * @throws InterruptedException if the thread is interrupted
   */
  public static StateFrequencies of(
      RuleSet rules, SampleOptions options, int threads, IntConsumer progress)
      throws InterruptedException {
    byte[][] strings = RandomStrings.of(SymbolModel.of(rules), options);
    int[][] visits = new int[rules.size()][];
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        visits.length,
        task -> {
          int component = (int) task;
          visits[component] =
              rules.automaton(component) instanceof Dfa dfa ? count(dfa, strings) : NONE;
          progress.accept(done.incrementAndGet());
        });
    return new StateFrequencies(visits, (double) options.strings() * options.length());
  }

  private static int[] count(Dfa dfa, byte[][] strings) {
    int[] visits = new int[dfa.stateCount()];
    for (byte[] string : strings) {
      int state = dfa.start();
      for (byte symbol : string) {
        state = dfa.next(state, symbol & 0xff);
        visits[state]++;
      }
    }
    return visits;
  }

  /**
   * The share of the symbols after which a component was in a state.
   *
   * @param component index of a component
   * @param state one of its states
   * @return 0 to 1; 0 for a nondeterministic component
   */
  @Override
  public double weight(int component, int state) {
    int[] counts = visits[component];
    return counts.length == 0 ? 0 : counts[state] / symbols;
  }
}
