package io.fsmrun.gpu.simt;

/**
 * A fundamental type of PTX.
 *
 * @param kind {@code u}, {@code s}, {@code b}, {@code f}, or {@code p} for a predicate
 * @param bits its size; 1 for a predicate
 */
record PtxType(char kind, int bits) {

  static final PtxType PREDICATE = new PtxType('p', 1);

  /** The type that a word such as {@code u32} names, or null. */
  static PtxType of(String word) {
    return switch (word) {
      case "pred" -> PREDICATE;
      case "u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64" ->
          named(word);
      case "f16", "f32", "f64" -> named(word);
      default -> null;
    };
  }

  private static PtxType named(String word) {
    return new PtxType(word.charAt(0), Integer.parseInt(word.substring(1)));
  }

  boolean isSigned() {
    return kind == 's';
  }

  boolean isPredicate() {
    return kind == 'p';
  }

  int bytes() {
    return bits / 8;
  }

  /** A value of this type as a number, from bits above which anything may stand. */
  long extend(long value) {
    int unused = Long.SIZE - bits;
    return isSigned() ? value << unused >> unused : value << unused >>> unused;
  }
}
