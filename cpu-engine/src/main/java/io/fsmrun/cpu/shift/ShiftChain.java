package io.fsmrun.cpu.shift;

import java.util.List;

/**
 * What a rule, or one of its options, matches: elements one after the other, anywhere.
 *
 * @param rule index of the rule
 * @param elements the first is neither optional nor repeated, since anything may lie before it;
 *     {@link #MOST_ELEMENTS} at most
 */
public record ShiftChain(int rule, List<ShiftElement> elements) {

  /** So many elements fit one word. */
  public static final int MOST_ELEMENTS = Long.SIZE;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are no elements or too many, or the first is optional
   *     or repeated
   */
  public ShiftChain {
    elements = List.copyOf(elements);
    if (elements.isEmpty()
        || elements.size() > MOST_ELEMENTS
        || elements.get(0).isOptional()
        || elements.get(0).isRepeated()) {
      throw new IllegalArgumentException("not a chain: " + elements);
    }
  }
}
