package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Members;
import io.fsmrun.cpu.vector.VectorModule;

/** Whether vector instructions may be used. */
final class Vectors {

  private static final boolean SHUFFLES = Members.areLookedUpAtOnce();
  private static final boolean COMPARES = VectorModule.isPresent() && VectorRows.isFast();

  private Vectors() {}

  /** Whether vectors of 64 bytes are worth using, whose bytes one instruction shuffles. */
  static boolean shuffles() {
    return SHUFFLES;
  }

  /**
   * Whether vectors of 64 bytes or 32 are worth using where bytes are compared, or words put
   * together, which needs no more than AVX2.
   */
  static boolean compares() {
    return COMPARES;
  }
}
