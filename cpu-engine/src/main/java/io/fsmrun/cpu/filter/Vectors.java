package io.fsmrun.cpu.filter;

/** Whether vector instructions may be used. */
final class Vectors {

  private static final boolean PRESENT =
      ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

  private static final boolean SHUFFLES = PRESENT && TabulatedHashes.isFast();

  private Vectors() {}

  /** Whether vectors of 64 bytes are worth using. */
  static boolean shuffles() {
    return SHUFFLES;
  }
}
