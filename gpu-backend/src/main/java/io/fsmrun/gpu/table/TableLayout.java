package io.fsmrun.gpu.table;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where the states of a pass lie. The states of all its groups are numbered together:
 *
 * <pre>
 *   bias ... split - 1          states that do not report, hot ones first
 *   split ... split + reporting states that report; split is a power of two, so that one bit tells
 * </pre>
 *
 * <p>An image of the table, as it is copied to the device and, at least its first part, to shared
 * memory:
 *
 * <pre>
 *   bytes 0 to 255   the column of each byte
 *   near             the successor of number n in column c: 256 + c * stride + 2 * n, as 2 * number;
 *                    the first 2 * bias bytes are of no use, and the stride is an odd number of words,
 *                    which spreads a state's columns over the banks
 *   private          256 + c * stride + e(n) + 4 * bank, as e(next) + 4 * bank, 32 times, where
 *                    e(n) = 128 * (n / 2) + 2 * (n % 2)
 *   far              256 + 2 * ((n - bias) * classes + c), as a number
 * </pre>
 */
final class TableLayout {

  static final int MOST_GROUPS = 4;
  static final int PIECE = 256;
  static final int TABLE_AT = 256;
  static final int QUAD = 16;

  /** Bytes of a segment that a warp reads at once. */
  static final int TILE_BYTES = 64;

  private static final int MOST_NUMBERS = 1 << 16;
  private static final int MOST_ENTRY = 1 << 16;
  private static final int BANKS = 32;
  private static final int BANKS_BYTES = BANKS * Integer.BYTES;

  /** How a table lies. */
  enum Kind {
    /** Near, a column for each byte. */
    DIRECT,
    /** Near, a column for each class. */
    CLASSED,
    /** Near, a column for each class, and a copy in each bank. */
    PRIVATE,
    /** Rows, of which not all fit shared memory. */
    FAR
  }

  private final Kind kind;
  private final int bias;
  private final int split;
  private final int states;
  private final int columns;

  TableLayout(Kind kind, int silent, int reporting, SymbolClasses classes) {
    this.kind = kind;
    int least = Math.max(2, Math.max(silent, reporting));
    this.split = Integer.highestOneBit(least * 2 - 1);
    this.bias = split - silent;
    this.states = silent + reporting;
    this.columns = kind == Kind.DIRECT ? SymbolSet.ALPHABET_SIZE : classes.count();
  }

  Kind kind() {
    return kind;
  }

  int bias() {
    return bias;
  }

  int split() {
    return split;
  }

  int columns() {
    return columns;
  }

  int entry(int number) {
    return switch (kind) {
      case DIRECT, CLASSED -> number * Character.BYTES;
      case PRIVATE -> number / 2 * BANKS_BYTES + number % 2 * Character.BYTES;
      case FAR -> number;
    };
  }

  int number(int entry) {
    return switch (kind) {
      case DIRECT, CLASSED -> entry / Character.BYTES;
      case PRIVATE -> entry / BANKS_BYTES * 2 + entry / Character.BYTES % 2;
      case FAR -> entry;
    };
  }

  int reportBit() {
    return entry(split);
  }

  /** Whether all entries have 16 bits. */
  boolean isPossible() {
    return bias + states <= MOST_NUMBERS && entry(bias + states - 1) + BANKS_BYTES < MOST_ENTRY;
  }

  /** Bytes from column to column of a near table. */
  private int columnBytes() {
    return kind == Kind.PRIVATE
        ? ((bias + states - 1) / 2 - bias / 2 + 1) * BANKS_BYTES
        : ((states + 1) / 2 | 1) * Integer.BYTES;
  }

  /** What the kernel is told as the stride. */
  int stride() {
    return kind == Kind.FAR ? columns : columnBytes();
  }

  /** Bytes from class to class. */
  int classStride() {
    return kind == Kind.FAR ? Character.BYTES : columnBytes();
  }

  /** Bytes for 1 of an entry. */
  int entryStride() {
    return kind == Kind.FAR ? Character.BYTES * columns : 1;
  }

  /** Where in the image the place of column 0 of entry 0 would be. */
  long base() {
    return kind == Kind.FAR ? TABLE_AT - (long) bias * entryStride() : TABLE_AT;
  }

  /** Size of the image, in bytes; whole quads. */
  long imageBytes() {
    long bytes =
        kind == Kind.FAR
            ? TABLE_AT + (long) states * entryStride()
            : TABLE_AT + entry(bias) + (long) columns * columnBytes();
    return (bytes + QUAD - 1) / QUAD * QUAD;
  }

  /** Rows of a far table that shared memory has room for. */
  private int hotRows(int sharedBytes) {
    return Math.clamp((sharedBytes - TABLE_AT) / entryStride(), 0, states);
  }

  /** The entries below are in shared memory, if so many bytes of the image are. */
  int hotEnd(int imageBytes) {
    return kind == Kind.FAR ? bias + Math.min(states, (imageBytes - TABLE_AT) / entryStride()) : 0;
  }

  /** Bytes of the image that go into shared memory; whole quads. */
  int sharedBytes(int available) {
    if (kind != Kind.FAR) {
      return (int) imageBytes();
    }
    // Whole quads that shared memory has room for; the last row may not be whole.
    int bytes = TABLE_AT + hotRows(available) * entryStride();
    return Math.min(available, bytes + QUAD - 1) / QUAD * QUAD;
  }

  /** An image with the columns of bytes and nothing else. */
  ByteBuffer newImage(SymbolClasses classes) {
    ByteBuffer image =
        ByteBuffer.allocate(Math.toIntExact(imageBytes())).order(ByteOrder.LITTLE_ENDIAN);
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      image.put(symbol, (byte) (kind == Kind.DIRECT ? symbol : classes.classOf(symbol)));
    }
    return image;
  }

  /** Puts a successor into an image. */
  void put(ByteBuffer image, int number, int column, int next) {
    long at = base() + (long) column * classStride() + (long) entry(number) * entryStride();
    int copies = kind == Kind.PRIVATE ? BANKS : 1;
    for (int copy = 0; copy < copies; copy++) {
      int shift = copy * Integer.BYTES;
      image.putChar((int) at + shift, (char) (entry(next) + shift));
    }
  }
}
