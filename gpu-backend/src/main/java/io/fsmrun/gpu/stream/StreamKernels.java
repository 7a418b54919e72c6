package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The kernels of {@code streams.cu}, loaded on a device. */
record StreamKernels(
    Kernel scan,
    Kernel scanFlows,
    Kernel clear,
    Kernel begin,
    Kernel takeOver,
    Kernel mark,
    Kernel markRuns,
    Kernel leaveStates,
    Kernel resumeStates,
    Kernel startStates,
    Kernel sortStates,
    Kernel order,
    Kernel gather,
    Kernel find) {

  private static final String RESOURCE = "/io/fsmrun/gpu/streams.ptx";

  static StreamKernels load(Device device) {
    Program program = device.load(text());
    return new StreamKernels(
        program.kernel("scanStreams"),
        program.kernel("scanFlows"),
        program.kernel("clearWords"),
        program.kernel("beginPiece"),
        program.kernel("takeOver"),
        program.kernel("markBounds"),
        program.kernel("markRuns"),
        program.kernel("leaveStates"),
        program.kernel("resumeStates"),
        program.kernel("startStates"),
        program.kernel("sortStates"),
        program.kernel("orderRecords"),
        program.kernel("gatherRecords"),
        program.kernel("findRecords"));
  }

  private static String text() {
    try (InputStream in = StreamKernels.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new DeviceException("the kernels are missing from the program: " + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new DeviceException("the kernels cannot be read: " + RESOURCE, e);
    }
  }
}
