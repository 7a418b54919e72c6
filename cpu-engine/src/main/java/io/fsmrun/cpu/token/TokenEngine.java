package io.fsmrun.cpu.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.CodeAge;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.choice.MeasuredChoice;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.cpu.choice.TechniqueChoice;
import java.util.Optional;

/**
 * Scans for rules over tokens in two levels. All predicates together are one automaton over a
 * token's bytes, determinised as it is walked; it says which predicates take the token. All chains
 * together are one bit set that is stepped once a token.
 *
 * <p>With {@code n} bytes, {@code t} tokens, {@code r} reports, {@code e} edges of predicates, and
 * {@code b} bits of chains, a scan takes O(n + t * b / 64 + r) if the cache holds what tokens need,
 * and O(n * e + t * (b + p) + r) if it does not, where {@code p} counts where the chains name
 * predicates; both are linear in the input. A session takes O(cache + e + b * delay / 64) bytes,
 * whatever the input.
 *
 * <p>Where that is slow, and the whole program as one automaton, determinised while it runs, is
 * faster, blocks are run by that ({@link io.fsmrun.cpu.choice.MeasuredChoice}).
 */
public final class TokenEngine implements BlockEngine {

  /** The name of this technique. */
  public static final String NAME = "tokens";

  /** The automaton of predicates, and the layout of chains. */
  private static final int STEPS = 2;

  /** Of the code that searches, in all engines. */
  private static final CodeAge SEARCH_AGE = new CodeAge();

  private final TokenProgram program;
  private final TokenOptions options;
  private final PredicateAutomaton automaton;
  private final ChainLayout layout;
  private final Fallback<TokenUnion> fallback;

  /**
   * An engine for a program, with the usual options.
   *
   * @param program the rules
   */
  public TokenEngine(TokenProgram program) {
    this(program, TokenOptions.defaults());
  }

  /**
   * An engine for a program. O(size of the program).
   *
   * @param program the rules
   * @param options how they are scanned
   */
  public TokenEngine(TokenProgram program, TokenOptions options) {
    this(program, options, Checkpoint.NONE);
  }

  /**
   * An engine for a program, made step by step. O(size of the program).
   *
   * @param program the rules
   * @param options how they are scanned
   * @param checkpoint may end the work, also what is left of it in the background
   */
  public TokenEngine(TokenProgram program, TokenOptions options, Checkpoint checkpoint) {
    this.program = program;
    this.options = options;
    checkpoint.reached(0, STEPS);
    automaton = PredicateAutomaton.of(program);
    checkpoint.reached(1, STEPS);
    layout = ChainLayout.of(program);
    fallback =
        new Fallback<>(
            () -> TokenUnion.of(program, automaton, layout, checkpoint), SEARCH_AGE, () -> false);
    checkpoint.reached(STEPS, STEPS);
    fallback.begin();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param in stored data, not trusted
   * @param ruleCount number of rules there are
   * @return an engine with the usual options
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public static TokenEngine read(BinaryReader in, int ruleCount) {
    return new TokenEngine(TokenProgram.read(in, ruleCount));
  }

  /**
   * What the engine scans for.
   *
   * @return the program
   */
  public TokenProgram program() {
    return program;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int historyBytes() {
    return 0;
  }

  @Override
  public boolean reportsBack() {
    return false;
  }

  @Override
  public BlockSession newSession() {
    Optional<TokenUnion> union = fallback.get();
    return newSession(union.isPresent() ? new MeasuredChoice(fallback) : new SearchOnly(), union);
  }

  /** A session that scans as a choice says; without an automaton it must always search. */
  TokenSession newSession(TechniqueChoice choice, Optional<TokenUnion> union) {
    return new TokenSession(automaton, layout, options, choice, union);
  }

  /** The whole program as one automaton. */
  Fallback<TokenUnion> fallback() {
    return fallback;
  }

  @Override
  public void write(BinaryWriter out) {
    program.write(out);
  }
}
