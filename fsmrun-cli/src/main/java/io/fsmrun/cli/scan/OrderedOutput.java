package io.fsmrun.cli.scan;

import java.util.Arrays;

/**
 * Puts the output of work that is done side by side in the order in which it was handed out. The
 * first piece of work that is not done writes through; the others keep what they have to say, and
 * wait when it is too much. Shared by threads; work must start in the order of its slots.
 */
public final class OrderedOutput {

  private static final int KEPT_BYTES = 1 << 16;
  private static final int MOST_KEPT_BYTES = 1 << 22;

  private final Sink sink;
  private long handedOut;
  private long first;
  private boolean closed;

  /** Where all output goes. Called by one thread at a time. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Takes bytes.
     *
     * @param bytes they are used only during the call
     * @param count how many of them
     */
    void write(byte[] bytes, int count);
  }

  /**
   * An output that nothing was written to.
   *
   * @param sink where it goes
   */
  public OrderedOutput(Sink sink) {
    this.sink = sink;
  }

  /**
   * The place of the next piece of work.
   *
   * @return a slot, which must be closed
   */
  public synchronized Slot next() {
    return new Slot(handedOut++);
  }

  /** Takes nothing any more. Whoever waits for its turn need not. */
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Whether nothing is taken any more. */
  synchronized boolean isClosed() {
    return closed;
  }

  private synchronized boolean isFirst(long number) {
    return number == first && !closed;
  }

  private synchronized void await(long number) throws InterruptedException {
    while (number != first && !closed) {
      wait();
    }
  }

  private synchronized void done() {
    first++;
    notifyAll();
  }

  /** What one piece of work writes. For one thread. */
  public final class Slot {

    private static final int LONGEST_NUMBER = 20;

    private final long number;
    private byte[] kept = new byte[1 << 8];
    private int used;

    private Slot(long number) {
      this.number = number;
    }

    /**
     * Appends bytes.
     *
     * @param bytes any number of them
     * @return this slot
     */
    public Slot text(byte[] bytes) {
      reserve(bytes.length);
      System.arraycopy(bytes, 0, kept, used, bytes.length);
      used += bytes.length;
      return this;
    }

    /**
     * Appends a byte.
     *
     * @param symbol the byte
     * @return this slot
     */
    public Slot symbol(char symbol) {
      reserve(1);
      kept[used++] = (byte) symbol;
      return this;
    }

    /**
     * Appends a number in decimal.
     *
     * @param value 0 or more
     * @return this slot
     */
    public Slot number(long value) {
      reserve(LONGEST_NUMBER);
      int digits = 1;
      for (long rest = value / 10; rest > 0; rest /= 10) {
        digits++;
      }
      long rest = value;
      for (int at = used + digits - 1; at >= used; at--) {
        kept[at] = (byte) ('0' + rest % 10);
        rest /= 10;
      }
      used += digits;
      return this;
    }

    /**
     * Whether nothing is taken any more.
     *
     * @return whether the work may end
     */
    public boolean isClosed() {
      return OrderedOutput.this.isClosed();
    }

    private void reserve(int more) {
      if (used + more > kept.length) {
        kept = Arrays.copyOf(kept, Math.max(used + more, 2 * kept.length));
      }
    }

    /**
     * Hands on what there is if much has come together and it is this slot's turn; waits for that
     * if too much has.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void mayHandOn() throws InterruptedException {
      if (used < KEPT_BYTES) {
        return;
      }
      if (used > MOST_KEPT_BYTES) {
        await(number);
      }
      if (isClosed()) {
        throw new InterruptedException("nobody wants more output");
      }
      handOnIfFirst();
    }

    /** Hands on what there is if it is this slot's turn. */
    public void handOnIfFirst() {
      if (used > 0 && isFirst(number)) {
        sink.write(kept, used);
        used = 0;
      }
    }

    /**
     * Waits for this slot's turn, hands everything on, and lets the next one have its turn.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public void finish() throws InterruptedException {
      await(number);
      try {
        handOnIfFirst();
      } finally {
        done();
      }
    }
  }
}
