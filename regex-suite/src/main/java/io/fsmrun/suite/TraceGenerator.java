package io.fsmrun.suite;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.engine.RuleSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates inputs that a ruleset partly matches, in the manner of Becchi's trace generator (Zhuo
 * 2022, section 3.6.2): at every symbol, with probability p_m, one that brings the rule that is
 * nearest to a report one step nearer; otherwise a uniformly random byte. Ties, between rules and
 * between bytes, are broken uniformly.
 *
 * <p>Rules that stayed position automata take no part. Immutable, shared by threads.
 */
public final class TraceGenerator {

  private final List<Dfa> automata = new ArrayList<>();

  /**
   * Per automaton and state, how far it has come from its start; {@link #STUCK} if it cannot go on.
   */
  private final List<int[]> progress = new ArrayList<>();

  private final List<int[]> distances = new ArrayList<>();
  private final double matchProbability;

  private static final int STUCK = -1;

  /**
   * A generator for one ruleset.
   *
   * @param rules the ruleset
   * @param matchProbability p_m, from 0 to 1
   * @throws IllegalArgumentException if the probability is out of range
   */
  public TraceGenerator(RuleSet rules, double matchProbability) {
    if (!(matchProbability >= 0 && matchProbability <= 1)) {
      throw new IllegalArgumentException("p_m = " + matchProbability);
    }
    this.matchProbability = matchProbability;
    for (RuleSet.Component component : rules.components()) {
      if (component.automaton() instanceof Dfa dfa) {
        int[] distance = ReportDistances.of(dfa);
        automata.add(dfa);
        distances.add(distance);
        progress.add(progress(dfa, distance));
      }
    }
  }

  private static int[] progress(Dfa dfa, int[] distance) {
    int[] progress = new int[distance.length];
    for (int state = 0; state < progress.length; state++) {
      boolean stuck = distance[state] == ReportDistances.NEVER || distance[state] == 0;
      // A state may be farther from a report than the start is.
      progress[state] = stuck ? STUCK : Math.max(0, distance[dfa.start()] - distance[state]);
    }
    return progress;
  }

  /**
   * Generates an input.
   *
   * @param lengthBytes its length
   * @param seed the same seed gives the same input
   * @return the bytes; O(length * rules)
   */
  public byte[] generate(int lengthBytes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] states = new int[automata.size()];
    Arrays.setAll(states, rule -> automata.get(rule).start());
    Leaders leaders = new Leaders(states.length);
    for (int rule = 0; rule < states.length; rule++) {
      leaders.add(rule, progress.get(rule)[states[rule]]);
    }
    byte[] trace = new byte[lengthBytes];
    for (int i = 0; i < lengthBytes; i++) {
      int leader = random.nextDouble() < matchProbability ? leaders.pick(random) : STUCK;
      int symbol = leader < 0 ? random.nextInt(256) : forwardSymbol(leader, states[leader], random);
      trace[i] = (byte) symbol;
      leaders.clear();
      for (int rule = 0; rule < states.length; rule++) {
        states[rule] = automata.get(rule).next(states[rule], symbol);
        leaders.add(rule, progress.get(rule)[states[rule]]);
      }
    }
    return trace;
  }

  private int forwardSymbol(int rule, int state, SplittableRandom random) {
    Dfa dfa = automata.get(rule);
    int[] distance = distances.get(rule);
    int chosen = 0;
    int ties = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      boolean forward = distance[dfa.next(state, symbol)] < distance[state];
      if (forward && random.nextInt(++ties) == 0) {
        chosen = symbol;
      }
    }
    return chosen;
  }

  /** The rules that have come farthest. */
  private static final class Leaders {
    private final int[] rules;
    private int count;
    private int farthest = STUCK;

    Leaders(int ruleCount) {
      rules = new int[ruleCount];
    }

    void clear() {
      count = 0;
      farthest = STUCK;
    }

    void add(int rule, int progress) {
      if (progress > farthest) {
        farthest = progress;
        count = 0;
      }
      if (progress == farthest && progress != STUCK) {
        rules[count++] = rule;
      }
    }

    /** One of them, each equally likely; {@link #STUCK} if no rule can go on. */
    int pick(SplittableRandom random) {
      return count == 0 ? STUCK : rules[random.nextInt(count)];
    }
  }
}
