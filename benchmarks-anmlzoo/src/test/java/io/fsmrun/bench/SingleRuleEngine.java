package io.fsmrun.bench;

import com.google.re2j.Pattern;
import dk.brics.automaton.Automaton;
import dk.brics.automaton.RunAutomaton;
import io.fsmrun.regex.BricsBridge;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;

/** Engines that scan for one rule, each given the text in the form that it is fastest on. */
public enum SingleRuleEngine {
  /** This library: counts all ends of matches. */
  FSMRUN(Counted.ENDS) {
    @Override
    LongSupplier prepare(SingleRule rule, byte[] text) throws InterruptedException {
      Database database =
          Database.compile(rule.rules(), CompileOptions.defaults(), CompileListener.NONE);
      Scanner scanner = database.newScanner();
      return () -> scanner.count(text);
    }
  },
  /** The minimal DFA of "anything, then the rule", stepped char by char: counts all ends. */
  BRICS(Counted.ENDS) {
    @Override
    boolean takes(SingleRule rule) {
      return COMPILER.compile(rule.rules().accepted().getFirst().tree()).isDeterministic();
    }

    @Override
    LongSupplier prepare(SingleRule rule, byte[] text) {
      Automaton automaton = BricsBridge.toBrics(rule.bodyRule().tree());
      if (rule.place() == SingleRule.Place.ANYWHERE) {
        automaton = BricsBridge.anyBytes().concatenate(automaton);
      }
      automaton.determinize();
      automaton.minimize();
      RunAutomaton run = new RunAutomaton(automaton, true);
      char[] chars = string(text).toCharArray();
      return () -> countEnds(run, chars);
    }
  },
  /** RE2/J, with {@code find} until there is no more: counts matches that do not overlap. */
  RE2J(Counted.APART) {
    @Override
    LongSupplier prepare(SingleRule rule, byte[] text) {
      Pattern pattern = Pattern.compile(rule.regex());
      return () -> countFound(pattern.matcher(text));
    }
  },
  /** java.util.regex, with {@code find} until there is no more, as for RE2/J. */
  JAVA(Counted.APART) {
    @Override
    LongSupplier prepare(SingleRule rule, byte[] text) {
      java.util.regex.Pattern pattern = java.util.regex.Pattern.compile(rule.regex());
      String string = string(text);
      return () -> countFound(pattern.matcher(string));
    }
  };

  /** Says which rules have a DFA of a bearable size: brics, which knows no limit, would not end. */
  private static final RuleCompiler COMPILER =
      new RuleCompiler(CompileLimits.defaults().withDfaStates(5_000), 1);

  private final Counted counted;

  /** What an engine counts. */
  enum Counted {
    /** Places where some match ends. */
    ENDS,
    /** Matches that do not overlap: leftmost first, none inside another. */
    APART
  }

  SingleRuleEngine(Counted counted) {
    this.counted = counted;
  }

  /**
   * Compiles a rule.
   *
   * @param rule the rule
   * @param text what is scanned
   * @return scans the text and counts
   * @throws InterruptedException if the thread is interrupted
   */
  abstract LongSupplier prepare(SingleRule rule, byte[] text) throws InterruptedException;

  /** Whether the engine can be given a rule. */
  @SuppressWarnings("UnusedVariable") // Those that take every rule do not look at it.
  boolean takes(SingleRule rule) {
    return true;
  }

  /**
   * Compares what the engine counts with what the library does. If it counts ends, that must be the
   * same; if it counts matches apart, there must be one where there is an end, and no more than
   * there are ends.
   *
   * @return the number of ends
   * @throws IllegalStateException if they do not agree
   */
  long verified(SingleRule rule, byte[] text) throws InterruptedException {
    if (!takes(rule)) {
      throw new IllegalStateException(this + " does not take " + rule);
    }
    long ends = FSMRUN.prepare(rule, text).getAsLong();
    long seen = prepare(rule, text).getAsLong();
    if (counted == Counted.ENDS ? seen != ends : seen > 0 != ends > 0 || seen > ends) {
      throw new IllegalStateException(
          "%s: %s counts %d where there are %d ends".formatted(rule, this, seen, ends));
    }
    return ends;
  }

  private static String string(byte[] text) {
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static long countEnds(RunAutomaton run, char[] text) {
    int state = run.getInitialState();
    long count = 0;
    for (char symbol : text) {
      state = run.step(state, symbol);
      if (state < 0) {
        break;
      }
      if (run.isAccept(state)) {
        count++;
      }
    }
    return count;
  }

  private static long countFound(com.google.re2j.Matcher matcher) {
    long count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }

  private static long countFound(Matcher matcher) {
    long count = 0;
    while (matcher.find()) {
      count++;
    }
    return count;
  }
}
