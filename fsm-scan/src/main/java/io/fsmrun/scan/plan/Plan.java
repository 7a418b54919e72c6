package io.fsmrun.scan.plan;

import io.fsmrun.cpu.block.BlockEngine;
import java.util.List;

/**
 * How rules are scanned. All engines consume every block; a rule's reports are those of all engines
 * that have a part of it.
 *
 * @param engines the engines
 * @param choices where each rule went, in order of rule; a rule that no engine could take because
 *     it is too large is missing here
 * @param tooLarge what is wrong with each of those, by index of rule, ascending
 */
public record Plan(List<BlockEngine> engines, List<RuleChoice> choices, List<TooLarge> tooLarge) {

  /**
   * A rule that passes a limit.
   *
   * @param rule index of the rule
   * @param message which limit, and by how much
   */
  public record TooLarge(int rule, String message) {}

  /** Copies the lists. */
  public Plan {
    engines = List.copyOf(engines);
    choices = List.copyOf(choices);
    tooLarge = List.copyOf(tooLarge);
  }
}
