package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Program;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A module whose kernels are decoded. */
final class SimtProgram implements Program {

  private static final int PROCESSOR_THREADS = 2048;
  private static final int PROCESSOR_BLOCKS = 32;
  private static final int RESERVED_SHARED_BYTES = 1024;

  private final Map<String, SimtKernel> kernels = new HashMap<>();

  /** Takes memory for variables, and has kernels decoded. */
  SimtProgram(String ptx, PtxModule module, SimtDevice device, GlobalMemory memory) {
    Map<PtxVariable, Long> addresses = new HashMap<>();
    for (PtxVariable variable : module.variables()) {
      int bytes = Math.max(1, variable.bytes());
      long address = memory.allocate(bytes, variable.space() == PtxSpace.CONST);
      byte[] initial = variable.initial().bytes();
      byte[] data = memory.data(GlobalMemory.slot(address));
      // Variables without an initialiser are zero.
      Arrays.fill(data, (byte) 0);
      System.arraycopy(initial, 0, data, 0, initial.length);
      addresses.put(variable, address);
    }
    for (Code code : RecentModules.all().decode(ptx, addresses)) {
      kernels.put(code.name, new SimtKernel(device, code));
    }
  }

  @Override
  public Kernel kernel(String name) {
    SimtKernel kernel = kernels.get(name);
    if (kernel == null) {
      throw new DeviceException("no kernel " + name + " in the module");
    }
    return kernel;
  }

  /**
   * A kernel of a device.
   *
   * @param device the device
   * @param code the kernel
   */
  record SimtKernel(SimtDevice device, Code code) implements Kernel {

    @Override
    public String name() {
      return code.name;
    }

    @Override
    public int blocksPerProcessor(int threads, int sharedBytes) {
      DeviceFacts facts = device.facts();
      int bytes = code.frame.sharedBytes() + sharedBytes;
      boolean tooManyThreads = code.maximumThreads > 0 && threads > code.maximumThreads;
      if (threads < 1 || threads > 1024 || tooManyThreads || bytes > facts.sharedBytes()) {
        return 0;
      }
      int byThreads = PROCESSOR_THREADS / threads;
      int byShared = facts.processorSharedBytes() / (bytes + RESERVED_SHARED_BYTES);
      return Math.min(Math.min(byThreads, byShared), PROCESSOR_BLOCKS);
    }
  }
}
