package io.fsmrun.gpu.device;

/**
 * A device that runs kernels written in PTX. Made for one owner; its methods may be called by any
 * thread, one at a time.
 */
public interface Device extends AutoCloseable {

  /**
   * What the device is.
   *
   * @return its facts
   */
  DeviceFacts facts();

  /**
   * Device memory that is free now.
   *
   * @return bytes
   */
  long freeBytes();

  /**
   * Loads a module.
   *
   * @param ptx the text of the module
   * @return the module, which lives as long as the device
   * @throws DeviceException if the device refuses it
   */
  Program load(String ptx);

  /**
   * Takes device memory, aligned to 256 bytes, its contents undefined.
   *
   * @param bytes how much, at least 1
   * @return the memory
   * @throws DeviceException if there is not that much
   */
  DeviceBuffer allocate(long bytes);

  /**
   * Takes page-locked memory of the host, which is copied to and from the device at the speed of
   * the link.
   *
   * @param bytes how much, at least 1, less than 2 GiB
   * @return the memory, zeroed
   * @throws DeviceException if there is not that much
   */
  HostBuffer allocateHost(long bytes);

  /**
   * A new queue of work. What is put into one queue is done in order; queues go on side by side.
   *
   * @return the queue
   */
  Queue newQueue();

  /**
   * A new mark, recorded by no queue yet.
   *
   * @return the mark
   */
  Mark newMark();

  /** Gives all back. Idempotent. */
  @Override
  void close();
}
