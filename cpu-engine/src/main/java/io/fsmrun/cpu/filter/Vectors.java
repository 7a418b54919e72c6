package io.fsmrun.cpu.filter;

/** Whether vector instructions may be used. */
final class Vectors {

  private static final boolean PRESENT =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private Vectors() {}

  static boolean shuffles() {
    return PRESENT && ShuffleFinder.isFast();
  }
}
