package io.fsmrun.gpu.device;

/**
 * Work of a device that is done in order. Copies and launches return at once, before they are done;
 * failures may surface in any later call.
 */
public interface Queue extends AutoCloseable {

  /**
   * Copies from the host to the device.
   *
   * @param to device memory
   * @param toOffset where in it, in bytes
   * @param from memory of the host
   * @param fromOffset where in it, in bytes
   * @param bytes how much
   * @throws DeviceException if the device fails
   * @throws IndexOutOfBoundsException if that is outside of either
   */
  void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long fromOffset, long bytes);

  /**
   * Copies from the device to the host.
   *
   * @param to memory of the host
   * @param toOffset where in it, in bytes
   * @param from device memory
   * @param fromOffset where in it, in bytes
   * @param bytes how much
   * @throws DeviceException if the device fails
   * @throws IndexOutOfBoundsException if that is outside of either
   */
  void copyOut(HostBuffer to, long toOffset, DeviceBuffer from, long fromOffset, long bytes);

  /**
   * Sets bytes of device memory.
   *
   * @param buffer the memory
   * @param offset where in it, in bytes
   * @param bytes how many
   * @param value what to
   * @throws DeviceException if the device fails
   * @throws IndexOutOfBoundsException if that is outside of it
   */
  void fill(DeviceBuffer buffer, long offset, long bytes, byte value);

  /**
   * Runs a kernel.
   *
   * @param kernel the kernel
   * @param grid how many threads
   * @param arguments its arguments
   * @throws DeviceException if the device refuses
   */
  void launch(Kernel kernel, Grid grid, Arguments arguments);

  /**
   * Records a mark after all work so far.
   *
   * @param mark the mark
   */
  void record(Mark mark);

  /**
   * Has all further work wait for a mark that another queue has recorded.
   *
   * @param mark the mark
   */
  void waitFor(Mark mark);

  /**
   * Waits until all work is done.
   *
   * @throws DeviceException if some of it failed
   */
  void synchronize();

  /** Gives the queue back, when its work is done. Idempotent. */
  @Override
  void close();
}
