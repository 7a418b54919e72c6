package io.fsmrun.testkit;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
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
public final class RandomAutomata extends RandomDfas {

  /**
   * A source.
   *
   * @param random where all choices come from
   */
  public RandomAutomata(RandomGenerator random) {
    super(random);
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

  // ---- nondeterministic automata ----

  /**
   * A homogeneous automaton with any edges, any reports and some always-enabled states. States that
   * are of no use are gone, so it may be smaller than asked for.
   *
   * @param mostStates the most states, the start included
   * @return the automaton
   */
  @Override
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

  /**
   * An automaton as rules with a counted gap have: some letters, at least or at most so many bytes
   * of a set, some letters. It begins anywhere or at the start, and may report in the gap as well.
   *
   * @param mostBytes how long the gap is at most, at least 1
   * @return the automaton
   */
  public Nfa countedGap(int mostBytes) {
    NfaBuilder builder = new NfaBuilder();
    int most = number(1, mostBytes);
    int least = chance(0.5) ? 0 : number(0, most);
    boolean reports = chance(0.2);
    int flags = anyFlags();
    int before = word(builder, new int[] {0}, chance(0.7));
    SymbolSet gap = chance(0.5) ? SymbolSet.of('\n').complement() : symbolSet();
    int[] exits = new int[most - least + 1];
    for (int passed = 0; passed <= most; passed++) {
      if (passed > 0) {
        int place = builder.addState(gap);
        builder.addEdge(before, place);
        before = place;
        if (reports) {
          builder.addFlags(place, flags);
        }
      }
      if (passed >= least) {
        exits[passed - least] = before;
      }
    }
    if (chance(0.2)) {
      builder.addEdge(before, before);
    }
    builder.addFlags(word(builder, exits, false), anyFlags());
    return builder.build();
  }

  private int word(NfaBuilder builder, int[] before, boolean anywhere) {
    int last = 0;
    for (int letter = number(1, 3); letter > 0; letter--) {
      int state = builder.addState(SymbolSet.of(FIRST_LETTER + number(0, 3)));
      if (last != 0) {
        builder.addEdge(last, state);
      } else if (anywhere) {
        builder.setAlwaysEnabled(state);
      } else {
        for (int exit : before) {
          builder.addEdge(exit, state);
        }
      }
      last = state;
    }
    return last;
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
}
