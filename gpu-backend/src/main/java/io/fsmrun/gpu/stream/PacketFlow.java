package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.DamagedDataException;

/**
 * One flow of bytes that comes in packets, for {@link StreamScanner#scanFlows}; matches may begin
 * in one packet and end in another, of another batch as well.
 *
 * <p>A flow keeps what its rules have to remember, as bytes, and nothing else: this object of 48
 * bytes, and for a flow that has begun an array of 16 bytes and its head: some bytes of lengths,
 * and of the last bytes of the flow those that may still matter, at most {@value
 * StreamProgram#OVERLAP}. Where states of rules are active behind loops, or reports wait for the
 * next byte, another array of 16 bytes and one to three bytes for each. A million open flows of a
 * ruleset without active loops take at most 210 MB.
 *
 * <p>It belongs to a program, not to a scanner: any scanner of the same rules may go on with it,
 * one at a time. Used by one thread at a time.
 */
public final class PacketFlow {

  private final StreamProgram program;
  private final long id;

  /**
   * See {@link FlowState}: how far it is, with the batches that are being scanned; null at the
   * start.
   */
  private byte[] head;

  /** What is active there, as of the last batch that is done; null for nothing. */
  private byte[] tail;

  private boolean closed;

  /** The batch that it was in last, and its first packet there, see {@link RunNumbers}. */
  private long batch;

  private int item;

  private PacketFlow(StreamProgram program, long id, FlowState.Saved state) {
    this.program = program;
    this.id = id;
    this.head = state.head();
    this.tail = state.tail();
  }

  /**
   * A flow at its start.
   *
   * @param program the rules
   * @param id what the caller calls it; any number
   * @return the flow
   */
  public static PacketFlow open(StreamProgram program, long id) {
    return new PacketFlow(program, id, FlowState.Saved.START);
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
    return FlowState.saved(program, new FlowState.Saved(head, tail));
  }

  /**
   * How many bytes its state takes, the objects around it not counted.
   *
   * @return bytes; 0 at the start, and when it is closed
   */
  public int sizeBytes() {
    return new FlowState.Saved(head, tail).sizeBytes();
  }

  /**
   * Bytes of the flow so far, since it began.
   *
   * @return 0 or more
   * @throws IllegalStateException if the flow is closed
   */
  public long lengthBytes() {
    checkOpen();
    return FlowState.length(head);
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
    head = null;
    tail = null;
    closed = false;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("flow " + id + " is closed");
    }
  }

  /** Whether a scanner of a program can go on with it. */
  boolean isFor(StreamProgram scanned) {
    return !closed && program.fingerprint() == scanned.fingerprint();
  }

  /** Checks that a scanner of a program can go on with it. */
  void check(StreamProgram scanned) {
    checkOpen();
    if (program.fingerprint() != scanned.fingerprint()) {
      throw new IllegalArgumentException("flow " + id + " is of other rules");
    }
  }

  byte[] head() {
    return head;
  }

  byte[] tail() {
    return tail;
  }

  /** Goes on by a batch whose scan begins, or back again if it fails. */
  void goOn(byte[] nextHead, boolean ends) {
    head = nextHead;
    closed = ends;
  }

  /** A batch that it ends with is done. */
  void end() {
    head = null;
    tail = null;
  }

  /** A batch is done. */
  void complete(byte[] nextTail) {
    tail = nextTail;
  }

  /** The number of the batch that it was in last. */
  long batch() {
    return batch;
  }

  /** Its first item in that batch. */
  int item() {
    return item;
  }

  void enter(long ofBatch, int first) {
    batch = ofBatch;
    item = first;
  }
}
