package io.fsmrun.gpu;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.CallerGroup;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.flow.GpuBackend;

/**
 * The back end {@code gpu} on a device of this machine, which is opened when the first automaton is
 * prepared: to start the driver takes a good part of a second, and to be listed among the back ends
 * takes none.
 *
 * <p>Safe for use by several threads, except for {@link #close}.
 */
public final class LazyGpuBackend implements Backend, AutoCloseable {

  private final int ordinal;
  private Device device;
  private volatile GpuBackend opened;

  /** The back end on the first GPU. */
  public LazyGpuBackend() {
    this(0);
  }

  /**
   * The back end on some GPU.
   *
   * @param ordinal which one, from 0
   */
  public LazyGpuBackend(int ordinal) {
    this.ordinal = ordinal;
  }

  @Override
  public String name() {
    return "gpu";
  }

  /**
   * Opens the device unless that is done.
   *
   * @return what it is
   * @throws DeviceException if there is none, or it refuses the kernels; the message says why
   */
  public DeviceFacts open() {
    opened();
    return device.facts();
  }

  private synchronized GpuBackend opened() {
    if (opened == null) {
      if (device == null) {
        device = Devices.open(ordinal);
      }
      opened = new GpuBackend(device);
    }
    return opened;
  }

  /**
   * {@inheritDoc}
   *
   * @throws DeviceException if the device cannot be opened
   */
  @Override
  public Engine prepare(Automaton automaton) {
    return opened().prepare(automaton);
  }

  @Override
  public int callersWanted() {
    return opened == null ? 1 : opened.callersWanted();
  }

  @Override
  public CallerGroup announce(byte[] input, int callers) {
    return opened().announce(input, callers);
  }

  /**
   * Gives the device back, lost or not, once no call is under way. Engines of this back end cannot
   * be used any more.
   */
  @Override
  public synchronized void close() {
    if (device != null) {
      try {
        device.close();
      } catch (DeviceException e) {
        // A device that is lost cannot even be closed, and whoever used it knows why.
      }
    }
  }
}
