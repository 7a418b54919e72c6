package io.fsmrun.testkit;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a failed random test leaves behind: a readable file with the seed, the automata, the input
 * and whatever else it names, in {@code target/replay} of the module under test.
 *
 * <p>The seed alone replays the case; the file says what it was without running it. For one thread.
 */
public final class Replay {

  private static final Path FOLDER = Path.of("target", "replay");

  private static final int MOST_MESSAGE_CHARS = 600;

  private final String test;
  private final long seed;
  private final List<String> lines = new ArrayList<>();

  /**
   * Notes of a test.
   *
   * @param test its name, fit for a file name
   * @param seed what its random choices depend on
   */
  public Replay(String test, long seed) {
    this.test = test;
    this.seed = seed;
    lines.add("test " + test);
    lines.add("seed " + seed);
  }

  /**
   * Notes a value.
   *
   * @param name what it is
   * @param value its text is kept
   * @return this
   */
  public Replay with(String name, Object value) {
    lines.add(name + " " + value);
    return this;
  }

  /**
   * Notes bytes.
   *
   * @param name what they are
   * @param bytes kept as hexadecimal digits
   * @return this
   */
  public Replay with(String name, byte[] bytes) {
    return with(name, bytes.length + " bytes " + HexFormat.of().formatHex(bytes));
  }

  /**
   * Notes an automaton.
   *
   * @param name what it is
   * @param automaton kept state by state
   * @return this
   */
  public Replay with(String name, Automaton automaton) {
    switch (automaton) {
      case Dfa dfa -> addDfa(name, dfa);
      case Nfa nfa -> addNfa(name, nfa);
      default -> with(name, automaton.toString());
    }
    return this;
  }

  /**
   * Notes a ruleset.
   *
   * @param rules kept rule by rule
   * @return this
   */
  public Replay with(RuleSet rules) {
    for (RuleSet.Component component : rules.components()) {
      with("rule " + component.ruleId(), component.automaton());
    }
    return this;
  }

  private void addDfa(String name, Dfa dfa) {
    lines.add(name + " dfa, " + dfa.stateCount() + " states, start " + dfa.start());
    for (int c = 0; c < dfa.classes().count(); c++) {
      lines.add("  class " + c + " " + dfa.classes().symbols(c));
    }
    for (int state = 0; state < dfa.stateCount(); state++) {
      StringBuilder row = new StringBuilder("  state " + state + " to");
      for (int c = 0; c < dfa.classes().count(); c++) {
        row.append(' ').append(dfa.nextByClass(state, c));
      }
      lines.add(row.append(" flags ").append(dfa.reportFlags(state)).toString());
    }
  }

  private void addNfa(String name, Nfa nfa) {
    lines.add(name + " nfa, " + nfa.stateCount() + " states");
    for (int state = 0; state < nfa.stateCount(); state++) {
      StringBuilder row = new StringBuilder("  state " + state + " on " + nfa.symbols(state));
      row.append(nfa.isAlwaysEnabled(state) ? " always enabled, to" : " to");
      for (int i = 0; i < nfa.successorCount(state); i++) {
        row.append(' ').append(nfa.successor(state, i));
      }
      lines.add(row.append(" flags ").append(nfa.reportFlags(state)).toString());
    }
  }

  /**
   * Runs a check; if it fails, writes the notes and says where.
   *
   * @param check throws if the case fails
   * @throws AssertionError if the check fails, with the seed and the place of the notes
   */
  public void check(Check check) {
    try {
      check.run();
    } catch (Exception | AssertionError e) {
      lines.add("failure " + e);
      throw new AssertionError(
          test + " fails with seed " + seed + ", noted in " + write() + ": " + shortened(e), e);
    }
  }

  /** The notes have the whole of it. */
  private static String shortened(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return message.length() <= MOST_MESSAGE_CHARS
        ? message
        : message.substring(0, MOST_MESSAGE_CHARS) + " …";
  }

  private Path write() {
    Path file = FOLDER.resolve(test + "-" + Long.toHexString(seed) + ".txt");
    try {
      Files.createDirectories(FOLDER);
      return Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A check that may throw anything. */
  @FunctionalInterface
  public interface Check {

    /**
     * Checks.
     *
     * @throws Exception if the case fails
     */
    void run() throws Exception;
  }
}
