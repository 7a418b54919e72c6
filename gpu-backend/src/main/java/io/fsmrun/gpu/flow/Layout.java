package io.fsmrun.gpu.flow;

/** The layouts of {@code flows.cu}: words of what is run, of flows and of reports. */
final class Layout {

  // What is run: a call of a deterministic automaton, or a group of flows of a position automaton.
  static final int INPUT = 0;
  static final int TABLE = 2;
  static final int CLASSES = 4;
  static final int SYMBOLS = 5;
  static final int DONE = 6;
  static final int FIRST = 9;
  static final int COUNT = 10;
  static final int CHECKS = 11;
  static final int WORDS = 12;
  static final int RECORD = 16;

  // A call of a deterministic automaton.
  static final int STATES = 6;
  static final int TRAITS = 7;
  static final int QUIET = 8;
  static final int EVERY = 12;
  static final int MEMBERS = 13;
  static final int NOTES = 14;
  static final int NOTE_COUNT = 15;
  static final int NOTE_BASE = 16;
  static final int SCRATCH = 17;
  static final int ROWS = 18;
  static final int CALL = 20;

  // What became of it.
  static final int RESULT_DONE = 0;
  static final int HEAD = 1;
  static final int THREADS = 2;
  static final int HEAP = 3;
  static final int RESULT = 4;

  // A flow.
  static final int ID = 0;
  static final int CONCRETE = 1;
  static final int REPORTED = 2;
  static final int MERGED_AT = 3;
  static final int MERGED_INTO = 4;
  static final int IDLE = 5;
  static final int KNOWN = 6;
  static final int REPORTS = 6;
  static final int VECTOR = 7;
  static final int NOW = 7;
  static final int FLOW = 8;

  // A thread, on the heap.
  static final int START = 0;
  static final int END = 1;
  static final int THREAD_MERGED_AT = 2;
  static final int THREAD_MERGED_INTO = 3;
  static final int THREAD_IDLE = 4;
  static final int THREAD_REPORTS = 5;
  static final int THREAD = 6;

  /** A position of a flow that was not reached; a row or a place that there is not. */
  static final int NEVER = -1;

  /** Beside the row in {@link #ID}: the flow was idle before. */
  static final int ALREADY_IDLE = 1 << 31;

  // Checks of a group.
  static final int CONVERGENCE = 1;
  static final int DEACTIVATION = 2;
  static final int STOP_AT_ONE = 4;

  // Chunks of reports of position automata.
  static final int CHUNK = 16;
  static final int CHUNK_HEAD = 2;

  // A report: symbols since the start, and flags.
  static final int FLAG_BITS = 2;
  static final int FLAGS = 3;

  /** A transition of a set to one that has no row. */
  static final int UNKNOWN = 0xffff;

  /** Trait of a state that a run never leaves and that reports nothing. */
  static final int SETTLED = 16;

  /** States that a set lists; with more, none is listed. */
  static final int MOST_MEMBERS = 8;

  /** Flows that one warp or block carries side by side. */
  static final int MOST_FLOWS = 32;

  /** Flows of one call of a deterministic automaton. */
  static final int MOST_CALL_FLOWS = 1 << 16;

  /** The most symbols of one launch: it ends soon, and a report's place fits its record. */
  static final int MOST_SYMBOLS = 1 << 22;

  private Layout() {}
}
