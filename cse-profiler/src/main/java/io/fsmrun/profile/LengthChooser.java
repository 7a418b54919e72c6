package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Finds how long random strings should be, by trial: the length of an application's independent
 * pieces (Zhuo 2022, section 3.4.3) is not known here.
 *
 * <p>Sixteen strings a rule are run at most. The length is doubled while, of the pairs of a rule
 * and a string that are not in one state at half the length, more than 1% come to one state within
 * the other half. Rules of which all strings have come to one are run no more.
 */
final class LengthChooser {

  static final int SHORTEST = 1000;
  static final int LONGEST = 16_000;
  private static final double WORTH_DOUBLING = 0.01;
  private static final int STRINGS = 16;
  private static final long STREAM = 0x632BE59BD9B4E019L;

  /** A length and, in words, how it was found. */
  record Choice(int length, String how) {}

  private final RuleSet rules;
  private final SymbolModel symbols;
  private final long seed;
  private final int threads;

  /** Symbols until a pair of a rule and a string was in one state; 0 as long as it was not. */
  private final int[][] toOne;

  LengthChooser(RuleSet rules, SymbolModel symbols, long seed, int threads) {
    this.rules = rules;
    this.symbols = symbols;
    this.seed = seed;
    this.threads = threads;
    this.toOne = new int[rules.size()][STRINGS];
  }

  /** The length that options ask for, found if need be. */
  static Choice choose(RuleSet rules, SymbolModel symbols, ProfileOptions options, int threads)
      throws InterruptedException {
    return options.isAutoLength()
        ? new LengthChooser(rules, symbols, options.seed(), threads).choose()
        : new Choice(options.length(), "as asked for");
  }

  private Choice choose() throws InterruptedException {
    for (int length = SHORTEST; ; length *= 2) {
      run(length);
      long apartAtHalf = 0;
      long metAfterHalf = 0;
      for (int[] ofRule : toOne) {
        for (int symbolsRead : ofRule) {
          apartAtHalf += symbolsRead == 0 || symbolsRead > length / 2 ? 1 : 0;
          metAfterHalf += symbolsRead > length / 2 ? 1 : 0;
        }
      }
      boolean enough = metAfterHalf <= WORTH_DOUBLING * apartAtHalf;
      if (enough || length == LONGEST) {
        return new Choice(length, describe(length, apartAtHalf, metAfterHalf, enough));
      }
    }
  }

  private static String describe(int length, long apartAtHalf, long metAfterHalf, boolean enough) {
    String found =
        apartAtHalf == 0
            ? String.format(
                Locale.ROOT,
                "found by trial: on %d strings a rule, every rule was in one state within %,d symbols",
                STRINGS,
                length / 2)
            : String.format(
                Locale.ROOT,
                "found by trial: of the %,d pairs of a rule and one of its %d strings that were not in"
                    + " one state after %,d symbols, %,d came to one by %,d",
                apartAtHalf,
                STRINGS,
                length / 2,
                metAfterHalf,
                length);
    return found
        + (enough
            ? ", so longer strings would hardly converge more often"
            : "; longer strings would converge more often, but this is the longest tried");
  }

  private void run(int length) throws InterruptedException {
    Workers.run(
        threads,
        toOne.length,
        task -> {
          int component = (int) task;
          int[] ofRule = toOne[component];
          if (!(rules.automaton(component) instanceof Dfa dfa)) {
            // No pairs: as if in one state at once.
            Arrays.fill(ofRule, 1);
          } else if (Arrays.stream(ofRule).anyMatch(symbolsRead -> symbolsRead == 0)) {
            run(dfa, rules.components().get(component).ruleId(), length, ofRule);
          }
        });
  }

  private void run(Dfa dfa, int ruleId, int length, int[] ofRule) {
    StringRunner runner = new StringRunner(dfa, symbols.samplerFor(dfa));
    for (int i = 0; i < STRINGS; i++) {
      if (ofRule[i] == 0) {
        // Seeded one by one, so that longer strings begin as shorter ones do.
        SplittableRandom random =
            new SplittableRandom((seed * STREAM + ruleId) * 0x9E3779B97F4A7C15L + i);
        ofRule[i] = runner.run(random, length) == null ? runner.symbolsRead() : 0;
      }
    }
  }
}
