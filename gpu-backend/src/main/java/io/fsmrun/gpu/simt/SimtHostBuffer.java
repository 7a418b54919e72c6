package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.HostBuffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory of the host, aligned to pages, as if it were page-locked. */
final class SimtHostBuffer implements HostBuffer {

  private static final int PAGE = 4096;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment segment;

  SimtHostBuffer(long bytes) {
    segment = arena.allocate(bytes, PAGE);
  }

  @Override
  public MemorySegment segment() {
    return segment;
  }

  @Override
  public void close() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }
}
