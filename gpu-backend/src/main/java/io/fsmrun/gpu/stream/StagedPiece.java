package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A piece that other threads put together before it is needed. */
final class StagedPiece {

  private final PiecePipeline.Work work;
  private final CompletableFuture<ScanInput.Piece> piece;

  /**
   * Begins to put a piece together.
   *
   * @param stage where to, used by nobody else
   * @param before the piece before it in the same input, or null
   * @param most how many bytes
   */
  StagedPiece(
      PiecePipeline.Work work,
      HostBuffer stage,
      ScanInput.Piece before,
      int most,
      HostThreads threads) {
    this.work = work;
    this.piece =
        threads.ahead(
            () -> {
              try {
                return work.input().next(stage, StreamProgram.OVERLAP, before, most);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  PiecePipeline.Work work() {
    return work;
  }

  /**
   * Waits for the piece.
   *
   * @throws IOException if reading fails
   */
  ScanInput.Piece await() throws IOException {
    try {
      return piece.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException failed) {
        throw failed.getCause();
      }
      if (e.getCause() instanceof RuntimeException failed) {
        throw failed;
      }
      throw e;
    }
  }

  /** Waits until nothing is put into the stage any more, whatever came of it. */
  void end() {
    piece.handle((done, failure) -> done).join();
  }
}
