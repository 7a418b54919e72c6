package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;

/** Pieces of a block, advanced together. */
final class Lanes {

  Lanes(SetRunner runner, SetAutomaton automaton, SetTable table) {}

  boolean worthFor(int length) {
    return false;
  }

  int run(byte[] input, int from, int to, long base, ReportBuffer out) {
    return from;
  }

  int pauseEnd(int from, int to) {
    return to;
  }

  void paused(int symbols) {}

  long kept() {
    return 0;
  }

  long wasted() {
    return 0;
  }
}
