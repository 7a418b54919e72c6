package io.fsmrun.gpu.flow;

/** The layouts of {@code flows.cu}: words of what is run, of flows and of reports. */
final class Layout {

  // What is run: a lane with a known state, or a group of flows.
  static final int INPUT = 0;
  static final int TABLE = 2;
  static final int CLASSES = 4;
  static final int SYMBOLS = 5;
  static final int DONE = 6;
  static final int STATE = 7;
  static final int TRAITS = 8;
  static final int FIRST = 9;
  static final int COUNT = 10;
  static final int CHECKS = 11;
  static final int WORDS = 12;
  static final int QUIET = 13;
  static final int RECORD = 16;

  // A flow of a group.
  static final int ID = 0;
  static final int CONCRETE = 1;
  static final int REPORTED = 2;
  static final int MERGED_AT = 3;
  static final int MERGED_INTO = 4;
  static final int IDLE = 5;
  static final int KNOWN = 6;
  static final int VECTOR = 7;
  static final int FLOW = 8;

  /** A position of a flow that was not reached. */
  static final int NEVER = -1;

  // Checks of a group.
  static final int CONVERGENCE = 1;
  static final int DEACTIVATION = 2;
  static final int STOP_AT_ONE = 4;

  // Chunks of reports.
  static final int CHUNK = 16;
  static final int CHUNK_HEAD = 2;
  static final int FLAG_BITS = 2;
  static final int FLAGS = 3;

  /** A flow that is a set of states: this, and the index of its row in the pool. */
  static final int SET = 1 << 31;

  /** A transition that is not known yet. */
  static final int UNKNOWN = -1;

  /** Trait of a state that a run never leaves and that reports nothing. */
  static final int SETTLED = 16;

  /** Flows that one warp or block carries. */
  static final int MOST_FLOWS = 32;

  /** The most symbols of one launch: it ends soon, and a report's place fits its record. */
  static final int MOST_SYMBOLS = 1 << 22;

  private Layout() {}

  static boolean isSet(int id) {
    return (id & SET) != 0;
  }
}
