package io.fsmrun.gpu.device;

/**
 * How many threads a launch has.
 *
 * @param blocks number of blocks, at least 1
 * @param threads threads of a block, at most 1024, a multiple of 32
 * @param sharedBytes dynamic shared memory of each block
 */
public record Grid(int blocks, int threads, int sharedBytes) {

  /** Checks the numbers. */
  public Grid {
    if (blocks < 1 || threads < 1 || threads > 1024 || threads % DeviceFacts.WARP != 0) {
      throw new IllegalArgumentException(blocks + " blocks of " + threads + " threads");
    }
    if (sharedBytes < 0) {
      throw new IllegalArgumentException("shared memory of " + sharedBytes + " bytes");
    }
  }
}
