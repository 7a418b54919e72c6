package io.fsmrun.ap.engine;

import io.fsmrun.core.engine.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One stream over a network: its active elements and counters, and what was learnt on the way about
 * how to run it. For one thread at a time; it uses as many more as its engine's options say.
 *
 * <p>Reports are handed over by ascending symbol, then by ascending element, each once. What is
 * learnt is kept over {@link #reset} and {@link #restore}, so that a session is worth keeping for
 * many streams.
 */
public final class NetworkSession {

  private static final int LAST_BLOCK = 1 << 13;
  private static final int LAST_BLOCK_OF_THREADS = 1 << 18;

  /** Rows that one task takes. */
  private static final int ROWS = 4;

  private final NetworkEngine engine;
  private final StateGraph graph;
  private final Plan plan;
  private final Circuit circuit;
  private final List<Scratch> scratch = new ArrayList<>();
  private final ReportBuffer reports = new ReportBuffer();
  private final byte[] held = new byte[1];
  private int heldSymbols;
  private long position;
  private int block;

  /** What one task needs for itself. */
  private static final class Scratch {
    final SetStep step;
    final ReportBuffer out = new ReportBuffer();

    Scratch(StateGraph graph) {
      step = new SetStep(graph);
    }
  }

  NetworkSession(NetworkEngine engine) {
    this.engine = engine;
    this.graph = engine.graph();
    this.plan = new Plan(graph, engine.options(), engine.tuning());
    this.block = engine.tuning().firstBlock();
    this.circuit = new Circuit(engine.circuits());
    for (int thread = 0; thread < engine.options().threads(); thread++) {
      scratch.add(new Scratch(graph));
    }
    reset();
  }

  /**
   * Consumes symbols. Where a report may depend on whether a symbol is the last, it comes with the
   * next call.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last symbol, at least {@code from}
   * @param sink takes the reports
   * @throws InterruptedException if the thread is interrupted; the session is then good for {@link
   *     #reset} and {@link #restore} only, as it is after an exception of the sink
   */
  public void write(byte[] input, int from, int to, NetworkReportSink sink)
      throws InterruptedException {
    Objects.checkFromToIndex(from, to, input.length);
    if (from == to) {
      return;
    }
    if (!engine.dependsOnEnd()) {
      consume(input, from, to, false, sink);
      return;
    }
    if (heldSymbols > 0) {
      heldSymbols = 0;
      consume(held, 0, 1, false, sink);
    }
    consume(input, from, to - 1, false, sink);
    held[0] = input[to - 1];
    heldSymbols = 1;
  }

  /**
   * Ends the stream: the last symbol is now known to be the last. The session is then good for
   * {@link #reset} and {@link #restore}.
   *
   * @param sink takes the reports that this brings
   * @throws InterruptedException if the thread is interrupted
   */
  public void finish(NetworkReportSink sink) throws InterruptedException {
    if (heldSymbols > 0) {
      heldSymbols = 0;
      consume(held, 0, 1, true, sink);
    }
  }

  private void consume(byte[] input, int from, int to, boolean last, NetworkReportSink sink)
      throws InterruptedException {
    int most = scratch.size() == 1 ? LAST_BLOCK : LAST_BLOCK_OF_THREADS;
    for (int p = from; p < to; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted at symbol " + position);
      }
      int end = (int) Math.min(to, (long) p + block);
      long start = System.nanoTime();
      runBlock(input, p, end, last);
      long nanos = System.nanoTime() - start;
      reports.drain(position, engine.dependsOnEnd() && !last ? notAtEnd(sink) : sink);
      position += end - p;
      plan.judge(end - p, nanos);
      block = Math.min(2 * block, most);
      p = end;
    }
  }

  /** Leaves out the reports of STEs that report at the end only. */
  private NetworkReportSink notAtEnd(NetworkReportSink sink) {
    return (element, symbol) -> {
      if (!engine.network().isAtEndOnly(element)) {
        sink.report(element, symbol);
      }
    };
  }

  private void runBlock(byte[] input, int from, int to, boolean last) throws InterruptedException {
    MemoBank[] banks = plan.banks();
    DenseFabric dense = plan.dense();
    int unitTasks = banks.length;
    int rowTasks = (dense.rows() + ROWS - 1) / ROWS;
    if (scratch.size() == 1) {
      Scratch mine = scratch.getFirst();
      for (int task = 0; task < unitTasks + rowTasks; task++) {
        runTask(task, unitTasks, banks, dense, input, from, to, mine);
      }
    } else {
      runOnThreads(banks, dense, unitTasks, rowTasks, input, from, to);
    }
    for (Scratch each : scratch) {
      reports.addAll(each.out);
      each.out.clear();
    }
    if (!engine.circuits().isEmpty()) {
      circuit.run(input, from, to, last, reports);
    }
  }

  private void runOnThreads(
      MemoBank[] banks,
      DenseFabric dense,
      int unitTasks,
      int rowTasks,
      byte[] input,
      int from,
      int to)
      throws InterruptedException {
    int threads = scratch.size();
    AtomicInteger next = new AtomicInteger();
    Workers.run(
        threads,
        Math.min(threads, unitTasks + rowTasks),
        thread -> {
          Scratch mine = scratch.get((int) thread);
          for (int task = next.getAndIncrement();
              task < unitTasks + rowTasks;
              task = next.getAndIncrement()) {
            runTask(task, unitTasks, banks, dense, input, from, to, mine);
          }
        });
  }

  private static void runTask(
      int task,
      int unitTasks,
      MemoBank[] banks,
      DenseFabric dense,
      byte[] input,
      int from,
      int to,
      Scratch mine) {
    if (task >= unitTasks) {
      int row = (task - unitTasks) * ROWS;
      dense.run(row, Math.min(row + ROWS, dense.rows()), input, from, to, mine.out);
      return;
    }
    banks[task].run(input, from, to, mine.step, mine.out);
  }

  /**
   * How many symbols were written.
   *
   * @return symbols since the start of the stream
   */
  public long position() {
    return position + heldSymbols;
  }

  /**
   * The state vector: all that the rest of the stream depends on, as the Automata Processor saves
   * it to switch between streams.
   *
   * @return bytes for {@link #restore}; a few per active element
   */
  public byte[] save() {
    StateVector out = new StateVector();
    out.put(StateVector.VERSION);
    out.put(engine.fingerprint());
    out.put(position);
    out.put(heldSymbols);
    out.put(heldSymbols > 0 ? held[0] & 255 : 0);
    IntArrayList active = new IntArrayList();
    plan.copyActive(active);
    active.sort(null);
    out.putAscending(active);
    out.put(!engine.circuits().isEmpty() && circuit.isFirst() ? 1 : 0);
    IntArrayList elements = new IntArrayList(circuit.active());
    elements.sort(null);
    out.putAscending(elements);
    saveCounters(out);
    return out.toBytes();
  }

  private void saveCounters(StateVector out) {
    int ranks = engine.circuits().settling.length;
    for (int rank = 0; rank < ranks; rank++) {
      if (circuit.value(rank) != 0 || circuit.isSpent(rank)) {
        out.put(rank + 1);
        out.put(circuit.value(rank));
        out.put(circuit.isSpent(rank) ? 1 : 0);
      }
    }
    out.put(0);
  }

  /**
   * Goes on from a saved state.
   *
   * @param state what {@link #save} of a session of an equal network gave
   * @throws IllegalArgumentException if it is damaged or of another network; the session is then as
   *     before
   */
  public void restore(byte[] state) {
    StateVector in = new StateVector(state);
    if (in.take(Long.MAX_VALUE) != StateVector.VERSION) {
      throw new IllegalArgumentException("a saved state of another version");
    }
    if (in.take(-1L) != engine.fingerprint()) {
      throw new IllegalArgumentException("a saved state of another network");
    }
    long at = in.take(Long.MAX_VALUE);
    int holds = (int) in.take(1);
    byte symbol = (byte) in.take(255);
    IntArrayList active = in.takeAscending(graph.stateCount());
    boolean first = in.take(1) == 1;
    IntArrayList elements = in.takeAscending(engine.network().size());
    int ranks = engine.circuits().settling.length;
    int[] values = new int[ranks];
    boolean[] spent = new boolean[ranks];
    for (int rank = (int) in.take(ranks); rank != 0; rank = (int) in.take(ranks)) {
      values[rank - 1] = (int) in.take(Integer.MAX_VALUE);
      spent[rank - 1] = in.take(1) == 1;
    }
    in.end();
    position = at;
    heldSymbols = holds;
    held[0] = symbol;
    plan.setActive(active, scratch.getFirst().step);
    circuit.restore(first, elements);
    for (int rank = 0; rank < ranks; rank++) {
      circuit.restoreCounter(rank, values[rank], spent[rank]);
    }
    forgetReports();
  }

  /** The symbol that was written last is not the last of the stream. */
  void goOn(NetworkReportSink sink) throws InterruptedException {
    if (heldSymbols > 0) {
      heldSymbols = 0;
      consume(held, 0, 1, false, sink);
    }
  }

  /** Goes to a symbol other than the first, with nothing active and all counters at zero. */
  void startAt(long symbol) {
    reset();
    position = symbol;
    plan.setActive(new IntArrayList(), scratch.getFirst().step);
    circuit.restore(false, new IntArrayList());
  }

  /** Starts a new stream. */
  public void reset() {
    position = 0;
    heldSymbols = 0;
    IntArrayList starts = new IntArrayList();
    for (int component = 0; component < graph.componentCount(); component++) {
      int state = graph.componentStart[component];
      if (graph.elementOf[state] == StateGraph.NO_ELEMENT) {
        starts.add(state);
      }
    }
    plan.setActive(starts, scratch.getFirst().step);
    circuit.restart();
    forgetReports();
  }

  private void forgetReports() {
    reports.clear();
    scratch.forEach(each -> each.out.clear());
  }

  /**
   * How the network is run at present.
   *
   * @return units, packed rows, memory
   */
  public EngineStatistics statistics() {
    long misses = 0;
    long sets = 0;
    for (MemoUnit unit : plan.memo()) {
      misses += unit.misses();
      sets += unit.setCount();
    }
    return new EngineStatistics(
        plan.memo().length,
        sets,
        misses,
        plan.dense().components().length,
        plan.dense().rows(),
        plan.memoBytes() + plan.dense().bytes());
  }
}
