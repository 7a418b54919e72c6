package io.fsmrun.ap.network;

/**
 * The functions of boolean elements. The inputs of a gate are the elements that drive it; those of
 * the functions with terms are grouped by the port they are wired to.
 *
 * <p>A gate that nothing drives gives false for {@link #AND}, {@link #OR}, {@link #SUM_OF_PRODUCTS}
 * and {@link #PRODUCT_OF_SUMS}, and true for the others, which are negated.
 */
public enum GateFunction {
  /** All inputs. */
  AND,
  /** Any input. */
  OR,
  /** No input. */
  NOR,
  /** Not all inputs. */
  NAND,
  /** Not its one input. */
  NOT,
  /** Any term all of whose inputs are active. */
  SUM_OF_PRODUCTS,
  /** Every term has an active input. */
  PRODUCT_OF_SUMS,
  /** Not {@link #SUM_OF_PRODUCTS}. */
  NEGATED_SUM_OF_PRODUCTS,
  /** Not {@link #PRODUCT_OF_SUMS}. */
  NEGATED_PRODUCT_OF_SUMS;

  /**
   * Whether inputs are grouped into terms.
   *
   * @return true for sums of products and products of sums
   */
  public boolean hasTerms() {
    return switch (this) {
      case AND, OR, NOR, NAND, NOT -> false;
      case SUM_OF_PRODUCTS, PRODUCT_OF_SUMS, NEGATED_SUM_OF_PRODUCTS, NEGATED_PRODUCT_OF_SUMS ->
          true;
    };
  }

  /**
   * Whether the gate is active when none of its inputs is.
   *
   * @return true for the negated functions
   */
  public boolean isNegated() {
    return switch (this) {
      case NOR, NAND, NOT, NEGATED_SUM_OF_PRODUCTS, NEGATED_PRODUCT_OF_SUMS -> true;
      case AND, OR, SUM_OF_PRODUCTS, PRODUCT_OF_SUMS -> false;
    };
  }
}
