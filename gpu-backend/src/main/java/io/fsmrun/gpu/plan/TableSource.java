package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.table.TableScanner;
import java.io.IOException;

/** Reports of tables, fetched a few places at a time. */
final class TableSource implements ReportSource {

  private static final int PLACES = 1024;

  private final ReportQueue queue = new ReportQueue();
  private final TableScanner.Steps scan;
  private boolean more;

  TableSource(TableScanner scanner, ScanInput input) {
    this.scan = scanner.begin(input, queue);
  }

  @Override
  public boolean has() {
    while (queue.isEmpty() && more) {
      more = scan.deliver(PLACES);
    }
    return !queue.isEmpty();
  }

  @Override
  public long end() {
    return queue.end();
  }

  @Override
  public int rule() {
    return queue.rule();
  }

  @Override
  public void advance() {
    queue.advance();
  }

  @Override
  public void startPiece() throws IOException {
    scan.next();
    more = true;
  }

  @Override
  public void endPiece() {
    while (more) {
      more = scan.deliver(PLACES);
    }
  }

  void close() {
    scan.close();
  }
}
