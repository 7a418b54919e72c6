package io.fsmrun.testkit;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * Random automata, inputs, partitions and cuts, all drawn from one generator: equal seeds and equal
 * calls give equal objects.
 *
 * <p>Bytes {@code 'a'}, {@code 'b'}, … fall in classes 0, 1, … of every DFA made here, so that
 * inputs over a small alphabet are interesting to all of them; bytes below {@code 'a'} are in class
 * 0, other bytes anywhere. For one thread.
 */
public final class RandomAutomata {

  private static final int FIRST_LETTER = 'a';
  private static final int MOST_CLASSES = 6;

  private final RandomGenerator random;

  /**
   * A source.
   *
   * @param random where all choices come from
   */
  public RandomAutomata(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A source that can be replayed.
   *
   * @param seed any number
   * @return a source that depends on the seed alone
   */
  public static RandomAutomata seeded(long seed) {
    return new RandomAutomata(new SplittableRandom(seed));
  }

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

  // ---- deterministic automata ----

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

  // ---- nondeterministic automata ----

  /**
   * A homogeneous automaton with any edges, any reports and some always-enabled states. States that
   * are of no use are gone, so it may be smaller than asked for.
   *
   * @param mostStates the most states, the start included
   * @return the automaton
   */
  public Nfa nfa(int mostStates) {
    NfaBuilder builder = new NfaBuilder();
    int states = number(1, mostStates);
    double edgeDensity = Math.min(1, random.nextDouble() * 4 / states);
    double enabledDensity = chance(0.3) ? 0 : random.nextDouble() * 0.4;
    for (int state = 1; state < states; state++) {
      builder.addState(symbolSet());
      if (chance(enabledDensity)) {
        builder.setAlwaysEnabled(state);
      }
    }
    for (int from = 0; from < states; from++) {
      for (int to = 1; to < states; to++) {
        if (chance(from == 0 ? 0.4 : edgeDensity)) {
          builder.addEdge(from, to);
        }
      }
      if (chance(from == 0 ? 0.2 : 0.3)) {
        builder.addFlags(from, anyFlags());
      }
    }
    return builder.build();
  }

  // ---- rulesets ----

  /**
   * An automaton of any form.
   *
   * @param mostStates about how many states it may have, at least 2
   * @return the automaton
   */
  public Automaton automaton(int mostStates) {
    return chance(0.6) ? dfa(mostStates) : nfa(mostStates);
  }

  /**
   * An automaton of either form that reports at every position.
   *
   * @return the automaton
   */
  public Automaton chattering() {
    if (chance(0.5)) {
      return new Dfa(classes(1), new char[1], new byte[] {ReportFlags.HERE}, 0);
    }
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(SymbolSet.ALL);
    builder.setAlwaysEnabled(state);
    builder.addFlags(state, ReportFlags.HERE);
    return builder.build();
  }

  /**
   * Rules of any form, their ids ascending with gaps.
   *
   * @param mostRules the most rules
   * @param mostStates about how many states each may have, at least 2
   * @return the rules, possibly none
   */
  public RuleSet ruleSet(int mostRules, int mostStates) {
    List<RuleSet.Component> components = new ArrayList<>();
    int rules = number(0, mostRules);
    int id = 0;
    for (int i = 0; i < rules; i++) {
      id += number(1, 3);
      components.add(new RuleSet.Component(id, automaton(mostStates)));
    }
    return new RuleSet(components);
  }

  // ---- inputs ----

  /**
   * An input over a small alphabet: {@code 'a'}, {@code 'b'}, …
   *
   * @param length its length
   * @param letters number of letters, 1 to 26
   * @return the bytes
   */
  public byte[] input(int length, int letters) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) (FIRST_LETTER + random.nextInt(letters));
    }
    return input;
  }

  /**
   * An input over what an automaton can tell apart: a byte of each of its classes, equally likely.
   *
   * @param length its length
   * @param automaton the automaton
   * @return the bytes
   */
  public byte[] input(int length, Automaton automaton) {
    SymbolClasses classes =
        switch (automaton) {
          case Dfa dfa -> dfa.classes();
          case Nfa nfa -> nfa.symbolClasses();
          default -> throw new IllegalArgumentException("unknown form " + automaton.getClass());
        };
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) classes.representative(random.nextInt(classes.count()));
    }
    return input;
  }

  /**
   * An input for a ruleset: of any bytes, over a small alphabet, or over what one of its automata
   * tells apart; sometimes with long runs of one byte.
   *
   * @param length its length
   * @param rules the rules
   * @return the bytes
   */
  public byte[] input(int length, RuleSet rules) {
    byte[] input = new byte[length];
    switch (random.nextInt(4)) {
      case 0 -> random.nextBytes(input);
      case 1 -> input = input(length, number(1, MOST_CLASSES));
      default ->
          input =
              rules.size() == 0
                  ? input(length, 2)
                  : input(length, rules.automaton(random.nextInt(rules.size())));
    }
    if (length > 1 && chance(0.3)) {
      int from = random.nextInt(length);
      Arrays.fill(input, from, number(from, length), input[from]);
    }
    return input;
  }

  // ---- states, partitions, cuts ----

  /**
   * A set of states.
   *
   * @param stateCount number of states there are
   * @return a set, possibly empty
   */
  public StateSet stateSet(int stateCount) {
    double density = chance(0.3) ? 1.5 / stateCount : random.nextDouble();
    int[] states = new int[stateCount];
    int size = 0;
    for (int state = 0; state < stateCount; state++) {
      if (chance(density)) {
        states[size++] = state;
      }
    }
    return StateSet.of(Arrays.copyOf(states, size));
  }

  /**
   * A partition: the coarsest, the finest, or any.
   *
   * @param stateCount number of states
   * @return the partition
   */
  public Partition partition(int stateCount) {
    return switch (random.nextInt(5)) {
      case 0 -> Partition.coarsest(stateCount);
      case 1 -> Partition.finest(stateCount);
      default -> {
        int blocks = number(1, stateCount);
        int[] labels = new int[stateCount];
        Arrays.setAll(labels, state -> random.nextInt(blocks));
        yield Partition.ofLabels(labels);
      }
    };
  }

  /**
   * Bounds of segments: the first position, cuts, the last position, strictly ascending; two equal
   * positions if the piece is empty.
   *
   * @param from the first position
   * @param to the last position
   * @param segments about how many segments, from 1
   * @return the bounds
   */
  public int[] cuts(int from, int to, int segments) {
    if (from == to) {
      return new int[] {from, to};
    }
    TreeSet<Integer> bounds = new TreeSet<>(List.of(from, to));
    for (int i = 1; i < segments; i++) {
      bounds.add(number(from, to));
    }
    return bounds.stream().mapToInt(Integer::intValue).toArray();
  }

  // ---- parts ----

  /** Classes of which {@code 'a'} is in the first, {@code 'b'} in the second and so on. */
  private SymbolClasses classes(int count) {
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

  private SymbolSet symbolSet() {
    SymbolSet set = SymbolSet.EMPTY;
    for (int letter = 0; letter < 4; letter++) {
      if (chance(0.4)) {
        set = set.or(SymbolSet.of(FIRST_LETTER + letter));
      }
    }
    return switch (random.nextInt(6)) {
      case 0 -> set.complement();
      case 1 -> set.or(SymbolSet.range(0, random.nextInt(SymbolSet.ALPHABET_SIZE)));
      case 2 -> SymbolSet.ALL;
      default -> set;
    };
  }

  private byte[] flags(int states, double density) {
    byte[] flags = new byte[states];
    for (int state = 0; state < states; state++) {
      flags[state] = (byte) (chance(density) ? anyFlags() : ReportFlags.NONE);
    }
    return flags;
  }

  /** At least one bit; mostly a plain report. */
  private int anyFlags() {
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
