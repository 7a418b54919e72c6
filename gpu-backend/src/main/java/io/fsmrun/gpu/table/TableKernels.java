package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The kernels of {@code tables.cu}, loaded on a device. */
final class TableKernels {

  private static final String RESOURCE = "/io/fsmrun/gpu/tables.ptx";

  private final Program program;
  private final Kernel compare;
  private final Kernel chain;
  private final Kernel list;
  private final Kernel count;
  private final Kernel scanCounts;
  private final Kernel scanTotals;
  private final Kernel write;

  private TableKernels(Program program) {
    this.program = program;
    this.compare = program.kernel("compareStarts");
    this.chain = program.kernel("chainSegments");
    this.list = program.kernel("listPieces");
    this.count = program.kernel("countReports");
    this.scanCounts = program.kernel("scanCounts");
    this.scanTotals = program.kernel("scanTotals");
    this.write = program.kernel("writeReports");
  }

  static TableKernels load(Device device) {
    return new TableKernels(device.load(text()));
  }

  private static String text() {
    try (InputStream in = TableKernels.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new DeviceException("the kernels are missing from the program: " + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new DeviceException("the kernels cannot be read: " + RESOURCE, e);
    }
  }

  /** The kernel that runs segments of a pass. */
  Kernel scan(TableLayout.Kind kind, int groups, boolean staged) {
    String name =
        switch (kind) {
          case DIRECT -> "scanDirect";
          case CLASSED -> "scanClassed";
          case PRIVATE -> "scanPrivate";
          case FAR -> "scanFar";
        };
    return program.kernel(name + groups + (staged ? "Staged" : ""));
  }

  Kernel compare() {
    return compare;
  }

  Kernel chain() {
    return chain;
  }

  Kernel list() {
    return list;
  }

  Kernel count() {
    return count;
  }

  Kernel scanCounts() {
    return scanCounts;
  }

  Kernel scanTotals() {
    return scanTotals;
  }

  Kernel write() {
    return write;
  }
}
