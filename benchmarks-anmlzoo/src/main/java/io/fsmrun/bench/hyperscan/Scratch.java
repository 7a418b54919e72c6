package io.fsmrun.bench.hyperscan;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The memory that Hyperscan scans with, one for each thread. */
final class Scratch implements AutoCloseable {

  private final NativeCalls calls;
  private final MemorySegment memory;
  private boolean open = true;

  Scratch(NativeCalls calls, MemorySegment database) {
    this.calls = calls;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment holder = HyperscanDatabase.pointer(arena);
      HyperscanDatabase.check((int) calls.allocScratch.invokeExact(database, holder));
      memory = holder.get(ADDRESS, 0);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /** Where it is; fails if it is closed. */
  MemorySegment memory() {
    if (!open) {
      throw new IllegalStateException("the scanner is closed");
    }
    return memory;
  }

  boolean isOpen() {
    return open;
  }

  long sizeBytes() {
    return HyperscanDatabase.size(calls.scratchSize, memory());
  }

  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      HyperscanDatabase.check((int) calls.freeScratch.invokeExact(memory));
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }
}
