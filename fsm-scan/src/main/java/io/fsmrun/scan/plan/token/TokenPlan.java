package io.fsmrun.scan.plan.token;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.token.TokenEngine;
import io.fsmrun.cpu.token.TokenOptions;
import io.fsmrun.cpu.token.TokenProgram;
import java.util.List;

/**
 * Rules that are scanned as tokens.
 *
 * @param program what the engine runs
 * @param taken the rules, in order of index
 */
public record TokenPlan(TokenProgram program, List<Taken> taken) {

  /**
   * A rule that is scanned as tokens.
   *
   * @param rule index of the rule
   * @param reason a sentence for users
   */
  public record Taken(int rule, String reason) {}

  /** Copies the list. */
  public TokenPlan {
    taken = List.copyOf(taken);
  }

  /**
   * The engine for these rules.
   *
   * @return a fresh engine; O(size of the program)
   */
  public TokenEngine engine() {
    return engine(TokenOptions.defaults(), Checkpoint.NONE);
  }

  /**
   * The engine for these rules, made step by step.
   *
   * @param options how it scans
   * @param checkpoint may end the work
   * @return a fresh engine; O(size of the program)
   */
  public TokenEngine engine(TokenOptions options, Checkpoint checkpoint) {
    return new TokenEngine(program, options, checkpoint);
  }
}
