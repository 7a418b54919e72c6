package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Sequence;

/** A queue that counts what is put into it, and how often the host waits for it. */
final class CountedQueue implements Queue {

  private final Queue queue;
  private long launches;
  private long kernels;
  private long fills;
  private long copies;
  private long waits;

  CountedQueue(Queue queue) {
    this.queue = queue;
  }

  /** What was done since the queue was made. */
  DeviceWork work() {
    return new DeviceWork(launches, kernels, fills, copies, waits);
  }

  /** Waits for a mark that this queue has recorded. */
  void await(Mark mark) {
    waits++;
    mark.await();
  }

  @Override
  public void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long offset, long bytes) {
    copies++;
    queue.copyIn(to, toOffset, from, offset, bytes);
  }

  @Override
  public void copyOut(HostBuffer to, long toOffset, DeviceBuffer from, long offset, long bytes) {
    copies++;
    queue.copyOut(to, toOffset, from, offset, bytes);
  }

  @Override
  public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
    fills++;
    queue.fill(buffer, offset, bytes, value);
  }

  @Override
  public void launch(Kernel kernel, Grid grid, Arguments arguments) {
    launches++;
    kernels++;
    queue.launch(kernel, grid, arguments);
  }

  @Override
  public int run(Sequence sequence) {
    int taken = queue.run(sequence);
    launches += taken;
    kernels += sequence.launches();
    copies += sequence.copies();
    return taken;
  }

  @Override
  public void prepare(Sequence sequence) {
    queue.prepare(sequence);
  }

  @Override
  public void record(Mark mark) {
    queue.record(mark);
  }

  @Override
  public void waitFor(Mark mark) {
    queue.waitFor(mark);
  }

  @Override
  public void synchronize() {
    waits++;
    queue.synchronize();
  }

  @Override
  public void close() {
    queue.close();
  }
}
