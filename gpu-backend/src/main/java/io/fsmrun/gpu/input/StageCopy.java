package io.fsmrun.gpu.input;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** Copies large pieces of memory by as many threads as help. */
final class StageCopy {

  /** Less than this is copied before threads have started. */
  private static final int LEAST_BYTES = 1 << 20;

  private final HostThreads threads;

  /** Copies by given threads; null for those that all programs share. */
  StageCopy(HostThreads threads) {
    this.threads = threads;
  }

  void copy(ScanInput.Source from, long fromOffset, MemorySegment to, long toOffset, int bytes) {
    int most = threads == null ? Runtime.getRuntime().availableProcessors() : threads.count();
    int parts = Math.min(most, bytes / LEAST_BYTES);
    if (parts <= 1) {
      from.copy(fromOffset, bytes, to, toOffset);
      return;
    }
    if (threads != null) {
      threads.inParallel(
          bytes,
          parts,
          (part, start, end) -> from.copy(fromOffset + start, end - start, to, toOffset + start));
      return;
    }
    IntStream.range(0, parts)
        .parallel()
        .forEach(
            i -> {
              long start = (long) bytes * i / parts;
              long end = (long) bytes * (i + 1) / parts;
              from.copy(fromOffset + start, end - start, to, toOffset + start);
            });
  }
}
