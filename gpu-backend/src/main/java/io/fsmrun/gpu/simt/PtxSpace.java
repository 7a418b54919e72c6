package io.fsmrun.gpu.simt;

/** A state space of PTX. */
enum PtxSpace {
  GENERIC,
  GLOBAL,
  CONST,
  SHARED,
  LOCAL,
  PARAM;

  /** The space that a word such as {@code shared} names, or null. */
  static PtxSpace of(String word) {
    return switch (word) {
      case "global" -> GLOBAL;
      case "const" -> CONST;
      case "shared", "shared::cta" -> SHARED;
      case "local" -> LOCAL;
      case "param", "param::entry" -> PARAM;
      default -> null;
    };
  }
}
