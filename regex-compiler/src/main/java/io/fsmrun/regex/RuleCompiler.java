package io.fsmrun.regex;

import io.fsmrun.core.dfa.Determinizer;
import io.fsmrun.core.dfa.Minimizer;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.nfa.Nfa;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Compiles rules: each to the minimal DFA of "anything, then the rule", or, where that passes its
 * limit, to a position automaton (specification, section 2).
 *
 * <p>Immutable, shared by threads.
 */
public final class RuleCompiler {

  private final CompileLimits limits;
  private final int threads;
  private final Checkpoint checkpoint;

  /**
   * A compiler.
   *
   * @param limits how large automata may become
   * @param threads number of threads, from 1; the result does not depend on it
   */
  public RuleCompiler(CompileLimits limits, int threads) {
    this(limits, threads, Checkpoint.NONE);
  }

  private RuleCompiler(CompileLimits limits, int threads, Checkpoint checkpoint) {
    this.limits = limits;
    this.threads = threads;
    this.checkpoint = checkpoint;
  }

  /**
   * A compiler with the usual limits and one thread per core.
   *
   * @return the compiler
   */
  public static RuleCompiler withDefaults() {
    return new RuleCompiler(CompileLimits.defaults(), Runtime.getRuntime().availableProcessors());
  }

  /**
   * The same compiler for work that may be ended.
   *
   * @param choice passed before each position automaton is built
   * @return a compiler
   */
  public RuleCompiler withCheckpoint(Checkpoint choice) {
    return new RuleCompiler(limits, threads, choice);
  }

  /**
   * Compiles one regex.
   *
   * @param regex a syntax tree
   * @return a minimal DFA, or a position automaton if the DFA passes its limit
   * @throws LimitExceededException if the position automaton passes its own
   */
  public Automaton compile(RegexNode regex) {
    Nfa positions = compileToPositions(regex);
    if (limits.dfaStates() == 0) {
      return positions;
    }
    try {
      return Minimizer.minimize(Determinizer.determinize(positions, limits.dfaStates()));
    } catch (LimitExceededException e) {
      return positions;
    }
  }

  /**
   * Compiles one regex to its position automaton.
   *
   * @param regex a syntax tree
   * @return the automaton
   * @throws LimitExceededException if it passes its limit
   */
  public Nfa compileToPositions(RegexNode regex) {
    checkpoint.pass();
    return PositionAutomaton.build(regex, limits);
  }

  /**
   * Compiles a part of a regex, to be matched from a given place on: its automaton starts in the
   * start state only, where a match of nothing is reported too.
   *
   * @param part a syntax tree without assertions
   * @return the automaton, without always-enabled states
   * @throws LimitExceededException if it passes its limit
   * @throws IllegalArgumentException if there is an assertion
   */
  public Nfa compilePart(RegexNode part) {
    checkpoint.pass();
    return PartAutomaton.build(part, limits);
  }

  /**
   * Compiles all rules. Rules that are too large are refused; the others are not affected.
   *
   * @param rules parsed rules
   * @param progress hears how many rules are done; called by any thread
   * @return the automata and all refusals
   * @throws InterruptedException if the thread is interrupted
   */
  public CompiledRules compile(Rules rules, IntConsumer progress) throws InterruptedException {
    List<Rule> accepted = rules.accepted();
    Automaton[] automata = new Automaton[accepted.size()];
    RefusedRule[] tooLarge = new RefusedRule[accepted.size()];
    AtomicInteger done = new AtomicInteger();
    Workers.run(
        threads,
        automata.length,
        task -> {
          int i = (int) task;
          try {
            automata[i] = compile(accepted.get(i).tree());
          } catch (LimitExceededException e) {
            tooLarge[i] = refusal(accepted.get(i), e);
          }
          progress.accept(done.incrementAndGet());
        });
    List<RuleSet.Component> components = new ArrayList<>();
    List<RefusedRule> refused = new ArrayList<>(rules.refused());
    for (int i = 0; i < automata.length; i++) {
      if (automata[i] != null) {
        components.add(new RuleSet.Component(accepted.get(i).id(), automata[i]));
      } else {
        refused.add(tooLarge[i]);
      }
    }
    refused.sort(Comparator.comparingInt(RefusedRule::id));
    return new CompiledRules(rules.source(), new RuleSet(components), refused, rules.notedFlags());
  }

  private static RefusedRule refusal(Rule rule, LimitExceededException e) {
    return new RefusedRule(
        rule.id(),
        1,
        RegexSyntaxException.Kind.LIMIT,
        "size",
        "the rule is too large (" + e.getMessage() + ")",
        rule.line());
  }
}
