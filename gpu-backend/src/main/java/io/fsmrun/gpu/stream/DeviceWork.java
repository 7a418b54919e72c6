package io.fsmrun.gpu.stream;

/**
 * What was put into the queues of a device, and how often the host waited for them: what a piece of
 * input costs beside the work of its kernels, some microseconds each.
 *
 * @param launches launches, of a kernel or of a sequence of kernels and copies as one
 * @param kernels kernels in all of them
 * @param fills ranges of device memory that were set
 * @param copies ranges copied to the device or from it
 * @param waits times that the host waited until a queue came to some place
 */
public record DeviceWork(long launches, long kernels, long fills, long copies, long waits) {

  /** Nothing yet. */
  public static final DeviceWork NONE = new DeviceWork(0, 0, 0, 0, 0);

  /**
   * What came after.
   *
   * @param before what there was before
   * @return the differences
   */
  public DeviceWork since(DeviceWork before) {
    return new DeviceWork(
        launches - before.launches,
        kernels - before.kernels,
        fills - before.fills,
        copies - before.copies,
        waits - before.waits);
  }

  /**
   * Both together.
   *
   * @param other the other
   * @return the sums
   */
  public DeviceWork plus(DeviceWork other) {
    return new DeviceWork(
        launches + other.launches,
        kernels + other.kernels,
        fills + other.fills,
        copies + other.copies,
        waits + other.waits);
  }
}
