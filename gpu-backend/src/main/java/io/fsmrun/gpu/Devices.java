package io.fsmrun.gpu;

import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.simt.SimtDevice;

/**
 * Opens devices by number.
 *
 * <p>The system property {@value #PROPERTY} puts something else in the place of the GPUs, for tests
 * and for debugging: {@code reference} the reference executor, which runs the same kernels without
 * a GPU, slowly; {@code reference:N} one that is lost at its launch number N; {@code none} no GPU.
 */
public final class Devices {

  /** Name of the system property. */
  public static final String PROPERTY = "fsmrun.gpu.device";

  private static final String REFERENCE = "reference";

  private Devices() {}

  /**
   * Opens a device.
   *
   * @param ordinal which one, from 0
   * @return the device, to be closed by the caller
   * @throws DeviceException if there is none, no driver, or it is too old; the message says which
   */
  public static Device open(int ordinal) {
    String instead = System.getProperty(PROPERTY, "");
    if (instead.isEmpty()) {
      return CudaDevice.open(ordinal);
    }
    if (instead.equals("none")) {
      throw new DeviceException("no GPU: " + PROPERTY + " says so");
    }
    SimtDevice device = new SimtDevice();
    if (!instead.equals(REFERENCE)) {
      device.failAfterLaunches(launches(instead));
    }
    return device;
  }

  private static int launches(String value) {
    String prefix = REFERENCE + ":";
    try {
      if (value.startsWith(prefix)) {
        return Integer.parseInt(value.substring(prefix.length()));
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new DeviceException(
        PROPERTY + "=" + value + " is none of reference, reference:N and none");
  }
}
