package io.fsmrun.ap.anml;

import io.fsmrun.ap.convert.InputPort;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.StartKind;

/** What ANML calls things. */
final class AnmlNames {

  private AnmlNames() {}

  /** The function of a boolean element; null if it is none. */
  static GateFunction function(String name) {
    return switch (name) {
      case "and" -> GateFunction.AND;
      case "or" -> GateFunction.OR;
      case "nor" -> GateFunction.NOR;
      case "nand" -> GateFunction.NAND;
      case "inverter" -> GateFunction.NOT;
      case "sum-of-products" -> GateFunction.SUM_OF_PRODUCTS;
      case "product-of-sums" -> GateFunction.PRODUCT_OF_SUMS;
      case "nsum-of-products" -> GateFunction.NEGATED_SUM_OF_PRODUCTS;
      case "nproduct-of-sums" -> GateFunction.NEGATED_PRODUCT_OF_SUMS;
      default -> null;
    };
  }

  static String of(GateFunction function) {
    return switch (function) {
      case AND -> "and";
      case OR -> "or";
      case NOR -> "nor";
      case NAND -> "nand";
      case NOT -> "inverter";
      case SUM_OF_PRODUCTS -> "sum-of-products";
      case PRODUCT_OF_SUMS -> "product-of-sums";
      case NEGATED_SUM_OF_PRODUCTS -> "nsum-of-products";
      case NEGATED_PRODUCT_OF_SUMS -> "nproduct-of-sums";
    };
  }

  static String of(StartKind start) {
    return switch (start) {
      case NONE -> "none";
      case START_OF_DATA -> "start-of-data";
      case ALL_INPUT -> "all-input";
    };
  }

  static String of(CounterMode mode) {
    return switch (mode) {
      case PULSE -> "pulse";
      case LATCH -> "latch";
      case ROLL -> "roll";
    };
  }

  /** The port after the colon of a reference; null if it is no port, but part of an id. */
  static InputPort port(String suffix) {
    return suffix.startsWith("b") ? null : InputPort.named(suffix);
  }
}
