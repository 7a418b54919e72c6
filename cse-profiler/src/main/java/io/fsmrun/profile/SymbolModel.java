package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Which bytes random strings are made of: those that lead rules forward, as often as they do
 * (ours).
 *
 * <p>Real input is made of what rules look for. Uniform bytes are not: a newline in every few
 * hundred bytes lets rules with {@code .*} converge as they never do on input that has none. So the
 * symbol range is taken from the automata (Zhuo 2022, section 3.4.3, "from the FSM specification"):
 * for every state, the bytes that bring it nearer to a report share one unit of weight; a byte's
 * weight is its mean over the states of a component, then over the components. Immutable, shared by
 * threads.
 */
final class SymbolModel {

  private final double[] weights;

  private SymbolModel(double[] weights) {
    this.weights = weights;
  }

  /**
   * The model of a ruleset; O(states * classes). All bytes are equally likely if no rule can go
   * forward.
   */
  static SymbolModel of(RuleSet rules) {
    double[] weights = new double[256];
    for (RuleSet.Component component : rules.components()) {
      if (component.automaton() instanceof Dfa dfa) {
        addForwardBytes(dfa, weights);
      }
    }
    double sum = Arrays.stream(weights).sum();
    for (int symbol = 0; symbol < weights.length; symbol++) {
      weights[symbol] = sum > 0 ? weights[symbol] / sum : 1.0 / weights.length;
    }
    return new SymbolModel(weights);
  }

  /** The model of a choice; O(states * classes), less if the choice does not look at states. */
  static SymbolModel of(RuleSet rules, SymbolChoice choice) {
    return switch (choice.kind()) {
      case AUTO -> of(rules);
      case DISTINCT -> uniform(distinct(rules));
      case ALL, SET -> uniform(choice.set());
    };
  }

  private static SymbolModel uniform(SymbolSet set) {
    double[] weights = new double[SymbolSet.ALPHABET_SIZE];
    set.forEach(symbol -> weights[symbol] = 1.0 / set.size());
    return new SymbolModel(weights);
  }

  /** One byte of each class of bytes that no component can tell apart. */
  private static SymbolSet distinct(RuleSet rules) {
    List<SymbolSet> kept = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      SymbolClasses classes =
          switch (component.automaton()) {
            case Dfa dfa -> dfa.classes();
            case Nfa nfa -> nfa.symbolClasses();
            default -> throw new IllegalArgumentException("an automaton of unknown form");
          };
      for (int c = 0; c < classes.count(); c++) {
        kept.add(classes.symbols(c));
      }
    }
    SymbolClasses joint = SymbolClasses.of(new LinkedHashSet<>(kept));
    SymbolSet set = SymbolSet.EMPTY;
    for (int c = 0; c < joint.count(); c++) {
      set = set.or(SymbolSet.of(joint.representative(c)));
    }
    return set;
  }

  /** The probability that a symbol is one of a set, 0 to 1, before rounding to slots. */
  double probability(SymbolSet set) {
    double sum = 0;
    for (int symbol = 0; symbol < weights.length; symbol++) {
      sum += set.contains(symbol) ? weights[symbol] : 0;
    }
    return Math.min(1, sum);
  }

  private static void addForwardBytes(Dfa dfa, double[] weights) {
    int[] distance = ReportDistances.of(dfa);
    int classCount = dfa.classes().count();
    double[] classWeights = new double[classCount];
    int[] classSizes = new int[classCount];
    for (int symbol = 0; symbol < 256; symbol++) {
      classSizes[dfa.classes().classOf(symbol)]++;
    }
    int forwardStates = 0;
    for (int state = 0; state < dfa.stateCount(); state++) {
      int bytes = 0;
      for (int c = 0; c < classCount; c++) {
        bytes += distance[dfa.nextByClass(state, c)] < distance[state] ? classSizes[c] : 0;
      }
      if (bytes > 0) {
        forwardStates++;
        for (int c = 0; c < classCount; c++) {
          boolean forward = distance[dfa.nextByClass(state, c)] < distance[state];
          classWeights[c] += forward ? 1.0 / bytes : 0;
        }
      }
    }
    for (int symbol = 0; symbol < 256 && forwardStates > 0; symbol++) {
      weights[symbol] += classWeights[dfa.classes().classOf(symbol)] / forwardStates;
    }
  }

  /** The model as seen by one automaton: draws its byte classes. */
  Sampler samplerFor(Dfa dfa) {
    double[] classWeights = new double[dfa.classes().count()];
    for (int symbol = 0; symbol < 256; symbol++) {
      classWeights[dfa.classes().classOf(symbol)] += weights[symbol];
    }
    return new Sampler(classWeights);
  }

  /** The model as such: draws bytes, for strings that all components of a ruleset read alike. */
  Sampler byteSampler() {
    return new Sampler(weights);
  }

  /**
   * Draws byte classes of one automaton: a table of slots, shared out by weight, read at a random
   * place. Weights are rounded to 1 in 4096, up for those that would get no slot.
   */
  static final class Sampler {

    private static final int SLOT_BITS = 12;

    private final byte[] slots = new byte[1 << SLOT_BITS];

    private Sampler(double[] classWeights) {
      int heaviest = 0;
      int used = 0;
      for (int c = 0; c < classWeights.length; c++) {
        heaviest = classWeights[c] > classWeights[heaviest] ? c : heaviest;
        int share = (int) (classWeights[c] * slots.length);
        int count = classWeights[c] > 0 ? Math.max(1, share) : 0;
        int end = Math.min(slots.length, used + count);
        Arrays.fill(slots, used, end, (byte) c);
        used = end;
      }
      Arrays.fill(slots, used, slots.length, (byte) heaviest);
    }

    int draw(SplittableRandom random) {
      return slots[random.nextInt() >>> Integer.SIZE - SLOT_BITS] & 0xff;
    }
  }
}
