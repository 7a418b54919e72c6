package io.fsmrun.gpu.device;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A device that notes what is taken from it, until that is kept: whoever takes memory in several
 * steps gives all of it back if one of them fails. What it gives is the device's own.
 */
public final class TentativeDevice implements Device {

  private final Device device;
  private Deque<AutoCloseable> taken = new ArrayDeque<>();

  /**
   * Nothing is taken yet.
   *
   * @param device where from; it is never closed by this
   */
  public TentativeDevice(Device device) {
    this.device = device;
  }

  private <T extends AutoCloseable> T note(T resource) {
    if (taken != null) {
      taken.push(resource);
    }
    return resource;
  }

  /** What was taken stays with who took it; from now on nothing is noted. */
  public void keep() {
    taken = null;
  }

  /**
   * Gives back all that was taken, the last first, whether the device is lost or not. Nothing
   * happens after {@link #keep}.
   */
  @Override
  public void close() {
    while (taken != null && !taken.isEmpty()) {
      try {
        taken.pop().close();
      } catch (DeviceException lost) {
        // What failed first is on its way to the caller.
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
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
    return note(device.allocate(bytes));
  }

  @Override
  public HostBuffer allocateHost(long bytes) {
    return note(device.allocateHost(bytes));
  }

  @Override
  public Queue newQueue() {
    return note(device.newQueue());
  }

  @Override
  public Mark newMark() {
    return note(device.newMark());
  }
}
