package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All that runs at once: known runs, groups of flows of deterministic automata, groups of flows of
 * position automata; a kernel for each kind. Filled, run, read, cleared, filled again. For one
 * thread.
 */
final class Launch implements AutoCloseable {

  private static final int THREADS = 128;

  private final Queue queue;

  // Kernels of different kinds go on side by side; each kind alone rarely fills a device.
  private final Queue flowQueue;
  private final Queue bitQueue;
  private final Mark copied;
  private final Mark flowsDone;
  private final Mark bitsDone;

  private final Staging staging;
  private final Kernels kernels;
  private final Words known;
  private final Words groups;
  private final Words lanes;
  private final Words bitGroups;
  private final Words bitFlows;
  private final Words vectors;
  private final Words taken;
  private final Slots knownSlots = new Slots();
  private final Slots laneSlots = new Slots();
  private final Slots bitSlots = new Slots();
  private final List<BitGroup> bits = new ArrayList<>();
  private final ReportChunks chunks;

  Launch(Device device, Queue queue, Staging staging, Kernels kernels, int chunkCount) {
    this.queue = queue;
    this.flowQueue = device.newQueue();
    this.bitQueue = device.newQueue();
    this.copied = device.newMark();
    this.flowsDone = device.newMark();
    this.bitsDone = device.newMark();
    this.staging = staging;
    this.kernels = kernels;
    this.known = new Words(device);
    this.groups = new Words(device);
    this.lanes = new Words(device);
    this.bitGroups = new Words(device);
    this.bitFlows = new Words(device);
    this.vectors = new Words(device);
    this.taken = new Words(device);
    this.chunks = new ReportChunks(device, chunkCount);
  }

  void clear() {
    for (Words words : List.of(known, groups, lanes, bitGroups, bitFlows, vectors)) {
      words.clear();
    }
    knownSlots.clear();
    laneSlots.clear();
    bitSlots.clear();
    bits.clear();
  }

  boolean isEmpty() {
    return known.size() == 0 && groups.size() == 0 && bits.isEmpty();
  }

  /** Adds a lane for a known run and returns where its words are in {@link #known}. */
  int addKnown(Call call, int flow, int position) {
    knownSlots.add(call, flow, position);
    return known.add(Layout.RECORD);
  }

  /** Adds a warp and its lanes; returns where its words are in {@link #groups}. */
  int addGroup(Call call, FlowGroup group) {
    int place = groups.add(Layout.RECORD);
    groups.set(place + Layout.FIRST, laneSlots.size());
    groups.set(place + Layout.COUNT, group.flows().length);
    for (int flow : group.flows()) {
      laneSlots.add(call, flow, group.position());
      lanes.add(Layout.FLOW);
    }
    return place;
  }

  BitGroup addBits(NfaCall call, FlowGroup group) {
    BitGroup added = new BitGroup(call, group, bits.size());
    bits.add(added);
    return added;
  }

  BitGroup bits(int number) {
    return bits.get(number);
  }

  Words known() {
    return known;
  }

  Words groups() {
    return groups;
  }

  Words lanes() {
    return lanes;
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
  void run(SetPool sets) {
    List<BitGroup> sorted = new ArrayList<>(bits);
    sorted.sort(Comparator.comparingInt(BitGroup::warps));
    sorted.forEach(group -> group.write(this));
    int slots = knownSlots.size() + laneSlots.size() + bitSlots.size();
    chunks.prepare(slots);
    taken.clear();
    taken.add(1);
    List<Words> all = List.of(known, groups, lanes, bitGroups, bitFlows, vectors, taken);
    for (Words words : all) {
      if (words.size() > 0) {
        words.copyIn(staging);
      }
    }
    DeviceBuffer rows = sets.copyIn(staging, queue, kernels.scatter());
    queue.record(copied);
    if (known.size() > 0) {
      launchKnown();
    }
    if (groups.size() > 0) {
      flowQueue.waitFor(copied);
      launchFlows(rows);
      flowQueue.record(flowsDone);
      queue.waitFor(flowsDone);
    }
    if (!sorted.isEmpty()) {
      bitQueue.waitFor(copied);
      launchBits(sorted);
      bitQueue.record(bitsDone);
      queue.waitFor(bitsDone);
    }
    for (Words words : all) {
      if (words.size() > 0) {
        words.startCopyOut(queue);
      }
    }
    staging.synchronize();
    for (Words words : all) {
      if (words.size() > 0) {
        words.finishCopyOut();
      }
    }
    int used = chunks.fetch(queue, staging, taken.get(0));
    deliver(used);
  }

  private Arguments withReports(Arguments arguments) {
    return arguments.buffer(chunks.buffer()).buffer(taken.buffer()).int32(chunks.count());
  }

  private void launchKnown() {
    int count = knownSlots.size();
    queue.launch(
        kernels.known(),
        grid(count),
        withReports(new Arguments().buffer(known.buffer()).int32(count)));
  }

  private void launchFlows(DeviceBuffer sets) {
    int count = groups.size() / Layout.RECORD;
    Arguments arguments =
        new Arguments().buffer(groups.buffer()).int32(count).buffer(lanes.buffer()).buffer(sets);
    flowQueue.launch(
        kernels.flows(),
        grid(count * DeviceFacts.WARP),
        withReports(arguments).int32(knownSlots.size()));
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
          withReports(arguments).int32(knownSlots.size() + laneSlots.size()));
      first = end;
    }
  }

  private static Grid grid(int threads) {
    int block = Math.min(THREADS, Math.ceilDiv(threads, DeviceFacts.WARP) * DeviceFacts.WARP);
    return new Grid(Math.ceilDiv(threads, block), block, 0);
  }

  /** Hands all reports to their calls; those of one slot come in the order of its chunks. */
  private void deliver(int used) {
    int lanesFrom = knownSlots.size();
    int bitsFrom = lanesFrom + laneSlots.size();
    for (int c = 0; c < used; c++) {
      int slot = chunks.slot(c);
      if (slot < lanesFrom) {
        knownSlots.report(slot, chunks, c);
      } else if (slot < bitsFrom) {
        laneSlots.report(slot - lanesFrom, chunks, c);
      } else {
        bitSlots.report(slot - bitsFrom, chunks, c);
      }
    }
  }

  @Override
  public void close() {
    for (Words words : List.of(known, groups, lanes, bitGroups, bitFlows, vectors, taken)) {
      words.close();
    }
    chunks.close();
    for (Mark mark : List.of(copied, flowsDone, bitsDone)) {
      mark.close();
    }
    flowQueue.close();
    bitQueue.close();
  }
}
