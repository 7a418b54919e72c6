package io.fsmrun.gpu.stream;

/**
 * What lies side by side in an input: packets, or what there is of flows. Tells the device where in
 * a piece they lie, and finds out whose a report is. Called for each piece in this order.
 */
interface InputLayout {

  /** Writes into a piece what lies in it, its overlap included. */
  void locate(ChunkSlot slot);

  /** Takes what a piece says of the ends of flows, which lies on the host. */
  default void collect(ChunkSlot slot) {}

  /** Takes the records of some windows of a piece, which come in order; they lie on the host. */
  void take(ChunkSlot slot, int fromWindow, int toWindow);

  /** After the last piece. */
  void finish();
}
