package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Optional;

/**
 * A necessary factor: one way in which a piece of a rule can match, as a string of symbol sets of
 * fixed length, and what may lie on both sides of it.
 *
 * <pre>
 *   start                                  end
 *     | before |   string of sets   | after |
 *              ^ searched for here
 * </pre>
 *
 * @param before accepts, read backwards from the string, what may come before it; matched from its
 *     start state, without always-enabled states
 * @param string at least one set
 * @param after accepts what may come after the string
 * @param maxBefore the most bytes before the string
 * @param maxAfter the most bytes after it
 * @param onDemand whether it is looked for only from where the piece before it has ended, or back
 *     from where the piece behind it was found, since it is too frequent or too short to be
 *     searched for; then nothing is around it
 */
public record Factor(
    Optional<Nfa> before,
    List<SymbolSet> string,
    Optional<Nfa> after,
    int maxBefore,
    int maxAfter,
    boolean onDemand) {

  /** The longest string, and the most bytes on either side of one. */
  public static final int MAX_LENGTH = 512;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if a length is out of range
   */
  public Factor {
    string = List.copyOf(string);
    if (string.isEmpty()
        || onDemand && (before.isPresent() || after.isPresent())
        || string.size() > MAX_LENGTH
        || maxBefore < 0
        || maxBefore > MAX_LENGTH
        || maxAfter < 0
        || maxAfter > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a string of " + string.size() + " between " + maxBefore + " and " + maxAfter);
    }
  }

  /**
   * A string with nothing around it.
   *
   * @param string the sets
   * @return the factor
   */
  public static Factor of(List<SymbolSet> string) {
    return new Factor(Optional.empty(), string, Optional.empty(), 0, 0, false);
  }

  /**
   * A string that is looked for on demand.
   *
   * @param string the sets, at least one
   * @return the factor
   */
  public static Factor demanded(List<SymbolSet> string) {
    return new Factor(Optional.empty(), string, Optional.empty(), 0, 0, true);
  }
}
