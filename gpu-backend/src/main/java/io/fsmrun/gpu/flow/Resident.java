package io.fsmrun.gpu.flow;

/** The table of an automaton, which lies in device memory while it is needed. */
abstract class Resident {

  /** Where it lies, if that is so still; see {@link TableArena}. */
  private long address;

  private long generation = -1;

  /**
   * The table.
   *
   * @return its bytes; the same each time
   */
  abstract byte[] image();

  /** How many bytes it has. */
  abstract long imageBytes();

  /** Where it lies, or -1 if it was given up since. By the thread that launches. */
  final long address(long currentGeneration) {
    return generation == currentGeneration ? address : -1;
  }

  final void placedAt(long newAddress, long currentGeneration) {
    address = newAddress;
    generation = currentGeneration;
  }
}
