package io.fsmrun.gpu.device;

/** What takes steps of work: a {@link Queue} does them, a {@link Sequence} notes them. */
public interface Steps {

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
   * Runs a kernel.
   *
   * @param kernel the kernel
   * @param grid how many threads
   * @param arguments its arguments, which are not changed afterwards
   * @throws DeviceException if the device refuses
   */
  void launch(Kernel kernel, Grid grid, Arguments arguments);
}
