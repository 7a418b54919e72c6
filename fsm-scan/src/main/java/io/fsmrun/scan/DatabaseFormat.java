package io.fsmrun.scan;

/**
 * The layout of a database file. Numbers of fixed size are little-endian.
 *
 * <pre>
 *   offset  bytes
 *        0      8  magic
 *        8      4  version of the format
 *       12      4  number of sections, n
 *       16      8  fingerprint
 *       24     16  section 1: kind (4), CRC-32C of its bytes (4), length in bytes (8)
 *      ...         sections 2 to n
 *  24+16n       4  CRC-32C of all before
 *  28+16n          bytes of section 1, of section 2, ...; nothing after the last
 * </pre>
 *
 * <p>There is one section of each kind, in order of kind, but any number of {@link #ENGINE}s.
 */
final class DatabaseFormat {

  /** "FSMRUNDB", as it stands in the file. */
  static final long MAGIC = 0x42444e55524d5346L;

  static final int VERSION = 8;

  static final int COUNT_OFFSET = 12;
  static final int FINGERPRINT_OFFSET = 16;
  static final int TABLE_OFFSET = 24;
  static final int VERSION_OFFSET = 8;

  static final int ENTRY_BYTES = 16;
  static final int ENTRY_CRC_OFFSET = 4;
  static final int ENTRY_LENGTH_OFFSET = 8;
  static final int CRC_BYTES = 4;

  /** Rules: id, pattern, flags, options. */
  static final int RULES = 1;

  /** Rules that were refused. */
  static final int REFUSED = 2;

  /** What the planner chose. */
  static final int PLAN = 3;

  /** The name of an engine, whether the plan has it, and what it wrote. */
  static final int ENGINE = 4;

  private DatabaseFormat() {}

  static long headerBytes(long sections) {
    return TABLE_OFFSET + ENTRY_BYTES * sections + CRC_BYTES;
  }
}
