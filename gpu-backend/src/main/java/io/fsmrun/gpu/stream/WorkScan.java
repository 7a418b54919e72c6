package io.fsmrun.gpu.stream;

import java.io.IOException;
import java.util.function.Supplier;

/** Scans inputs in which packets or runs lie side by side, one after the other. */
final class WorkScan {

  private WorkScan() {}

  /**
   * Takes all inputs through. While the kernels run over the last piece of one, the first one of
   * the next is staged, and while they run over that, the reports of the one before are handed
   * over.
   *
   * @param works gives one after the other, each when the one before is staged; null at the end
   */
  static void run(PiecePipeline pieces, Supplier<PiecePipeline.Work> works) throws IOException {
    boolean complete = false;
    pieces.count();
    try {
      pieces.counted(takeAll(pieces, works));
      complete = true;
    } finally {
      if (!complete) {
        // Work on the way still uses the memory of both pieces, and perhaps that of the input.
        pieces.quiesce();
      }
    }
  }

  private static long takeAll(PiecePipeline pieces, Supplier<PiecePipeline.Work> works)
      throws IOException {
    long bytes = 0;
    PiecePipeline.Work first = works.get();
    ChunkSlot current = first == null ? null : pieces.first(first);
    if (current != null) {
      pieces.launch(current);
    }
    while (current != null) {
      InputLayout layout = current.layout;
      boolean isLast = current.piece.last();
      bytes += current.piece.bytes();
      current = pieces.advance(current, works, null, null);
      if (isLast) {
        layout.finish();
      }
    }
    return bytes;
  }
}
