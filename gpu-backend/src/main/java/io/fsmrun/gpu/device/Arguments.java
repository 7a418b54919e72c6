package io.fsmrun.gpu.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The arguments of a launch, in the order of the kernel's parameters. Equal if all values are. For
 * one thread.
 */
public final class Arguments {

  /**
   * One argument.
   *
   * @param value its value, sign-extended
   * @param bytes its size, 4 or 8
   */
  public record Value(long value, int bytes) {}

  private final List<Value> values = new ArrayList<>();

  /** No arguments yet. */
  public Arguments() {}

  /**
   * Adds a number of 32 bits.
   *
   * @param value the number
   * @return these arguments
   */
  public Arguments int32(int value) {
    values.add(new Value(value, Integer.BYTES));
    return this;
  }

  /**
   * Adds a number of 64 bits.
   *
   * @param value the number
   * @return these arguments
   */
  public Arguments int64(long value) {
    values.add(new Value(value, Long.BYTES));
    return this;
  }

  /**
   * Adds the address of device memory.
   *
   * @param buffer the memory
   * @return these arguments
   */
  public Arguments buffer(DeviceBuffer buffer) {
    return int64(buffer.address());
  }

  /**
   * Adds an address inside device memory.
   *
   * @param buffer the memory
   * @param offsetBytes where in it
   * @return these arguments
   */
  public Arguments buffer(DeviceBuffer buffer, long offsetBytes) {
    return int64(buffer.address() + offsetBytes);
  }

  /**
   * All arguments so far.
   *
   * @return the values, in order
   */
  public List<Value> values() {
    return Collections.unmodifiableList(values);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Arguments arguments && arguments.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }
}
