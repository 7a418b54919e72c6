package io.fsmrun.gpu.flow;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The kernels of {@code flows.cu} and {@code positions.cu}.
 *
 * @param flows runs calls of deterministic automata
 * @param bits runs flows of position automata
 */
record Kernels(Kernel flows, Kernel bits) {

  static Kernels load(Device device) {
    Program flows = device.load(ptx("flows"));
    Program positions = device.load(ptx("positions"));
    return new Kernels(flows.kernel("flows"), positions.kernel("bits"));
  }

  private static String ptx(String name) {
    try (InputStream in = Kernels.class.getResourceAsStream("/io/fsmrun/gpu/" + name + ".ptx")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
