package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Queue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Advances calls by launches. What is on the device is made when it is first needed, and given up
 * when something fails, so that a later call starts afresh. For one thread at a time.
 */
final class Rounds {

  /** Of free memory, what tables may take: input, flows and reports need the rest. */
  private static final double TABLE_SHARE = 0.7;

  private final Device device;
  private final Kernels kernels;
  private final GpuOptions options;
  private final Inputs inputs;
  private Queue queue;
  private Staging staging;
  private TableArena tables;
  private Launch launch;

  Rounds(Device device, Kernels kernels, GpuOptions options, Inputs inputs) {
    this.device = device;
    this.kernels = kernels;
    this.options = options;
    this.inputs = inputs;
  }

  /**
   * Runs one launch of all calls that are not over, as far as their tables have room; calls that
   * had to wait come first the next time. Throws nothing: what fails, fails the calls.
   *
   * @param active the calls; those that are over are taken out, the others may be reordered
   * @return the calls that are over
   */
  List<Call> advance(List<Call> active) {
    List<Call> over = new ArrayList<>();
    try {
      prepare();
      inputs.sweep();
      advanceOrFail(active);
      // Once seen to be over it counts as that, since callers may give up at any time.
      active.stream().filter(Call::isOver).forEach(over::add);
      over.forEach(inputs::drop);
    } catch (Throwable t) {
      active.forEach(call -> call.fail(t));
      giveUp(t);
      over = new ArrayList<>(active);
    }
    if (over.size() == active.size()) {
      active.clear();
    } else if (!over.isEmpty()) {
      Set<Call> gone = Collections.newSetFromMap(new IdentityHashMap<>());
      gone.addAll(over);
      active.removeIf(gone::contains);
    }
    return over;
  }

  private void prepare() {
    if (launch == null) {
      queue = device.newQueue();
      staging = new Staging(device, queue);
      long room = (long) (device.freeBytes() * TABLE_SHARE);
      tables = new TableArena(device, staging, Math.min(options.tableBytes(), room));
      launch = new Launch(device, queue, staging, kernels, options.chunks());
    }
  }

  private void advanceOrFail(List<Call> active) {
    launch.clear();
    List<Call> planned = new ArrayList<>();
    List<Call> others = new ArrayList<>();
    List<Call> waiting = new ArrayList<>();
    for (Call call : active) {
      if (call.isOver()) {
        others.add(call);
        continue;
      }
      long table = tables.place(call.table());
      if (table < 0) {
        waiting.add(call);
        continue;
      }
      call.plan(launch, table, inputs.zero(call, device, staging));
      planned.add(call);
    }
    if (!launch.isEmpty()) {
      launch.run();
      planned.forEach(call -> call.absorbIfWanted(launch));
    }
    if (!waiting.isEmpty()) {
      tables.clear();
      active.clear();
      active.addAll(waiting);
      active.addAll(planned);
      active.addAll(others);
    }
  }

  /** Gives all device memory back, as far as the device still takes it. */
  private void giveUp(Throwable reason) {
    for (AutoCloseable part : new AutoCloseable[] {launch, tables, staging, inputs, queue}) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Exception | Error e) {
        reason.addSuppressed(e);
      }
    }
    launch = null;
    tables = null;
    staging = null;
    queue = null;
  }
}
