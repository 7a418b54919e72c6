package io.fsmrun.gpu.device;

/**
 * Work of a device that is done in order. Copies and launches return at once, before they are done;
 * failures may surface in any later call.
 */
public interface Queue extends Steps, AutoCloseable {

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
   * Does the steps of a sequence, with a single launch if the device can: it is told at once of all
   * kernels and copies, and starts each when the one before is done.
   *
   * @param sequence the steps, which may be changed afterwards
   * @return how many launches that took: 1, or as many as there are kernels
   * @throws DeviceException if the device refuses
   */
  int run(Sequence sequence);

  /**
   * Tells the device of a sequence that will be run soon, much as it is now, so that less is left
   * to be told then. Nothing is started.
   *
   * @param sequence the steps, of which no earlier run is on the way
   */
  default void prepare(Sequence sequence) {}

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
