package io.fsmrun.testkit;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Random deterministic automata, of kinds that differ in how their states converge and what they
 * report. The part of {@link RandomAutomata} that makes these. For one thread.
 */
public abstract sealed class RandomDfas permits RandomAutomata {

  static final int FIRST_LETTER = 'a';
  static final int MOST_CLASSES = 6;

  /** Where all choices come from. */
  final RandomGenerator random;

  RandomDfas(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A small nondeterministic automaton.
   *
   * @param mostStates the most states, the start included
   * @return the automaton
   */
  public abstract Nfa nfa(int mostStates);

  /**
   * A number.
   *
   * @param least the least
   * @param most the most
   * @return a number between the two, both included
   */
  public int number(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /**
   * A coin toss.
   *
   * @param probability how likely true is
   * @return true or false
   */
  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /**
   * A deterministic automaton of any of the kinds below.
   *
   * @param mostStates about how many states it may have, at least 2
   * @return the automaton
   */
  public Dfa dfa(int mostStates) {
    int states = number(2, mostStates);
    return switch (random.nextInt(12)) {
      case 0 -> permutation(states);
      case 1 -> oneState();
      case 2 -> withoutReports(states);
      case 3 -> allReporting(states);
      case 4 -> matchedOrDead(number(1, Math.max(1, mostStates - 2)));
      case 5 -> convergingThroughReports(Math.max(1, states / 2));
      case 6 -> matcher(number(1, Math.max(1, mostStates - 1)));
      case 7 -> slowlyConverging(states);
      case 8 -> Minimizer.minimize(uniform(states, 0.3));
      case 9 -> determinized(mostStates);
      default -> uniform(states, chance(0.5) ? 0.15 : 0.5);
    };
  }

  /**
   * Any successors, any reports, any start.
   *
   * @param states number of states
   * @param reportDensity how likely a state reports
   * @return the automaton
   */
  public Dfa uniform(int states, double reportDensity) {
    SymbolClasses classes = classes(number(1, MOST_CLASSES));
    char[] table = new char[states * classes.count()];
    for (int i = 0; i < table.length; i++) {
      table[i] = (char) random.nextInt(states);
    }
    return new Dfa(classes, table, flags(states, reportDensity), random.nextInt(states));
  }

  /**
   * Every symbol permutes the states, so no two states ever converge.
   *
   * @param states number of states
   * @return the automaton
   */
  public Dfa permutation(int states) {
    SymbolClasses classes = classes(number(1, 4));
    char[] table = new char[states * classes.count()];
    for (int c = 0; c < classes.count(); c++) {
      int[] permuted = shuffled(states);
      for (int state = 0; state < states; state++) {
        table[state * classes.count() + c] = (char) permuted[state];
      }
    }
    return new Dfa(classes, table, flags(states, 0.3), random.nextInt(states));
  }

  /**
   * One state, with any reports.
   *
   * @return the automaton
   */
  public Dfa oneState() {
    return new Dfa(classes(1), new char[1], flags(1, 0.7), 0);
  }

  /**
   * No state reports anything: all are dead.
   *
   * @param states number of states
   * @return the automaton
   */
  public Dfa withoutReports(int states) {
    return uniform(states, 0);
  }

  /**
   * Every state reports something.
   *
   * @param states number of states
   * @return the automaton
   */
  public Dfa allReporting(int states) {
    return uniform(states, 1);
  }

  /**
   * An anchored word: a chain that ends in one of two absorbing states, "matched" (reports for
   * ever, or never again) and "dead". States of the chain never all converge.
   *
   * @param length length of the word
   * @return the automaton, of {@code length + 2} states
   */
  public Dfa matchedOrDead(int length) {
    SymbolClasses classes = classes(number(2, 3));
    int matched = length;
    int dead = length + 1;
    char[] table = new char[(length + 2) * classes.count()];
    byte[] flags = new byte[length + 2];
    for (int state = 0; state < length; state++) {
      Arrays.fill(table, state * classes.count(), (state + 1) * classes.count(), (char) dead);
      table[state * classes.count() + random.nextInt(classes.count())] = (char) (state + 1);
    }
    Arrays.fill(table, matched * classes.count(), (matched + 1) * classes.count(), (char) matched);
    Arrays.fill(table, dead * classes.count(), (dead + 1) * classes.count(), (char) dead);
    if (chance(0.5)) {
      flags[matched] = (byte) anyFlags();
    } else {
      flags[length - 1] = (byte) anyFlags();
    }
    return new Dfa(classes, table, flags, 0);
  }

  /**
   * On {@code 'a'}, each of several states goes to a state of its own with reports of its own; from
   * there, all go to one state. A set of them converges only by passing different reports.
   *
   * @param width number of states that go apart
   * @return the automaton, of {@code 2 * width + 1} states
   */
  public Dfa convergingThroughReports(int width) {
    SymbolClasses classes = classes(2);
    int meeting = 2 * width;
    char[] table = new char[(2 * width + 1) * 2];
    byte[] flags = new byte[2 * width + 1];
    for (int state = 0; state < width; state++) {
      table[state * 2] = (char) (width + state);
      table[state * 2 + 1] = (char) random.nextInt(width);
      table[(width + state) * 2] = (char) meeting;
      table[(width + state) * 2 + 1] = (char) meeting;
      flags[width + state] = (byte) (state % 16);
    }
    table[meeting * 2] = (char) random.nextInt(width);
    table[meeting * 2 + 1] = (char) meeting;
    return new Dfa(classes, table, flags, random.nextInt(width));
  }

  /**
   * The automaton that reports every occurrence of a word (Knuth, Morris and Pratt): all its states
   * converge within a few symbols.
   *
   * @param length length of the word
   * @return the automaton, of {@code length + 1} states
   */
  public Dfa matcher(int length) {
    SymbolClasses classes = classes(number(2, 4));
    int[] word = new int[length];
    Arrays.setAll(word, i -> random.nextInt(classes.count()));
    char[] table = new char[(length + 1) * classes.count()];
    for (int state = 0; state <= length; state++) {
      for (int c = 0; c < classes.count(); c++) {
        table[state * classes.count() + c] = (char) longestBorder(word, state, c);
      }
    }
    byte[] flags = new byte[length + 1];
    flags[length] = (byte) (chance(0.7) ? ReportFlags.HERE : anyFlags());
    return new Dfa(classes, table, flags, 0);
  }

  /** The longest prefix of the word that is a suffix of its first {@code read} classes and c. */
  private static int longestBorder(int[] word, int read, int c) {
    int[] text = Arrays.copyOf(word, read + 1);
    text[read] = c;
    int length = Math.min(word.length, read + 1);
    while (!Arrays.equals(word, 0, length, text, read + 1 - length, read + 1)) {
      length--;
    }
    return length;
  }

  /**
   * Černý's automaton: one symbol turns a ring, another joins two neighbours. The sets of its
   * states shrink slowly and pass through very many forms.
   *
   * @param states number of states
   * @return the automaton
   */
  public Dfa slowlyConverging(int states) {
    SymbolClasses classes = classes(2);
    char[] table = new char[states * 2];
    for (int state = 0; state < states; state++) {
      table[state * 2] = (char) ((state + 1) % states);
      table[state * 2 + 1] = (char) (state == states - 1 ? 0 : state);
    }
    return new Dfa(classes, table, flags(states, 0.2), random.nextInt(states));
  }

  /**
   * A random homogeneous automaton made deterministic: reports are canonical and states reachable,
   * as those of compiled rules.
   *
   * @param mostStates about how many states it may have
   * @return the automaton
   */
  public Dfa determinized(int mostStates) {
    for (int nfaStates = 4; nfaStates > 1; nfaStates--) {
      try {
        return Determinizer.determinize(nfa(nfaStates), Math.max(mostStates, 4));
      } catch (LimitExceededException e) {
        // Try a smaller one.
      }
    }
    return oneState();
  }

  /** Classes of which {@code 'a'} is in the first, {@code 'b'} in the second and so on. */
  SymbolClasses classes(int count) {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    Arrays.setAll(
        labels,
        symbol -> {
          // Classes are numbered by their lowest byte, so those below 'a' belong to the first.
          int letter = Math.max(0, symbol - FIRST_LETTER);
          return letter < count ? letter : random.nextInt(count);
        });
    return SymbolClasses.ofLabels(labels);
  }

  private byte[] flags(int states, double density) {
    byte[] flags = new byte[states];
    for (int state = 0; state < states; state++) {
      flags[state] = (byte) (chance(density) ? anyFlags() : ReportFlags.NONE);
    }
    return flags;
  }

  /** At least one bit; mostly a plain report. */
  int anyFlags() {
    return chance(0.5) ? ReportFlags.HERE : number(1, 15);
  }

  private int[] shuffled(int size) {
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
