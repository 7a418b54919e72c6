package io.fsmrun.gpu.input;

import io.fsmrun.gpu.device.DeviceException;
import java.io.IOException;

/** A scan that goes on by pieces of its input, when its caller says so. For one thread. */
public interface PieceScan extends AutoCloseable {

  /**
   * Takes the next piece through the kernels, and starts the one after it.
   *
   * @return whether there is another one
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails
   */
  boolean next() throws IOException;

  /**
   * How much of the input has been taken through.
   *
   * @return bytes
   */
  long bytes();

  /** Waits until the device has left the memory of the input, if the scan did not end. */
  @Override
  void close();
}
