package io.fsmrun.cli.scan;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;

/** Searches one large file on several threads. For one thread, once. */
final class SharedSearch {

  private final Database database;
  private final int threads;
  private final ScanEvents events;

  SharedSearch(Database database, int threads, ScanEvents events) {
    this.database = database;
    this.threads = threads;
    this.events = events;
  }

  /**
   * Searches a file.
   *
   * @param in its bytes
   * @param handler takes the matches
   */
  void search(InputStream in, MatchHandler handler, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(threads))) {
      scanner.scan(watched(in, out), handler);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Tells how far reading is, and ends when the output does; read by the thread that searches. */
  private InputStream watched(InputStream in, OrderedOutput.Slot out) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        out.handOnIfFirst();
        if (out.isClosed()) {
          throw new ClosedByInterruptException();
        }
        int count = super.read(into, from, length);
        events.searched(Math.max(0, count));
        return count;
      }
    };
  }
}
