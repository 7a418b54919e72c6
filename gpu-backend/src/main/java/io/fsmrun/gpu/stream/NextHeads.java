package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.HostThreads;

/** Writes how far the flows of a batch are after it, and their last bytes, by several threads. */
final class NextHeads {

  private final StreamProgram program;
  private final RunOrder order;
  private final HostThreads threads;

  NextHeads(StreamProgram program, RunOrder order, HostThreads threads) {
    this.program = program;
    this.order = order;
    this.threads = threads;
  }

  /** By run the head of its flow, the one before if it has no new bytes. O(bytes of all). */
  byte[][] all() {
    byte[][] next = new byte[order.count()][];
    threads.inParallel(order.count(), (from, to) -> write(next, from, to));
    return next;
  }

  private void write(byte[][] next, int from, int to) {
    BinaryWriter writer = new BinaryWriter();
    byte[] last = new byte[program.kept().historyBytes()];
    for (int run = from; run < to; run++) {
      if (!order.isFresh(run)) {
        next[run] = order.headBefore(run);
      } else if (!order.isEnding(run)) {
        int known = order.last(run, last);
        int history = program.kept().historyBytes(last, known);
        writer.clear();
        writer.writeLong(order.lengthAfter(run));
        writer.writeBytes(last, last.length - history, history);
        next[run] = writer.toByteArray();
      }
    }
  }
}
