package io.fsmrun.bench.reproduce;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts states as RE2 makes them, with which the thesis built its automata (Zhuo 2022, section
 * 3.6.1): subset construction without minimisation, a match noticed one symbol late, so that a
 * state also says whether the one before it matched, and a limit for each rule.
 *
 * <p>The count explains the states of table 3.1, which minimal automata do not: it is within 2% of
 * the table on ClamAV, Dotstar and Snort, for as many rules.
 */
public final class Re2States {

  private Re2States() {}

  /**
   * Counts the states of all accepted rules.
   *
   * @param rules parsed rules
   * @param limit the most states of a rule, at most {@link Dfa#MAX_STATES}; a rule with more counts
   *     with the states of its position automaton
   * @param threads number of threads, from 1
   * @return the sum over the rules; those too large for a position automaton are left out
   * @throws InterruptedException if the thread is interrupted
   */
  public static long count(Rules rules, int limit, int threads) throws InterruptedException {
    RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 1);
    List<Rule> accepted = rules.accepted();
    AtomicLong sum = new AtomicLong();
    Workers.run(
        threads,
        accepted.size(),
        task -> {
          try {
            Nfa positions = compiler.compileToPositions(accepted.get((int) task).tree());
            sum.addAndGet(count(positions, limit));
          } catch (LimitExceededException e) {
            // Refused when compiled, too: it is in none of the counts.
          }
        });
    return sum.get();
  }

  /**
   * Counts the states of one rule.
   *
   * @param positions its position automaton
   * @param limit the most states, at most {@link Dfa#MAX_STATES}
   * @return the states of its automaton, or of the position automaton if they pass the limit
   */
  static int count(Nfa positions, int limit) {
    int states;
    try {
      states = withLateMatches(Determinizer.determinize(positions, limit));
    } catch (LimitExceededException e) {
      return positions.stateCount();
    }
    return states <= limit ? states : positions.stateCount();
  }

  /** Reachable pairs of a state and whether the state before it reports. */
  private static int withLateMatches(Dfa dfa) {
    int classes = dfa.classes().count();
    int[] queue = new int[2 * dfa.stateCount()];
    boolean[] seen = new boolean[2 * dfa.stateCount()];
    int count = 1;
    queue[0] = 2 * dfa.start();
    seen[queue[0]] = true;
    for (int i = 0; i < count; i++) {
      int state = queue[i] / 2;
      int late = (dfa.reportFlags(state) & ReportFlags.HERE) != 0 ? 1 : 0;
      for (int c = 0; c < classes; c++) {
        int next = 2 * dfa.nextByClass(state, c) + late;
        if (!seen[next]) {
          seen[next] = true;
          queue[count++] = next;
        }
      }
    }
    return count;
  }
}
