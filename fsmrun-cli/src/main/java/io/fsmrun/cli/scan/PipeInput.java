package io.fsmrun.cli.scan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;

/**
 * An input without a length, read by a thread of its own ahead of the search, which is given what
 * has come and never waits for more. What was read is kept, so that another search can begin anew,
 * until that is done or it is forgotten. Memory is bounded: when as much is kept or waits as may
 * be, no more is read.
 *
 * <p>For one thread that searches; what has come may be asked for by any.
 */
public final class PipeInput implements AutoCloseable {

  /** So much waits at most when nothing is kept for a GPU. */
  static final long AHEAD_BYTES = 4 << 20;

  /** As much as a pipe of Linux gives at once. */
  private static final int READ_BYTES = 1 << 16;

  private static final int BLOCK_BYTES = 1 << 18;

  private final Source source;
  private final Takeover takeover;
  private final Thread reader;
  private final List<byte[]> blocks = new ArrayList<>();

  /** Offset of the first block, of all that has come, and of what is given next. */
  private long from;

  private long come;
  private long at;

  private boolean keeps = true;
  private long most;
  private long cameAt;
  private boolean waitsForRoom;
  private boolean ended;
  private boolean closed;
  private Throwable failure;

  /** Opens the input. */
  @FunctionalInterface
  interface Source {
    InputStream open() throws IOException;
  }

  private PipeInput(Source source, Takeover takeover) {
    this.source = source;
    this.takeover = takeover;
    this.most = Math.max(READ_BYTES, takeover.keptBytes());
    this.cameAt = takeover.nanoTime();
    this.reader = Thread.ofPlatform().daemon().name("input").unstarted(this::read);
  }

  /**
   * Begins to read.
   *
   * @param takeover says how much may be kept, and hears how much has come
   */
  static PipeInput begin(Source source, Takeover takeover) {
    PipeInput input = new PipeInput(source, takeover);
    input.reader.start();
    return input;
  }

  private void read() {
    try (InputStream in = source.open()) {
      boolean tells = true;
      for (int room = reserve(); room > 0; room = reserve()) {
        // This thread alone adds blocks, and what is behind all that has come is its own.
        int count = in.read(lastBlock(), (int) (come % BLOCK_BYTES), room);
        if (count < 0) {
          takeover.ended(come, this::beginning);
          break;
        }
        long all = came(count);
        tells = tells && takeover.arrived(all, this::beginning);
      }
    } catch (Throwable e) {
      // Whoever searches has to hear of it, whatever it is.
      fail(e);
    } finally {
      end();
    }
  }

  /** Waits for room; says how much there is, 0 if nobody wants more. */
  private synchronized int reserve() throws InterruptedException {
    while (!closed && come - base() >= most) {
      waitsForRoom = true;
      wait();
    }
    if (waitsForRoom) {
      waitsForRoom = false;
      cameAt = takeover.nanoTime();
    }
    if (come == from + (long) blocks.size() * BLOCK_BYTES) {
      blocks.add(new byte[BLOCK_BYTES]);
    }
    int inBlock = BLOCK_BYTES - (int) (come % BLOCK_BYTES);
    return closed ? 0 : (int) Math.min(Math.min(READ_BYTES, inBlock), most - (come - base()));
  }

  private synchronized byte[] lastBlock() {
    return blocks.getLast();
  }

  private long base() {
    return keeps ? 0 : at;
  }

  private synchronized long came(int count) {
    come += count;
    cameAt = takeover.nanoTime();
    notifyAll();
    return come;
  }

  private synchronized void fail(Throwable cause) {
    failure = cause;
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  /**
   * Gives what has come; waits only if nothing has.
   *
   * @return how many bytes, at least one; -1 at the end
   * @throws IOException if reading failed behind all that was given
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  int read(byte[] into, int offset, int length) throws IOException, InterruptedException {
    int count = 0;
    for (int more = await(); more > 0 && count < length; more = waiting()) {
      int start = (int) (at % BLOCK_BYTES);
      int part = Math.min(Math.min(more, length - count), BLOCK_BYTES - start);
      System.arraycopy(blockAt(), start, into, offset + count, part);
      count += part;
      given(part);
    }
    return count == 0 && length > 0 ? -1 : count;
  }

  private synchronized int await() throws IOException, InterruptedException {
    while (at == come && !ended) {
      wait();
    }
    if (at == come && failure != null) {
      rethrow(failure);
    }
    return waiting();
  }

  private static void rethrow(Throwable failure) throws IOException {
    switch (failure) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IOException(failure);
    }
  }

  private synchronized int waiting() {
    return (int) Math.min(Integer.MAX_VALUE, come - at);
  }

  private synchronized byte[] blockAt() {
    return blocks.get((int) ((at - from) / BLOCK_BYTES));
  }

  private synchronized void given(int count) {
    at += count;
    drop();
  }

  /** Lets go of blocks that nobody needs, and of the reader if it waits for room. */
  private void drop() {
    while (!keeps && at - from >= BLOCK_BYTES) {
      blocks.removeFirst();
      from += BLOCK_BYTES;
    }
    if (waitsForRoom && come - base() < most) {
      notifyAll();
    }
  }

  /** Bytes that were given to the search that is at it. */
  synchronized long given() {
    return at;
  }

  /**
   * What has come, and how it comes.
   *
   * @return how much waits to be searched, and whether there will be more
   */
  public synchronized Takeover.Pipe state() {
    boolean waits = !ended && !waitsForRoom;
    long silent = waits ? takeover.nanoTime() - cameAt : 0;
    return new Takeover.Pipe(come - at, ended, silent);
  }

  /**
   * Some of the beginning, as long as that is kept.
   *
   * @param bytes how many, at most
   */
  synchronized byte[] beginning(int bytes) {
    byte[] beginning = new byte[from > 0 ? 0 : (int) Math.min(bytes, come)];
    for (int used = 0; used < beginning.length; used += BLOCK_BYTES) {
      int part = Math.min(BLOCK_BYTES, beginning.length - used);
      System.arraycopy(blocks.get(used / BLOCK_BYTES), 0, beginning, used, part);
    }
    return beginning;
  }

  /** It will not be searched again: what is given is not kept, and little is read ahead. */
  public synchronized void forget() {
    keeps = false;
    most = AHEAD_BYTES;
    drop();
    notifyAll();
  }

  /**
   * All of it from its first byte, for another search; nothing is kept for a third. Reading goes on
   * ahead. Closing it closes this.
   *
   * @throws IllegalStateException if its beginning is not there any longer
   */
  synchronized InputStream again() {
    if (!keeps && at > 0) {
      throw new IllegalStateException("the beginning of the input was forgotten");
    }
    at = 0;
    keeps = false;
    notifyAll();
    return new Stream();
  }

  /** Ends reading, as soon as what is being read has come. */
  @Override
  public synchronized void close() {
    closed = true;
    reader.interrupt();
    notifyAll();
  }

  private final class Stream extends InputStream {

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        return PipeInput.this.read(into, offset, length);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ClosedByInterruptException();
      }
    }

    @Override
    public void close() {
      PipeInput.this.close();
    }
  }
}
