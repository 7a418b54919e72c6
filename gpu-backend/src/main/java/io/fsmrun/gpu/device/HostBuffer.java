package io.fsmrun.gpu.device;

import java.lang.foreign.MemorySegment;

/** Page-locked memory of the host. */
public interface HostBuffer extends AutoCloseable {

  /**
   * The memory; not to be used after the buffer is closed, nor while a queue copies it.
   *
   * @return all of it, in native byte order when read as numbers
   */
  MemorySegment segment();

  /** Gives the memory back. Idempotent. */
  @Override
  void close();
}
