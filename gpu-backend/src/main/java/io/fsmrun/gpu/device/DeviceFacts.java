package io.fsmrun.gpu.device;

/**
 * What a device is.
 *
 * @param name its name, as users know it
 * @param driver the driver and its version, or what stands in for it
 * @param computeCapability 10 times the major version of the compute capability and its minor one:
 *     75, 90
 * @param processors number of streaming multiprocessors, at least 1
 * @param sharedBytes shared memory that one block may have
 * @param processorSharedBytes shared memory of one multiprocessor
 * @param memoryBytes device memory in all
 */
public record DeviceFacts(
    String name,
    String driver,
    int computeCapability,
    int processors,
    int sharedBytes,
    int processorSharedBytes,
    long memoryBytes) {

  /** Threads of a warp, on every device that there is. */
  public static final int WARP = 32;
}
