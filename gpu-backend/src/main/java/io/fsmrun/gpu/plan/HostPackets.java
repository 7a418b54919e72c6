package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.report.BlockWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reports of the host's rules in packets, each a scan of its own, which several threads look for. A
 * thread takes some packets that follow each other, the next ones that nobody has; each of these
 * shares has a queue of blocks of reports, and a thread waits while that is full or too many shares
 * are begun, so that memory stays in bounds. The first share that is not over can always go on,
 * since it is the one whose reports are taken.
 */
final class HostPackets implements ReportSource {

  /** A share ends when it has so many bytes, or packets. */
  private static final int SHARE_BYTES = 1 << 16;

  private static final int SHARE_PACKETS = 1 << 10;

  /** Shares that are begun or done and not taken, for each thread. */
  private static final int SHARES = 4;

  /** Blocks of reports that wait in each. */
  private static final int BLOCKS = 4;

  /** A report's end, with its packet above. */
  private static final int PACKET_SHIFT = Integer.SIZE;

  private final HostEngine engine;
  private final MemorySegment data;
  private final long[] offsets;
  private final List<HostThread> threads = new ArrayList<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final BlockingQueue<Share> shares;
  private final ReportQueue queue = new ReportQueue();

  /** The first packet that nobody scans; guarded by the lock. */
  private int next;

  /** Whose reports are taken; null if that is not known yet. */
  private Share share;

  /** All reports of packets before this one are in the queue, or were. */
  private int known;

  private int current = -1;

  /** Packets that follow each other. */
  private static final class Share {
    private final int from;
    private final int to;
    private final BlockingQueue<HostPart> parts = new ArrayBlockingQueue<>(BLOCKS);

    Share(int from, int to) {
      this.from = from;
      this.to = to;
    }
  }

  /**
   * Begins.
   *
   * @param data the packets, which any thread may read
   * @param offsets where each starts, and where the last one ends
   */
  HostPackets(HostEngine engine, MemorySegment data, long[] offsets) {
    this.engine = engine;
    this.data = data;
    this.offsets = offsets;
    int count = Math.clamp(offsets.length - 1L, 1, engine.threads());
    shares = new ArrayBlockingQueue<>(SHARES * count);
    for (int i = 0; i < count; i++) {
      threads.add(new HostThread(this::work));
    }
  }

  private void work() throws InterruptedException {
    for (Share own = begin(); own != null; own = begin()) {
      try {
        BlockWriter writer = HostPart.writer(own.parts);
        for (int packet = own.from; packet < own.to; packet++) {
          scan(packet, writer);
        }
        writer.flush();
        own.parts.put(HostPart.END);
      } catch (InterruptedException | HostThread.StoppedException e) {
        throw e;
      } catch (Throwable e) {
        // Whoever waits for reports has to hear of it, whatever it is.
        own.parts.put(new HostPart(null, e));
        return;
      }
    }
  }

  /** The next share, once there is room for it; null if there is none. */
  private Share begin() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      int from = next;
      while (next < offsets.length - 1
          && next - from < SHARE_PACKETS
          && offsets[next] - offsets[from] < SHARE_BYTES) {
        next++;
      }
      if (next == from) {
        return null;
      }
      Share begun = new Share(from, next);
      shares.put(begun);
      return begun;
    } finally {
      lock.unlock();
    }
  }

  private void scan(int packet, BlockWriter writer) throws InterruptedException {
    long tag = (long) packet << PACKET_SHIFT;
    HostEngine.Scan scan = engine.begin();
    for (long at = offsets[packet]; at < offsets[packet + 1]; at += HostEngine.Scan.SLICE_BYTES) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted within a packet");
      }
      long bytes = Math.min(HostEngine.Scan.SLICE_BYTES, offsets[packet + 1] - at);
      scan.write(data.asSlice(at, bytes), (rule, end) -> writer.report(rule, tag | end));
    }
    scan.finish((rule, end) -> writer.report(rule, tag | end));
  }

  @Override
  public boolean has() throws InterruptedException {
    while (queue.isEmpty() && current >= known) {
      takePart();
    }
    return !queue.isEmpty() && queue.end() >>> PACKET_SHIFT == current;
  }

  private void takePart() throws InterruptedException {
    if (share == null) {
      share = shares.take();
    }
    if (!share.parts.take().addTo(queue)) {
      known = share.to;
      share = null;
    }
  }

  @Override
  public long end() {
    return (int) queue.end();
  }

  @Override
  public int rule() {
    return queue.rule();
  }

  @Override
  public void advance() {
    queue.advance();
  }

  /** Another packet begins, the first one at the first call. */
  @Override
  public void startPiece() {
    current++;
  }

  @Override
  public void endPiece() throws InterruptedException {
    while (has()) {
      advance();
    }
  }

  /** Ends the threads, and waits until they have left the packets. */
  void close() {
    threads.forEach(HostThread::stop);
    threads.forEach(HostThread::close);
  }
}
