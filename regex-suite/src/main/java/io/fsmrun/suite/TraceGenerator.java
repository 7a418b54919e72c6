package io.fsmrun.suite;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.engine.RuleSet;
import java.util.ArrayList;
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

  private final List<Walker> prototypes = new ArrayList<>();
  private final double matchProbability;

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
        prototypes.add(new Walker(dfa, ReportDistances.of(dfa)));
      }
    }
  }

  /** One rule's automaton on its way. */
  private static final class Walker {
    private final Dfa dfa;
    private final int[] distances;
    private int state;

    Walker(Dfa dfa, int[] distances) {
      this.dfa = dfa;
      this.distances = distances;
      this.state = dfa.start();
    }

    /** How far it has come from its start; below 0 if it cannot go on. */
    int progress() {
      int distance = distances[state];
      return distance == ReportDistances.NEVER || distance == 0
          ? -1
          : distances[dfa.start()] - distance;
    }
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
    List<Walker> walkers = new ArrayList<>();
    prototypes.forEach(p -> walkers.add(new Walker(p.dfa, p.distances)));
    byte[] trace = new byte[lengthBytes];
    for (int i = 0; i < lengthBytes; i++) {
      Walker leader = random.nextDouble() < matchProbability ? leader(walkers, random) : null;
      int symbol = leader == null ? random.nextInt(256) : forwardSymbol(leader, random);
      trace[i] = (byte) symbol;
      for (Walker walker : walkers) {
        walker.state = walker.dfa.next(walker.state, symbol);
      }
    }
    return trace;
  }

  private static Walker leader(List<Walker> walkers, SplittableRandom random) {
    Walker best = null;
    int bestProgress = -1;
    int ties = 0;
    for (Walker walker : walkers) {
      int progress = walker.progress();
      if (progress > bestProgress) {
        best = walker;
        bestProgress = progress;
        ties = 1;
      } else if (progress >= 0 && progress == bestProgress && random.nextInt(++ties) == 0) {
        best = walker;
      }
    }
    return best;
  }

  private static int forwardSymbol(Walker walker, SplittableRandom random) {
    int here = walker.distances[walker.state];
    int chosen = 0;
    int ties = 0;
    for (int symbol = 0; symbol < 256; symbol++) {
      boolean forward = walker.distances[walker.dfa.next(walker.state, symbol)] < here;
      if (forward && random.nextInt(++ties) == 0) {
        chosen = symbol;
      }
    }
    return chosen;
  }
}
