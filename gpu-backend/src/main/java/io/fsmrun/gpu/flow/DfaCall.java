package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.ReportEnds;
import java.util.Arrays;

/**
 * Flows of a deterministic automaton on their way through one launch. The thread that launches
 * writes down what is run; the calling thread reads what became of it.
 */
final class DfaCall extends Call {

  private static final int[] NO_NOTES = {};

  private final RowTable table;
  private final FlowTable flows;
  private final FlowChecks checks;

  /** The flows that are run, and what is said of them. */
  private final int[] carried;

  private final int[] flowWords;
  private final int[] words = new int[Layout.CALL];
  private final Marks marks;
  private final int[] notes;
  private final int firstNote;

  /** Which call of the launch this is. */
  private int number;

  private int firstFlow;
  private FlowResults results;

  /**
   * A call.
   *
   * @param table the automaton's table
   * @param flows the flows; all that are carried are in sets that have rows
   * @param marks where states are noted; null if nowhere
   */
  DfaCall(
      RowTable table,
      byte[] input,
      int from,
      int to,
      FlowTable flows,
      FlowChecks checks,
      Marks marks) {
    super(input, from, to);
    this.table = table;
    this.flows = flows;
    this.checks = checks;
    this.marks = marks;
    this.notes = marks == null ? NO_NOTES : marks.positions();
    this.carried = flows.carried(checks);
    if (carried.length > Layout.MOST_CALL_FLOWS) {
      throw new IllegalArgumentException(carried.length + " flows of one automaton");
    }
    this.flowWords = new int[carried.length * Layout.FLOW];
    for (int i = 0; i < carried.length; i++) {
      int idle = flows.isIdle(carried[i]) ? Layout.ALREADY_IDLE : 0;
      flowWords[i * Layout.FLOW + Layout.ID] = table.rowOf(flows.end(carried[i])) | idle;
    }
    int first = 0;
    while (first < notes.length && notes[first] <= from) {
      first++;
    }
    this.firstNote = first;
    describe();
  }

  /** What can be said by the calling thread, since the one that launches has much to do. */
  private void describe() {
    table.describe(words);
    words[Layout.SYMBOLS] = to() - from();
    words[Layout.COUNT] = carried.length;
    words[Layout.CHECKS] =
        (checks.convergence() ? Layout.CONVERGENCE : 0)
            | (checks.deactivation() ? Layout.DEACTIVATION : 0);
    words[Layout.NOTE_COUNT] = notes.length - firstNote;
    words[Layout.NOTE_BASE] = from();
  }

  @Override
  Resident table() {
    return table;
  }

  @Override
  ReportEnds ends(int flow) {
    throw new IllegalStateException("reports come with the results");
  }

  @Override
  void plan(Launch launch, long address, long zero) {
    Words calls = launch.calls();
    number = calls.size() / Layout.CALL;
    int place = calls.add(Layout.CALL);
    firstFlow = launch.flows().size() / Layout.FLOW;
    words[Layout.FIRST] = firstFlow;
    if (firstNote < notes.length) {
      words[Layout.NOTES] = launch.positions(notes) + firstNote;
    }
    if (carried.length > Layout.MOST_FLOWS) {
      words[Layout.SCRATCH] = launch.scratch(carried.length + table.rows());
    }
    calls.put(place, words);
    calls.setLong(place + Layout.INPUT, zero + from());
    calls.setLong(place + Layout.TABLE, address);
    launch.flows().put(launch.flows().add(flowWords.length), flowWords);
  }

  /** If there was no room for what it had to say, it takes part in the next launch again. */
  @Override
  void absorb(Launch launch) {
    if (launch.results().heap(number) != Layout.NEVER) {
      results = launch.results();
      finish();
    }
  }

  /**
   * Adds what happened to the flows. By the calling thread, once the call is over.
   *
   * @return the position that they have come to
   */
  int apply() {
    int head = results.get(number, Layout.HEAD);
    int at = results.heap(number);
    int threads = results.get(number, Layout.THREADS);
    int done = from() + results.get(number, Layout.RESULT_DONE);
    applyHead();
    int noted = at + threads * Layout.THREAD;
    int reports = noted;
    if (firstNote < notes.length) {
      reports = applyNotes(noted, from() + head, done, at, threads);
    }
    reports = applyHeadReports(reports);
    if (threads > 0) {
      new ThreadHistory(table, flows, checks, results, at, threads)
          .apply(busyAfterHead(), from(), reports);
    }
    return done;
  }

  private void applyHead() {
    for (int i = 0; i < carried.length; i++) {
      int f = carried[i];
      int w = (firstFlow + i) * Layout.FLOW;
      int concrete = results.flow(w + Layout.CONCRETE);
      if (concrete != Layout.NEVER && !flows.isConcrete(f)) {
        flows.concrete(f, from() + concrete);
      }
      int reported = results.flow(w + Layout.REPORTED);
      if (reported > 0) {
        flows.reported(f, from() + reported);
      }
      int idle = results.flow(w + Layout.IDLE);
      if (idle != Layout.NEVER && !flows.isIdle(f)) {
        flows.idle(f, from() + idle);
      }
      int into = results.flow(w + Layout.MERGED_INTO);
      if (into != Layout.NEVER) {
        flows.merged(f, carried[into], from() + results.flow(w + Layout.MERGED_AT));
      }
      flows.setEnd(f, table.states(results.flow(w + Layout.NOW)));
    }
  }

  private int applyHeadReports(int first) {
    int at = first;
    for (int i = 0; i < carried.length; i++) {
      int end = first + results.flow((firstFlow + i) * Layout.FLOW + Layout.REPORTS);
      for (; at < end; at++) {
        int report = results.onHeap(at);
        flows.report(carried[i], report & Layout.FLAGS, from() + (report >>> Layout.FLAG_BITS));
      }
    }
    return at;
  }

  /** Takes the states at notes, and returns where on the heap the next thing is. */
  private int applyNotes(int first, int head, int done, int heap, int threads) {
    int at = first;
    int n = firstNote;
    for (; n < notes.length && notes[n] <= head; n++) {
      for (int flow : carried) {
        marks.set(n, flow, table.state(results.onHeap(at++)));
      }
    }
    int[] busy = busyAfterHead();
    for (int t = 0; t < threads; t++) {
      int start = table.state(results.onHeap(heap + t * Layout.THREAD + Layout.START));
      for (int flow : busy) {
        if (flows.end(flow).get(0) == start) {
          for (int k = n; k < notes.length && notes[k] <= done; k++) {
            marks.set(k, flow, table.state(results.onHeap(at + (k - n) * threads + t)));
          }
        }
      }
    }
    for (; n < notes.length && notes[n] <= done; n++) {
      at += threads;
    }
    return at;
  }

  private int[] busyAfterHead() {
    int count = 0;
    int[] busy = new int[carried.length];
    for (int f : carried) {
      if (flows.isBusy(f)) {
        busy[count++] = f;
      }
    }
    return Arrays.copyOf(busy, count);
  }
}
