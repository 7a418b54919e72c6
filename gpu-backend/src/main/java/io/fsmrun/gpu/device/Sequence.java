package io.fsmrun.gpu.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Kernels and copies that are done one after the other, noted first and then run as one, see {@link
 * Queue#run}. Whoever runs much the same again and again clears one sequence and notes the steps
 * anew: a queue remembers a sequence, and tells the device only what has changed. Mutable, for one
 * thread.
 */
public final class Sequence implements Steps {

  /** A step. Two are equal if doing either does the same. */
  public sealed interface Step {

    /**
     * Does the step, or notes it.
     *
     * @param steps what takes it
     */
    void putInto(Steps steps);

    /**
     * Whether a step differs from this one in numbers and addresses only.
     *
     * @param other the other step
     * @return whether both run the same kernel, or both copy
     */
    boolean isAlike(Step other);
  }

  /**
   * Runs a kernel.
   *
   * @param kernel the kernel
   * @param grid how many threads
   * @param arguments its arguments
   */
  public record Launch(Kernel kernel, Grid grid, Arguments arguments) implements Step {

    @Override
    public void putInto(Steps steps) {
      steps.launch(kernel, grid, arguments);
    }

    @Override
    public boolean isAlike(Step other) {
      return other instanceof Launch launch && launch.kernel.equals(kernel);
    }
  }

  /**
   * Copies from the device to the host.
   *
   * @param to memory of the host
   * @param toOffset where in it, in bytes
   * @param from device memory
   * @param fromOffset where in it, in bytes
   * @param bytes how much, at least 1
   */
  public record CopyOut(
      HostBuffer to, long toOffset, DeviceBuffer from, long fromOffset, long bytes)
      implements Step {

    @Override
    public void putInto(Steps steps) {
      steps.copyOut(to, toOffset, from, fromOffset, bytes);
    }

    @Override
    public boolean isAlike(Step other) {
      return other instanceof CopyOut;
    }
  }

  private final List<Step> steps = new ArrayList<>();
  private int launches;

  /** No steps yet. */
  public Sequence() {}

  @Override
  public void copyOut(
      HostBuffer to, long toOffset, DeviceBuffer from, long fromOffset, long bytes) {
    Objects.checkFromIndexSize(toOffset, bytes, to.segment().byteSize());
    Objects.checkFromIndexSize(fromOffset, bytes, from.sizeBytes());
    if (bytes > 0) {
      steps.add(new CopyOut(to, toOffset, from, fromOffset, bytes));
    }
  }

  @Override
  public void launch(Kernel kernel, Grid grid, Arguments arguments) {
    steps.add(new Launch(kernel, grid, arguments));
    launches++;
  }

  /** Forgets all steps. What was run goes on. */
  public void clear() {
    steps.clear();
    launches = 0;
  }

  /**
   * Whether there are no steps.
   *
   * @return whether nothing is to be done
   */
  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /**
   * The steps.
   *
   * @return a copy of them, in order
   */
  public List<Step> steps() {
    return List.copyOf(steps);
  }

  /**
   * Kernels among the steps.
   *
   * @return how many
   */
  public int launches() {
    return launches;
  }

  /**
   * Copies among the steps.
   *
   * @return how many
   */
  public int copies() {
    return steps.size() - launches;
  }

  /**
   * Puts all steps somewhere, in order.
   *
   * @param other where
   */
  public void putInto(Steps other) {
    for (Step step : steps) {
      step.putInto(other);
    }
  }
}
