package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.bytes.Members;

/** Whether vector instructions may be used. */
final class Vectors {

  private static final boolean SHUFFLES = Members.areFast();

  private Vectors() {}

  /** Whether vectors of 64 bytes are worth using. */
  static boolean shuffles() {
    return SHUFFLES;
  }
}
