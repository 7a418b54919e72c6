package io.fsmrun.scan.plan;

import io.fsmrun.cpu.block.BlockEngine;
import java.util.List;

/**
 * How rules are scanned. All engines consume every block; a rule's reports are those of all engines
 * that have a part of it.
 *
 * @param engines the engines
 * @param choices where each rule went, in order of rule; a rule that no engine could take, because
 *     it is too large or engines are off, is missing here
 * @param tooLarge what is wrong with each of those, by index of rule, ascending
 * @param untaken the rules that no engine takes that is on, by index of rule, ascending
 */
public record Plan(
    List<BlockEngine> engines,
    List<RuleChoice> choices,
    List<TooLarge> tooLarge,
    List<Untaken> untaken) {

  /**
   * A rule that passes a limit.
   *
   * @param rule index of the rule
   * @param message which limit, and by how much
   */
  public record TooLarge(int rule, String message) {}

  /**
   * A rule for engines that are off.
   *
   * @param rule index of the rule
   * @param message why those that are on do not take it
   */
  public record Untaken(int rule, String message) {}

  /**
   * A plan with which some engine takes every rule.
   *
   * @param engines the engines
   * @param choices where each rule went, in order of rule
   * @param tooLarge what is wrong with those that are too large
   */
  public Plan(List<BlockEngine> engines, List<RuleChoice> choices, List<TooLarge> tooLarge) {
    this(engines, choices, tooLarge, List.of());
  }

  /** Copies the lists. */
  public Plan {
    engines = List.copyOf(engines);
    choices = List.copyOf(choices);
    tooLarge = List.copyOf(tooLarge);
    untaken = List.copyOf(untaken);
  }
}
