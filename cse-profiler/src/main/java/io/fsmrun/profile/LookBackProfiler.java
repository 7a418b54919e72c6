package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.nfa.Nfa;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Finds how far a segment should look back before it enumerates what survives (Zhuo 2022, sections
 * 3.2.3 and 3.7.4, where the length is found by trial). The evaluated input is never looked at: the
 * lengths are tried on random strings, of the bytes that lead rules forward, as {@link SymbolModel}
 * says.
 *
 * <p>Every string is run from all states of every component. Let {@code m(t)} be the number of
 * machine flows that are left after {@code t} symbols: components share machine flows, so it is the
 * maximum over the components of their survivors, and at least 1. A segment of {@code T} symbols
 * that looks back over {@code L} is predicted to take
 *
 * <pre>
 *   L + sum over t from L to L + T - 1 of (m(t) - 1)
 * </pre>
 *
 * cycles more than its symbols: those of the look-back, and each flow but the true one for as long
 * as it stays apart. The mean over the strings is what lengths are compared by. A component's
 * survivors are, if it is deterministic, its different states, without those that can neither
 * change nor report (deactivation); if it is not, one flow for what is certainly active and one for
 * each further state that may be. The maximum is a lower bound: machine flows merge only when they
 * are equal in every component. Context switches and checks are left out: they grow with the same
 * flows.
 *
 * <p>Time is O(states) for the first symbol of each string and O(survivors) for each further one;
 * memory beside the automata is O(strings * symbols). Deterministic for a seed. Immutable, shared
 * by threads.
 */
public final class LookBackProfiler {

  private final LookBackOptions options;
  private final int threads;

  /**
   * A profiler.
   *
   * @param options lengths, strings and seed
   * @param threads number of threads, from 1
   */
  public LookBackProfiler(LookBackOptions options, int threads) {
    this.options = options;
    this.threads = threads;
  }

  /**
   * Chooses a length for a ruleset.
   *
   * @param rules the ruleset
   * @return the choice, with what it was made by
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalArgumentException if a component is of an unknown form
   */
  public LookBackChoice choose(RuleSet rules) throws InterruptedException {
    return choose(rules, done -> {});
  }

  /**
   * Chooses a length for a ruleset.
   *
   * @param rules the ruleset
   * @param progress hears how many components are done; called by any thread
   * @return the choice, with what it was made by
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalArgumentException if a component is of an unknown form
   */
  public LookBackChoice choose(RuleSet rules, IntConsumer progress) throws InterruptedException {
    SampleOptions sample = options.sample();
    byte[][] strings = RandomStrings.of(SymbolModel.of(rules), sample);
    int[][] flows = new int[sample.strings()][sample.length()];
    for (int[] ofString : flows) {
      Arrays.fill(ofString, 1);
    }
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        rules.size(),
        task -> {
          Survivors survivors = survivors(rules.automaton((int) task));
          for (int i = 0; i < strings.length; i++) {
            raise(flows[i], survivors.run(strings[i]));
          }
          progress.accept(done.incrementAndGet());
        });
    List<LookBackPrediction> predictions = new ArrayList<>();
    for (int symbols : options.candidates()) {
      predictions.add(predict(symbols, flows));
    }
    return LookBackChoice.of(predictions);
  }

  private static Survivors survivors(Automaton automaton) {
    return switch (automaton) {
      case Dfa dfa -> new DfaSurvivors(dfa);
      case Nfa nfa -> new NfaSurvivors(nfa);
      default ->
          throw new IllegalArgumentException(
              "an automaton of unknown form " + automaton.getClass());
    };
  }

  private static void raise(int[] flows, int[] counts) {
    synchronized (flows) {
      for (int t = 0; t < counts.length; t++) {
        flows[t] = Math.max(flows[t], counts[t]);
      }
    }
  }

  private LookBackPrediction predict(int symbols, int[][] flows) {
    double atCut = 0;
    double extra = 0;
    for (int[] ofString : flows) {
      atCut += ofString[symbols];
      for (int t = symbols; t < symbols + options.segmentSymbols(); t++) {
        extra += ofString[t] - 1;
      }
    }
    return new LookBackPrediction(symbols, atCut / flows.length, symbols + extra / flows.length);
  }
}
