package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Program;
import io.fsmrun.gpu.device.Queue;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** An NVIDIA GPU. */
public final class CudaDevice implements Device {

  /** Compute capability 7.5, times ten: what the kernels are compiled for. */
  public static final int LEAST_CAPABILITY = 75;

  private static final int NAME_BYTES = 256;
  private static final int THOUSAND = 1000;

  /** As the driver tells it. JCuda calls graphs by names that older drivers do not have. */
  private static final int VERSION_WITH_GRAPHS = 12 * THOUSAND;

  private final CUdevice device;
  private final CUcontext context;
  private final DeviceFacts facts;
  private boolean closed;

  private CudaDevice(CUdevice device, CUcontext context, DeviceFacts facts) {
    this.device = device;
    this.context = context;
    this.facts = facts;
  }

  /**
   * Opens a device.
   *
   * @param ordinal which one, from 0
   * @return the device
   * @throws DeviceException if there is none, no driver, or it is too old; the message says which
   */
  public static CudaDevice open(int ordinal) {
    try {
      check("looking for a GPU", () -> JCudaDriver.cuInit(0));
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      throw new DeviceException("no GPU: no CUDA driver could be loaded on this machine", e);
    }
    int[] count = new int[1];
    JCudaDriver.cuDeviceGetCount(count);
    if (ordinal < 0 || ordinal >= count[0]) {
      throw new DeviceException("no GPU number " + ordinal + ": there are " + count[0]);
    }
    CUdevice device = new CUdevice();
    JCudaDriver.cuDeviceGet(device, ordinal);
    DeviceFacts facts = factsOf(device);
    if (facts.computeCapability() < LEAST_CAPABILITY) {
      throw new DeviceException(
          facts.name()
              + " is too old: compute capability "
              + dotted(facts.computeCapability())
              + ", needed is "
              + dotted(LEAST_CAPABILITY));
    }
    CUcontext context = new CUcontext();
    check("opening " + facts.name(), () -> JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
    return new CudaDevice(device, context, facts);
  }

  private static String dotted(int tenfold) {
    return tenfold / 10 + "." + tenfold % 10;
  }

  private static DeviceFacts factsOf(CUdevice device) {
    byte[] name = new byte[NAME_BYTES];
    JCudaDriver.cuDeviceGetName(name, name.length, device);
    int length = 0;
    while (length < name.length && name[length] != 0) {
      length++;
    }
    long[] memory = new long[1];
    JCudaDriver.cuDeviceTotalMem(memory, device);
    int version = version();
    return new DeviceFacts(
        new String(name, 0, length, StandardCharsets.UTF_8),
        "CUDA " + version / THOUSAND + "." + version % THOUSAND / 10,
        10 * attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
            + attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        attribute(device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
        attribute(
            device, CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
        memory[0]);
  }

  private static int version() {
    int[] version = new int[1];
    JCudaDriver.cuDriverGetVersion(version);
    return version[0];
  }

  private static int attribute(CUdevice device, int attribute) {
    int[] value = new int[1];
    JCudaDriver.cuDeviceGetAttribute(value, attribute, device);
    return value[0];
  }

  /** Calls the driver, and turns what it refuses into a message for users. */
  static void check(String what, IntSupplier call) {
    int result = call.getAsInt();
    if (result != CUresult.CUDA_SUCCESS) {
      String[] text = new String[1];
      JCudaDriver.cuGetErrorString(result, text);
      throw new DeviceException(
          what + " failed: the CUDA driver says " + CUresult.stringFor(result) + ", " + text[0]);
    }
  }

  /** Makes the device that of the calling thread. */
  void attach() {
    if (closed) {
      throw new DeviceException(facts.name() + " was closed");
    }
    check("using " + facts.name(), () -> JCudaDriver.cuCtxSetCurrent(context));
  }

  /** Whether sequences can be run as one launch; else each kernel is a launch of its own. */
  boolean hasGraphs() {
    return version() >= VERSION_WITH_GRAPHS;
  }

  CUcontext context() {
    return context;
  }

  @Override
  public DeviceFacts facts() {
    return facts;
  }

  @Override
  public long freeBytes() {
    attach();
    long[] free = new long[1];
    long[] all = new long[1];
    check("asking for free memory", () -> JCudaDriver.cuMemGetInfo(free, all));
    return free[0];
  }

  @Override
  public Program load(String ptx) {
    attach();
    CUmodule module = new CUmodule();
    check("loading kernels", () -> JCudaDriver.cuModuleLoadData(module, ptx));
    return new CudaProgram(this, module);
  }

  @Override
  public DeviceBuffer allocate(long bytes) {
    attach();
    return new CudaBuffer(this, bytes);
  }

  @Override
  public HostBuffer allocateHost(long bytes) {
    attach();
    return new CudaHostBuffer(this, bytes);
  }

  @Override
  public Queue newQueue() {
    attach();
    return new CudaQueue(this);
  }

  @Override
  public Mark newMark() {
    attach();
    return new CudaMark(this);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      check("closing " + facts.name(), () -> JCudaDriver.cuDevicePrimaryCtxRelease(device));
    }
  }

  boolean isClosed() {
    return closed;
  }
}
