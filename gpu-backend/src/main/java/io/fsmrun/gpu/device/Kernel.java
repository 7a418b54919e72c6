package io.fsmrun.gpu.device;

/** A function of a {@link Program} that can be launched. */
public interface Kernel {

  /**
   * The name of the kernel.
   *
   * @return the name of its {@code .entry}
   */
  String name();

  /**
   * How many blocks fit on one multiprocessor at once.
   *
   * @param threads threads of a block
   * @param sharedBytes dynamic shared memory of a block
   * @return at least 0; 0 if a block does not fit at all
   */
  int blocksPerProcessor(int threads, int sharedBytes);
}
