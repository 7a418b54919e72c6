package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Program;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Sequence;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what is launched and allocated on a device, and may do something before each launch. */
final class WatchedDevice implements Device {

  private final Device device;
  private final AtomicInteger launches = new AtomicInteger();
  private final AtomicInteger buffers = new AtomicInteger();
  private volatile Runnable beforeLaunch = () -> {};

  WatchedDevice(Device device) {
    this.device = device;
  }

  int launches() {
    return launches.get();
  }

  /** Buffers of device memory that were not given back. */
  int openBuffers() {
    return buffers.get();
  }

  void beforeLaunch(Runnable action) {
    beforeLaunch = action;
  }

  @Override
  public DeviceFacts facts() {
    return device.facts();
  }

  @Override
  public long freeBytes() {
    return device.freeBytes();
  }

  @Override
  public Program load(String ptx) {
    return device.load(ptx);
  }

  @Override
  public DeviceBuffer allocate(long bytes) {
    DeviceBuffer buffer = device.allocate(bytes);
    buffers.incrementAndGet();
    return new WatchedBuffer(buffer);
  }

  @Override
  public HostBuffer allocateHost(long bytes) {
    return device.allocateHost(bytes);
  }

  @Override
  public Queue newQueue() {
    return new WatchedQueue(device.newQueue());
  }

  @Override
  public Mark newMark() {
    return device.newMark();
  }

  @Override
  public void close() {
    device.close();
  }

  private final class WatchedBuffer implements DeviceBuffer {

    private final DeviceBuffer buffer;
    private boolean closed;

    WatchedBuffer(DeviceBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public long address() {
      return buffer.address();
    }

    @Override
    public long sizeBytes() {
      return buffer.sizeBytes();
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        buffers.decrementAndGet();
        buffer.close();
      }
    }
  }

  private final class WatchedQueue implements Queue {

    private final Queue queue;

    WatchedQueue(Queue queue) {
      this.queue = queue;
    }

    private static DeviceBuffer inner(DeviceBuffer buffer) {
      return ((WatchedBuffer) buffer).buffer;
    }

    @Override
    public void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long offset, long bytes) {
      queue.copyIn(inner(to), toOffset, from, offset, bytes);
    }

    @Override
    public void copyOut(HostBuffer to, long toOffset, DeviceBuffer from, long offset, long bytes) {
      queue.copyOut(to, toOffset, inner(from), offset, bytes);
    }

    @Override
    public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
      queue.fill(inner(buffer), offset, bytes, value);
    }

    @Override
    public void launch(Kernel kernel, Grid grid, Arguments arguments) {
      beforeLaunch.run();
      launches.incrementAndGet();
      queue.launch(kernel, grid, arguments);
    }

    /** Step by step, so that each launch is seen. */
    @Override
    public int run(Sequence sequence) {
      sequence.putInto(this);
      return sequence.launches();
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
      queue.synchronize();
    }

    @Override
    public void close() {
      queue.close();
    }
  }
}
