package io.fsmrun.gpu.device;

/** A loaded module. */
public interface Program {

  /**
   * A kernel by its name.
   *
   * @param name the name of its {@code .entry}
   * @return the kernel
   * @throws DeviceException if there is none of that name
   */
  Kernel kernel(String name);
}
