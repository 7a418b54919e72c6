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
 * @param flows runs calls of deterministic automata
 * @param bits runs flows of position automata
 */
record Kernels(Kernel flows, Kernel bits) {

  private static final String RESOURCE = "/io/fsmrun/gpu/flows.ptx";

  static Kernels load(Device device) {
    Program program = device.load(ptx());
    return new Kernels(program.kernel("flows"), program.kernel("bits"));
  }

  static String ptx() {
    try (InputStream in = Kernels.class.getResourceAsStream(RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
