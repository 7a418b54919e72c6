package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * All that runs at once: calls of deterministic automata, groups of flows of position automata; a
 * kernel for each kind. Filled, run, read, cleared, filled again. For one thread.
 */
final class Launch implements AutoCloseable {

  private static final int THREADS = 128;

  private final Queue queue;

  // Kernels of different kinds go on side by side; each kind alone rarely fills a device.
  private final Queue bitQueue;
  private final Mark copied;
  private final Mark bitsDone;

  private final Staging staging;
  private final Kernels kernels;
  private final Words calls;
  private final Words flows;
  private final Words results;
  private final Words positions;
  private final Words scratch;
  private final Words heapTaken;
  private final FlowHeap heap;
  private final IdentityHashMap<int[], Integer> positionsOf = new IdentityHashMap<>();
  private FlowResults found;
  private final Words bitGroups;
  private final Words bitFlows;
  private final Words vectors;
  private final Words taken;
  private final Slots bitSlots = new Slots();
  private final List<BitGroup> bits = new ArrayList<>();
  private final ReportChunks chunks;

  Launch(Device device, Queue queue, Staging staging, Kernels kernels, int chunkCount) {
    this.queue = queue;
    this.bitQueue = device.newQueue();
    this.copied = device.newMark();
    this.bitsDone = device.newMark();
    this.staging = staging;
    this.kernels = kernels;
    this.calls = new Words(device);
    this.flows = new Words(device);
    this.results = new Words(device);
    this.positions = new Words(device);
    this.scratch = new Words(device);
    this.heapTaken = new Words(device);
    this.heap = new FlowHeap(device, Math.max(1 << 10, chunkCount) * Layout.CHUNK);
    this.bitGroups = new Words(device);
    this.bitFlows = new Words(device);
    this.vectors = new Words(device);
    this.taken = new Words(device);
    this.chunks = new ReportChunks(device, chunkCount);
  }

  void clear() {
    for (Words words : all()) {
      words.clear();
    }
    bitSlots.clear();
    bits.clear();
    positionsOf.clear();
  }

  private List<Words> all() {
    return List.of(
        calls, flows, results, positions, scratch, heapTaken, bitGroups, bitFlows, vectors, taken);
  }

  boolean isEmpty() {
    return calls.size() == 0 && bits.isEmpty();
  }

  /** Where an array of positions is among those of all calls. */
  int positions(int[] array) {
    Integer known = positionsOf.get(array);
    if (known == null) {
      known = positions.add(array.length);
      positions.put(known, array);
      positionsOf.put(array, known);
    }
    return known;
  }

  /** Words of memory that a call may use, their contents undefined. */
  int scratch(int words) {
    return scratch.add(words);
  }

  BitGroup addBits(NfaCall call, FlowGroup group) {
    BitGroup added = new BitGroup(call, group, bits.size());
    bits.add(added);
    return added;
  }

  BitGroup bits(int number) {
    return bits.get(number);
  }

  Words calls() {
    return calls;
  }

  Words flows() {
    return flows;
  }

  /** What became of the calls, after {@link #run}. */
  FlowResults results() {
    return found;
  }

  Words bitGroups() {
    return bitGroups;
  }

  Words bitFlows() {
    return bitFlows;
  }

  Words vectors() {
    return vectors;
  }

  Slots bitSlots() {
    return bitSlots;
  }

