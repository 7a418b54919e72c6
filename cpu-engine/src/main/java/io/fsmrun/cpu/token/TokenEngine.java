package io.fsmrun.cpu.token;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.choice.CodeAge;
import io.fsmrun.cpu.choice.FallbackMaker;
import io.fsmrun.cpu.choice.MeasuredChoice;
import io.fsmrun.cpu.choice.TechniqueChoice;
import java.util.Optional;
import java.util.function.Supplier;

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

  /** So many bytes fill a session's cache with what most tokens need. */
  private static final long CACHE_FILLING_BYTES = 1 << 18;

  /**
   * About an eighth of what it takes to make one automaton of all chains, by code that was not
   * compiled yet.
   */
  private static final long MAKING_NANOS_A_CHAIN = 4_000;

  /** Of the code that searches, in all engines. */
  private static final CodeAge SEARCH_AGE = new CodeAge();

  private final TokenProgram program;
  private final TokenOptions options;
  private final PredicateAutomaton automaton;
  private final ChainLayout layout;
  private final FallbackMaker<TokenUnion> fallback;

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
    this.program = program;
    this.options = options;
    automaton = PredicateAutomaton.of(program);
    layout = ChainLayout.of(program);
    long worth = program.chains().size() * MAKING_NANOS_A_CHAIN;
    fallback =
        new FallbackMaker<>(() -> TokenUnion.of(program, automaton, layout), worth, SEARCH_AGE);
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
    return newSession(new MeasuredChoice(fallback, CACHE_FILLING_BYTES), fallback::ready);
  }

  /** A session that scans as a choice says; its automaton is what is given, if that is there. */
  TokenSession newSession(TechniqueChoice choice, Supplier<Optional<TokenUnion>> unions) {
    return new TokenSession(automaton, layout, options, choice, unions);
  }

  /** The whole program as one automaton, made when it is needed. */
  FallbackMaker<TokenUnion> fallback() {
    return fallback;
  }

  @Override
  public void prepare() {
    fallback.prepare();
  }

  @Override
  public void write(BinaryWriter out) {
    program.write(out);
  }
}
