package io.fsmrun.gpu.simt;

/** What an instruction does to the lanes of a warp. */
@FunctionalInterface
interface Operation {

  /** The mask of all lanes of a warp. */
  int ALL = -1;

  /**
   * Does it.
   *
   * @param warp the warp, whose next instruction is already the one after this
   * @param mask the lanes for which it is done; bit i is lane i
   */
  void run(Warp warp, int mask);
}
