package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.input.PieceScan;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;

/** One scan of a {@link StreamScanner}, piece by piece. For one thread. */
final class StreamScan implements PieceScan {

  private final PiecePipeline pieces;
  private final StreamProgram program;
  private final ScanInput input;
  private final InputLayout layout;
  private final BatchSink sink;
  private final ReportSink others;
  private final BorderReports border;
  private final Runnable afterPiece;
  private ChunkSlot current;
  private long at;
  private boolean isBegun;
  private boolean isOver;

  StreamScan(
      PiecePipeline pieces,
      StreamProgram program,
      ScanInput input,
      InputLayout layout,
      BatchSink sink,
      ReportSink others,
      BorderReports border,
      Runnable afterPiece) {
    this.pieces = pieces;
    this.program = program;
    this.input = input;
    this.layout = layout;
    this.sink = sink;
    this.others = others;
    this.border = border;
    this.afterPiece = afterPiece;
    pieces.count();
  }

  @Override
  public boolean next() throws IOException {
    boolean complete = false;
    try {
      step();
      complete = true;
    } finally {
      if (!complete) {
        close();
      }
    }
    return !isOver;
  }

  private void step() throws IOException {
    if (!isBegun) {
      start();
    }
    if (current != null) {
      at = current.start + current.piece.bytes();
      current = pieces.advance(current, () -> null, sink, border);
    }
    if (border != null) {
      border.begin(current == null ? -1 : at, others);
    }
    afterPiece.run();
    if (current == null) {
      isOver = true;
      pieces.counted(at);
    }
  }

  private void start() throws IOException {
    isBegun = true;
    if (layout == null) {
      reportAtStart();
    }
    ChunkSlot first = pieces.first(new PiecePipeline.Work(input, layout));
    if (!first.isEmpty()) {
      current = first;
      pieces.launch(current);
    } else if (layout == null) {
      for (int rule : program.onEmpty()) {
        others.report(rule, 0);
      }
    }
  }

  @Override
  public long bytes() {
    return at;
  }

  @Override
  public void close() {
    if (isBegun && !isOver) {
      isOver = true;
      // Work on the way still uses the memory of both pieces, and perhaps that of the input.
      pieces.quiesce();
    }
  }

  private void reportAtStart() {
    if (border != null) {
      border.begin(0, others);
    }
    for (int rule : program.atStart()) {
      if (border != null) {
        border.add(rule);
      } else {
        others.report(rule, 0);
      }
    }
  }
}
