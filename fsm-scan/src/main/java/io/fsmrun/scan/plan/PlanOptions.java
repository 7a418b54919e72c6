package io.fsmrun.scan.plan;

import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.ByteSample;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.token.TokenOptions;
import io.fsmrun.regex.CompileLimits;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a planner may use.
 *
 * @param engines the techniques that are on; so are those that take what is left, unless {@code
 *     fallback} is off
 * @param limits how large a rule may become, and all together
 * @param threads threads that compile, from 1
 * @param sample some of the kind of input that will be scanned, which tells what is frequent there;
 *     without it, the planner takes it for text
 * @param fallback whether {@link EngineKind#LAZY_DFA} and {@link EngineKind#START_OF_MATCH} are on
 *     also if they are not named; if not, rules that no named engine takes are refused
 * @param lazy how {@code lazy-dfa} runs; saved with a database
 * @param tokens how {@code tokens} scans; a database that is loaded scans as usual
 */
public record PlanOptions(
    Set<EngineKind> engines,
    CompileLimits limits,
    int threads,
    Optional<ByteSample> sample,
    boolean fallback,
    LazyOptions lazy,
    TokenOptions tokens) {

  /** Copies the set. */
  public PlanOptions {
    engines = Set.copyOf(engines);
  }

  /**
   * Options with which whatever is left is taken, and engines run as usual.
   *
   * @param engines the techniques that are on
   * @param limits how large a rule may become, and all together
   * @param threads threads that compile, from 1
   * @param sample some of the kind of input that will be scanned
   */
  public PlanOptions(
      Set<EngineKind> engines, CompileLimits limits, int threads, Optional<ByteSample> sample) {
    this(engines, limits, threads, sample, true, LazyOptions.defaults(), TokenOptions.defaults());
  }

  /**
   * Everything on, the usual limits, one thread per core.
   *
   * @return the usual options
   */
  public static PlanOptions defaults() {
    return new PlanOptions(
        EnumSet.allOf(EngineKind.class),
        CompileLimits.defaults(),
        Runtime.getRuntime().availableProcessors(),
        Optional.empty());
  }

  /**
   * What is known of inputs.
   *
   * @param supposed what they are supposed to be like
   * @return the same with what the sample shows, if there is one; O(256 * 256 + its bytes)
   */
  public ByteModel expected(ByteModel supposed) {
    return sample.map(supposed::withSample).orElse(supposed);
  }

  /**
   * The same options with other techniques.
   *
   * @param choice those that are on
   * @return new options
   */
  public PlanOptions withEngines(Set<EngineKind> choice) {
    return new PlanOptions(choice, limits, threads, sample, fallback, lazy, tokens);
  }

  /**
   * The same options with other limits.
   *
   * @param choice how large a rule may become, and all together
   * @return new options
   */
  public PlanOptions withLimits(CompileLimits choice) {
    return new PlanOptions(engines, choice, threads, sample, fallback, lazy, tokens);
  }

  /**
   * The same options with another number of threads.
   *
   * @param choice threads that compile, from 1
   * @return new options
   */
  public PlanOptions withThreads(int choice) {
    return new PlanOptions(engines, limits, choice, sample, fallback, lazy, tokens);
  }

  /**
   * The same options with a sample.
   *
   * @param input some of the kind of input that will be scanned, of any length; 128 KiB of it are
   *     looked at
   * @return new options
   */
  public PlanOptions withSample(byte[] input) {
    Optional<ByteSample> taken = Optional.of(ByteSample.of(input));
    return new PlanOptions(engines, limits, threads, taken, fallback, lazy, tokens);
  }

  /**
   * The same options with those engines only that are named. Rules that none of them takes are
   * refused, see {@code Database.refused()}; rules that would go to {@code lazy-dfa} to be faster
   * stay where they are.
   *
   * @return new options
   */
  public PlanOptions withoutFallback() {
    return new PlanOptions(engines, limits, threads, sample, false, lazy, tokens);
  }

  /**
   * The same options with another way to run {@code lazy-dfa}. Matches are the same.
   *
   * @param choice which of its optimisations are on
   * @return new options
   */
  public PlanOptions withLazy(LazyOptions choice) {
    return new PlanOptions(engines, limits, threads, sample, fallback, choice, tokens);
  }

  /**
   * The same options with another way to scan tokens. Matches are the same.
   *
   * @param choice which of its optimisations are on
   * @return new options
   */
  public PlanOptions withTokens(TokenOptions choice) {
    return new PlanOptions(engines, limits, threads, sample, fallback, lazy, choice);
  }

  /**
   * Whether a technique may be used.
   *
   * @param engine the technique
   * @return true if it is named, or takes what is left and that is on
   */
  public boolean isOn(EngineKind engine) {
    return engines.contains(engine) || fallback && engine.isFallback();
  }
}
