package io.fsmrun.gpu.plan;

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
import it.unimi.dsi.fastutil.doubles.DoubleDoublePair;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * A device that tells for how long at least one kernel ran, whatever queue it was in: kernels of
 * different engines wait for each other, so that the times of engines may not be added up. For one
 * thread.
 */
final class KernelClock implements Device {

  private final Device device;
  private final Deque<Mark> idle = new ArrayDeque<>();
  private final List<Mark> all = new ArrayList<>();

  /** Launches of pieces before, which are over soon; and those of this piece. */
  private List<Run> before = new ArrayList<>();

  private List<Run> now = new ArrayList<>();
  private final List<DoubleDoublePair> times = new ArrayList<>();

  /** The mark before the first launch, which others are compared with; null before it. */
  private Mark first;

  private boolean running;

  /** A launch, between two marks of its queue. */
  private record Run(Mark begin, Mark end) {}

  KernelClock(Device device) {
    this.device = device;
  }

  /** A scan begins. */
  void begin() {
    recycle(before);
    recycle(now);
    times.clear();
    if (first != null) {
      idle.add(first);
    }
    first = null;
    running = true;
  }

  /** A piece has ended: what was launched before it is over. */
  void endPiece() {
    read(before);
    List<Run> over = before;
    before = now;
    now = over;
  }

  /**
   * The scan has ended, and all its kernels.
   *
   * @return milliseconds in which some kernel ran
   */
  double end() {
    read(before);
    read(now);
    running = false;
    times.sort(Comparator.comparingDouble(DoubleDoublePair::leftDouble));
    double sum = 0;
    double to = Double.NEGATIVE_INFINITY;
    for (DoubleDoublePair time : times) {
      sum += Math.max(0, time.rightDouble() - Math.max(to, time.leftDouble()));
      to = Math.max(to, time.rightDouble());
    }
    return sum;
  }

  private void read(List<Run> runs) {
    for (Run run : runs) {
      run.end().await();
      times.add(DoubleDoublePair.of(run.begin().millisSince(first), run.end().millisSince(first)));
    }
    recycle(runs);
  }

  private void recycle(List<Run> runs) {
    for (Run run : runs) {
      idle.add(run.begin());
      idle.add(run.end());
    }
    runs.clear();
  }

  private Mark mark() {
    Mark mark = idle.poll();
    if (mark == null) {
      mark = device.newMark();
      all.add(mark);
    }
    return mark;
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
    return device.allocate(bytes);
  }

  @Override
  public HostBuffer allocateHost(long bytes) {
    return device.allocateHost(bytes);
  }

  @Override
  public Queue newQueue() {
    return new ClockedQueue(device.newQueue());
  }

  @Override
  public Mark newMark() {
    return device.newMark();
  }

  /** Gives the marks back; the device is somebody else's. */
  @Override
  public void close() {
    for (Mark mark : all) {
      mark.close();
    }
    all.clear();
    idle.clear();
  }

  /** A queue whose launches are noted. */
  private final class ClockedQueue implements Queue {

    private final Queue queue;

    ClockedQueue(Queue queue) {
      this.queue = queue;
    }

    @Override
    public void launch(Kernel kernel, Grid grid, Arguments arguments) {
      Run run = begin();
      queue.launch(kernel, grid, arguments);
      end(run);
    }

    @Override
    public int run(Sequence sequence) {
      Run run = begin();
      int launches = queue.run(sequence);
      end(run);
      return launches;
    }

    /** Before a launch, which goes between two marks; null if no scan is on. */
    private Run begin() {
      if (!running) {
        return null;
      }
      if (first == null) {
        first = mark();
        queue.record(first);
      }
      Run run = new Run(mark(), mark());
      queue.record(run.begin());
      return run;
    }

    private void end(Run run) {
      if (run != null) {
        queue.record(run.end());
        now.add(run);
      }
    }

    @Override
    public void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long offset, long bytes) {
      queue.copyIn(to, toOffset, from, offset, bytes);
    }

    @Override
    public void copyOut(HostBuffer to, long toOffset, DeviceBuffer from, long offset, long bytes) {
      queue.copyOut(to, toOffset, from, offset, bytes);
    }

    @Override
    public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
      queue.fill(buffer, offset, bytes, value);
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
