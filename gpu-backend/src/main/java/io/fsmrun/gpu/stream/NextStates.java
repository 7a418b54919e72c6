package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** Writes the states of all flows of a batch as they are after it, by several threads. */
final class NextStates {

  /** Fewer flows than this are not worth a thread. */
  private static final int LEAST_RUNS = 512;

  private final StreamProgram program;
  private final RunOrder order;
  private final LongArrayList kept;
  private final byte[][] held;

  /**
   * Takes what is known of the flows.
   *
   * @param kept the run above, the number of a state that is active at its end below; sorted here
   * @param held by run the reports that wait, written; null for none
   */
  NextStates(StreamProgram program, RunOrder order, LongArrayList kept, byte[][] held) {
    this.program = program;
    this.order = order;
    this.kept = kept;
    this.held = held;
    kept.sort(null);
  }

  /** By run the state of its flow; null of one that ends or has no bytes. O(bytes of all). */
  byte[][] all() {
    int count = order.count();
    byte[][] next = new byte[count][];
    int parts = Math.min(Runtime.getRuntime().availableProcessors(), count / LEAST_RUNS + 1);
    IntStream.range(0, parts)
        .parallel()
        .forEach(
            i -> write(next, (int) ((long) count * i / parts), (int) (count * (i + 1L) / parts)));
    return next;
  }

  private void write(byte[][] next, int from, int to) {
    BinaryWriter writer = new BinaryWriter();
    IntArrayList states = new IntArrayList();
    int at = firstOf(from);
    for (int run = from; run < to; run++) {
      states.clear();
      for (; at < kept.size() && kept.getLong(at) >>> Integer.SIZE == run; at++) {
        int number = (int) kept.getLong(at);
        if (states.isEmpty() || states.getInt(states.size() - 1) != number) {
          states.add(number);
        }
      }
      if (!order.isEnding(run)) {
        next[run] = stateAfter(run, states, writer);
      }
    }
  }

  /** The place of the first state of a run or of one after it. */
  private int firstOf(int run) {
    int low = 0;
    int high = kept.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (kept.getLong(middle) >>> Integer.SIZE < run) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private byte[] stateAfter(int run, IntArrayList states, BinaryWriter writer) {
    long total = order.lengthAfter(run);
    if (total == order.lengthBefore(run)) {
      return order.flow(run).state();
    }
    writer.clear();
    writer.writeLong(total);
    int history = (int) Math.min(total, program.kept().historyBytes());
    byte[] last = new byte[history];
    order.fill(order.endOf(run) - history, history, MemorySegment.ofArray(last), 0);
    for (byte value : last) {
      writer.writeByte(value);
    }
    FlowState.writeStates(writer, states);
    if (held[run] == null) {
      writer.writeInt(0);
    } else {
      for (byte value : held[run]) {
        writer.writeByte(value);
      }
    }
    return writer.toByteArray();
  }
}