  /** Runs all and waits for it. */
  void run() {
    List<BitGroup> sorted = new ArrayList<>(bits);
    sorted.sort(Comparator.comparingInt(BitGroup::warps));
    sorted.forEach(group -> group.write(this));
    taken.add(1);
    heapTaken.add(2);
    int callCount = calls.size() / Layout.CALL;
    results.add(callCount * Layout.RESULT);
    copyIn(calls, flows, positions, heapTaken, bitGroups, bitFlows, vectors, taken);
    queue.record(copied);
    if (callCount > 0) {
      launchFlows(callCount);
    }
    if (!sorted.isEmpty()) {
      chunks.prepare(bitSlots.size());
      bitQueue.waitFor(copied);
      launchBits(sorted);
      bitQueue.record(bitsDone);
      queue.waitFor(bitsDone);
    }
    List<Words> back =
        Stream.of(flows, results, heapTaken, bitGroups, bitFlows, vectors, taken)
            .filter(words -> words.size() > 0)
            .toList();
    back.forEach(words -> words.startCopyOut(queue));
    staging.synchronize();
    back.forEach(Words::finishCopyOut);
    fetchResults(callCount);
    if (!sorted.isEmpty()) {
      deliver(chunks.fetch(queue, staging, taken.get(0)));
    }
  }

  private void copyIn(Words... all) {
    for (Words words : all) {
      if (words.size() > 0) {
        words.copyIn(staging);
      }
    }
  }

  private void fetchResults(int callCount) {
    long used = heapTaken.getLong(0);
    boolean isShort = used > heap.words();
    int count = isShort ? heap.words() : (int) used;
    int[] said = {};
    if (count > 0) {
      heap.startCopyOut(queue, count);
      staging.synchronize();
      said = heap.finishCopyOut(count);
    }
    found = new FlowResults(results.copy(0, results.size()), flows.copy(0, flows.size()), said);
    if (isShort) {
      heap.grow(used, leastHeap(callCount));
    }
  }

  /** Words that one of the calls may need at most. */
  private long leastHeap(int callCount) {
    long most = 0;
    for (int i = 0; i < callCount; i++) {
      long symbols = calls.get(i * Layout.CALL + Layout.SYMBOLS);
      long notes = calls.get(i * Layout.CALL + Layout.NOTE_COUNT);
      long side = Math.max(Layout.MOST_MEMBERS, calls.get(i * Layout.CALL + Layout.COUNT));
      most = Math.max(most, side * (symbols + notes + Layout.THREAD));
    }
    return most;
  }

  private Arguments withReports(Arguments arguments) {
    return arguments.buffer(chunks.buffer()).buffer(taken.buffer()).int32(chunks.count());
  }

  private void launchFlows(int count) {
    queue.launch(
        kernels.flows(),
        grid(count * DeviceFacts.WARP),
        new Arguments()
            .buffer(calls.buffer())
            .int32(count)
            .buffer(flows.buffer())
            .buffer(results.buffer())
            .buffer(positions.buffer())
            .buffer(scratch.buffer())
            .buffer(heap.buffer())
            .buffer(heapTaken.buffer())
            .int32(heap.words()));
  }

  /** One launch for each size of block. */
  private void launchBits(List<BitGroup> sorted) {
    for (int first = 0; first < sorted.size(); ) {
      int warps = sorted.get(first).warps();
      int end = first;
      while (end < sorted.size() && sorted.get(end).warps() == warps) {
        end++;
      }
      Arguments arguments =
          new Arguments()
              .buffer(bitGroups.buffer(), (long) first * Layout.RECORD * Integer.BYTES)
              .buffer(bitFlows.buffer())
              .buffer(vectors.buffer());
      bitQueue.launch(
          kernels.bits(),
          new Grid(end - first, warps * DeviceFacts.WARP, 0),
          withReports(arguments).int32(0));
      first = end;
    }
  }

  private static Grid grid(int threads) {
    int block = Math.min(THREADS, Math.ceilDiv(threads, DeviceFacts.WARP) * DeviceFacts.WARP);
    return new Grid(Math.ceilDiv(threads, block), block, 0);
  }

  /** Hands all reports to their calls; those of one slot come in the order of its chunks. */
  private void deliver(int used) {
    for (int c = 0; c < used; c++) {
      bitSlots.report(chunks.slot(c), chunks, c);
    }
  }

  @Override
  public void close() {
    all().forEach(Words::close);
    heap.close();
    chunks.close();
    for (Mark mark : List.of(copied, bitsDone)) {
      mark.close();
    }
    bitQueue.close();
  }
}
