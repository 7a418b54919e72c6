package io.fsmrun.cpu.vector;

/** Whether Java was started with its vector module; classes that use it must not be loaded else. */
public final class VectorModule {

  private VectorModule() {}

  /**
   * Whether it is there.
   *
   * @return the same always
   */
  public static boolean isPresent() {
    return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
  }
}
