package io.fsmrun.core.dfa;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * A complete deterministic automaton over bytes, with byte classes and at most {@value #MAX_STATES}
 * states.
 *
 * <p>Layout: the successor of state {@code s} on class {@code c} is {@code table[s * classCount +
 * c]}, two bytes an entry; the reports of a state are four bits ({@link
 * io.fsmrun.core.report.ReportFlags}). Immutable, shared by threads.
 */
public final class Dfa implements Automaton {

  /** The most states that a table entry of two bytes can name. */
  public static final int MAX_STATES = 1 << 16;

  private final SymbolClasses classes;
  private final int classCount;
  private final char[] table;
  private final byte[] flags;
  private final int start;

  /**
   * Takes a table over. The arrays belong to the automaton from now on.
   *
   * @param classes the byte classes
   * @param table one row of {@code classes.count()} successors per state
   * @param flags the reports of each state, bits of {@link io.fsmrun.core.report.ReportFlags}
   * @param start the start state
   * @throws IllegalArgumentException if the sizes do not fit each other, or a state is out of range
   */
  public Dfa(SymbolClasses classes, char[] table, byte[] flags, int start) {
    this.classes = classes;
    this.classCount = classes.count();
    this.table = table;
    this.flags = flags;
    this.start = start;
    int states = flags.length;
    if (states == 0 || states > MAX_STATES || table.length != states * classCount) {
      throw new IllegalArgumentException(
          "a table of "
              + table.length
              + " entries for "
              + states
              + " states and "
              + classCount
              + " classes");
    }
    if (start < 0 || start >= states) {
      throw new IllegalArgumentException("start state " + start + " of " + states);
    }
    for (char next : table) {
      if (next >= states) {
        throw new IllegalArgumentException("successor " + (int) next + " of " + states + " states");
      }
    }
  }

  @Override
  public int stateCount() {
    return flags.length;
  }

  @Override
  public StateSet startConfiguration() {
    return StateSet.of(start);
  }

  @Override
  public boolean isDeterministic() {
    return true;
  }

  /**
   * What the single state of a configuration reports.
   *
   * @throws IllegalArgumentException if the configuration is not one state
   */
  @Override
  public int reportFlags(StateSet configuration) {
    if (configuration.size() != 1) {
      throw new IllegalArgumentException(configuration.size() + " states where a DFA has one");
    }
    return flags[configuration.get(0)];
  }

  /**
   * The start state.
   *
   * @return a state
   */
  public int start() {
    return start;
  }

  /**
   * The byte classes, the columns of the table.
   *
   * @return the classes
   */
  public SymbolClasses classes() {
    return classes;
  }

  /**
   * What a state reports.
   *
   * @param state a state
   * @return bits of {@link io.fsmrun.core.report.ReportFlags}
   */
  public int reportFlags(int state) {
    return flags[state];
  }

  /**
   * One step on a byte.
   *
   * @param state a state
   * @param symbol a byte value, 0 to 255
   * @return the next state
   */
  public int next(int state, int symbol) {
    return table[state * classCount + classes.classOf(symbol)];
  }

  /**
   * One step on a byte class.
   *
   * @param state a state
   * @param symbolClass a class
   * @return the next state
   */
  public int nextByClass(int state, int symbolClass) {
    return table[state * classCount + symbolClass];
  }

  /**
   * The table itself, for engines. It must not be changed.
   *
   * @return one row of successors per state
   */
  public char[] table() {
    return table;
  }

  /**
   * Whether a state leads to itself on every byte.
   *
   * @param state a state
   * @return true if a run never leaves it; O(classes)
   */
  public boolean isAbsorbing(int state) {
    for (int c = 0; c < classCount; c++) {
      if (table[state * classCount + c] != state) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void describeTo(IntConsumer sink) {
    sink.accept(start);
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      sink.accept(classes.classOf(symbol));
    }
    for (byte flag : flags) {
      sink.accept(flag);
    }
    for (char next : table) {
      sink.accept(next);
    }
  }

  /**
   * Equal tables, reports, classes and starts; minimal automata of one language are equal (see
   * {@link Minimizer}).
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Dfa that
        && start == that.start
        && classes.equals(that.classes)
        && Arrays.equals(flags, that.flags)
        && Arrays.equals(table, that.table);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(table) + Arrays.hashCode(flags);
  }
}
