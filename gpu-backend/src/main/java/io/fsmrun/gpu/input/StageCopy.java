package io.fsmrun.gpu.input;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** Copies large pieces of memory by as many threads as help. */
final class StageCopy {

  /** Less than this is copied before threads have started. */
  private static final int LEAST_BYTES = 1 << 20;

  void copy(ScanInput.Source from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
    int parts = (int) Math.min(Runtime.getRuntime().availableProcessors(), bytes / LEAST_BYTES);
    if (parts <= 1) {
      from.copy(fromOffset, bytes, to, toOffset);
      return;
    }
    IntStream.range(0, parts)
        .parallel()
        .forEach(
            i -> {
              long start = bytes * i / parts;
              long end = bytes * (i + 1) / parts;
              from.copy(fromOffset + start, end - start, to, toOffset + start);
            });
  }
}
