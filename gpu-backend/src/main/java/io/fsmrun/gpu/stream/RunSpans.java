package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.HostThreads;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out whose the records of an input of packets or runs are, span by span: the device says
 * where the records of each start. Several threads take some of the runs of a piece each, in order;
 * only the last run of a piece goes on in the next. Mutable, for one thread, which alone calls the
 * sink.
 */
final class RunSpans {

  /** What lies in the input. Rules are indices. Asked by several threads, of different runs. */
  interface Runs {

    int count();

    /** The offset in the input at which the packet or flow began, perhaps before the input. */
    long originOf(int run);

    /** From which end in the packet or flow on reports are held back. */
    long heldFrom(int run);

    /** Tells what is known before any byte: {@link RunWalk#know}. */
    void tellKnown(int run, RunWalk walk);

    /** Takes the reports that are held back at the end of a run, in order. */
    void hold(int run, IntArrayList rules, LongArrayList ends, BinaryWriter writer);

    /** The flows of the runs; null if there are none. */
    PacketFlow[] flows();
  }

  private final StreamProgram program;
  private final Runs runs;
  private final HostThreads threads;
  private final SpanSink sink;

  /** The first one is in the run that goes on. */
  private final List<RunWalk> walks = new ArrayList<>();

  /** Of the piece: the next run that begins in it. */
  private int listed;

  RunSpans(StreamProgram program, Runs runs, HostThreads threads, SpanSink sink) {
    this.program = program;
    this.runs = runs;
    this.threads = threads;
    this.sink = sink;
    walks.add(new RunWalk(program, runs));
  }

  /** Takes the records of some windows of a piece, which lie on the host. */
  void take(ChunkSlot slot, int fromWindow, int toWindow) {
    if (fromWindow == 0) {
      listed = 0;
      walks.getFirst().beginPiece();
    }
    int begun = listed;
    listed = listedBefore(slot, begun, toWindow);
    int first = walks.getFirst().firstNotBegun(slot, begun, listed);
    int shares = threads.sharesOf(listed - first);
    while (walks.size() < shares) {
      walks.add(new RunWalk(program, runs));
    }
    threads.inParallel(
        listed - first,
        shares,
        (share, from, to) -> {
          RunWalk walk = walks.get(share);
          if (share == 0) {
            walk.goOn(slot, fromWindow);
            walk.take(begun, first);
          } else {
            walk.beginAfter(slot, fromWindow, first + from - 1);
          }
          walk.take(first + from, first + to);
          if (share + 1 == shares) {
            walk.takeRest(toWindow);
          } else {
            walk.finishBefore(first + to);
          }
        });
    for (int share = 0; share < shares; share++) {
      deliver(walks.get(share).spans());
    }
    walks.addFirst(walks.remove(shares - 1));
  }

  /** Of what is listed: up to where it begins before the end of a window. */
  private int listedBefore(ChunkSlot slot, int from, int toWindow) {
    int end = slot.recordsBefore(toWindow);
    // At the end of the piece there is nothing to wait for.
    int least = toWindow == slot.windows ? end + 1 : end;
    int low = from;
    int high = slot.listed().size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (slot.firstRecord(middle) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** After the last piece. */
  void finish() {
    RunWalk walk = walks.getFirst();
    walk.finish();
    deliver(walk.spans());
  }

  private void deliver(ReportSpans spans) {
    if (spans.count() > 0) {
      sink.accept(spans);
    }
  }
}
