package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.DamagedDataException;

/**
 * One flow of bytes that comes in packets, for {@link StreamScanner#scanFlows}; matches may begin
 * in one packet and end in another, of another batch as well.
 *
 * <p>A flow keeps what its rules have to remember, as bytes, and nothing else: this object of about
 * 40 bytes, and for a flow that has begun an array of 16 bytes and its state: some bytes of
 * lengths, the last bytes of the flow, at most {@value StreamProgram#OVERLAP}, one to three bytes
 * for each state of a rule that is active behind a loop, and a few for reports that wait for the
 * next byte. A million open flows of a ruleset without active loops take at most 200 MB.
 *
 * <p>It belongs to a program, not to a scanner: any scanner of the same rules may go on with it,
 * one at a time. Used by one thread at a time.
 */
public final class PacketFlow {

  /** Not in the batch that is scanned. */
  static final int NO_RUN = -1;

  private final StreamProgram program;
  private final long id;

  /** See {@link FlowState}; null at the start. */
  private byte[] state;

  private boolean closed;
  private int run = NO_RUN;

  private PacketFlow(StreamProgram program, long id, byte[] state) {
    this.program = program;
    this.id = id;
    this.state = state;
  }

  /**
   * A flow at its start.
   *
   * @param program the rules
   * @param id what the caller calls it; any number
   * @return the flow
   */
  public static PacketFlow open(StreamProgram program, long id) {
    return new PacketFlow(program, id, null);
  }

  /**
   * A flow as it was saved. Nothing is allocated for what a damaged state only claims to hold.
   *
   * @param program the same rules, compiled for any device
   * @param id what the caller calls it; any number
   * @param saved what {@link #save} gave
   * @return the flow
   * @throws DamagedDataException if the bytes are damaged, or were saved with other rules or by
   *     another version
   */
  public static PacketFlow restore(StreamProgram program, long id, byte[] saved) {
    return new PacketFlow(program, id, FlowState.opened(program, saved));
  }

  /**
   * What the caller calls it.
   *
   * @return the id
   */
  public long id() {
    return id;
  }

  /**
   * The state, for {@link #restore}. The flow is not changed. O(bytes).
   *
   * @return the bytes: 13 more than {@link #sizeBytes}
   * @throws IllegalStateException if the flow is closed
   */
  public byte[] save() {
    checkOpen();
    return FlowState.saved(program, state);
  }

  /**
   * How many bytes its state takes, the objects around it not counted.
   *
   * @return bytes; 0 at the start, and when it is closed
   */
  public int sizeBytes() {
    return state == null ? 0 : state.length;
  }

  /**
   * Bytes of the flow so far, since it began.
   *
   * @return 0 or more
   * @throws IllegalStateException if the flow is closed
   */
  public long lengthBytes() {
    checkOpen();
    return FlowState.length(state);
  }

  /**
   * Whether the flow has ended, as {@link PacketBatch#ending} said. It can only be {@link #reset}
   * then.
   *
   * @return whether it has
   */
  public boolean isClosed() {
    return closed;
  }

  /** Forgets the flow without telling more matches, and stands at the start of a new one. */
  public void reset() {
    state = null;
    closed = false;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("flow " + id + " is closed");
    }
  }

  /** Checks that a scanner of a program can go on with it. */
  void check(StreamProgram scanned) {
    checkOpen();
    if (program.fingerprint() != scanned.fingerprint()) {
      throw new IllegalArgumentException("flow " + id + " is of other rules");
    }
  }

  byte[] state() {
    return state;
  }

  void goOn(byte[] next) {
    state = next;
  }

  void end() {
    state = null;
    closed = true;
  }

  /** Which run of the batch it is, {@link #NO_RUN} outside of one. */
  int run() {
    return run;
  }

  void setRun(int number) {
    run = number;
  }
}
