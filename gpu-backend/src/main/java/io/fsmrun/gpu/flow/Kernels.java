package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The kernels of {@code flows.cu}.
 *
 * @param known runs known states
 * @param flows runs flows of deterministic automata
 * @param bits runs flows of position automata
 * @param scatter changes the pool of sets
 */
record Kernels(Kernel known, Kernel flows, Kernel bits, Kernel scatter) {

  private static final String RESOURCE = "/io/fsmrun/gpu/flows.ptx";

  static Kernels load(Device device) {
    Program program = device.load(ptx());
    return new Kernels(
        program.kernel("known"),
        program.kernel("flows"),
        program.kernel("bits"),
        program.kernel("scatter"));
  }

  static String ptx() {
    try (InputStream in = Kernels.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
