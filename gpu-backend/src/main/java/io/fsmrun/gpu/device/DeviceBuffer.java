package io.fsmrun.gpu.device;

/** Memory of a device. */
public interface DeviceBuffer extends AutoCloseable {

  /**
   * Its address on the device, which kernels take as an argument.
   *
   * @return a multiple of 256
   */
  long address();

  /**
   * Its size.
   *
   * @return bytes
   */
  long sizeBytes();

  /** Gives the memory back. Idempotent. */
  @Override
  void close();
}
