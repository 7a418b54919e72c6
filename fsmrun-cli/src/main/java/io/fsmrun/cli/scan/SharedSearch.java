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
import java.nio.file.Files;
import java.nio.file.Path;

/** Searches one large file on several threads. For one thread, once. */
final class SharedSearch {

  private static final int PIECE_BYTES = 1 << 16;

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
   * @param file where they are, to be read again up to the last match if lines are wanted
   */
  void search(InputStream in, Path file, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    try (ParallelScanner scanner = ParallelScanner.of(database, ParallelOptions.of(threads));
        InputStream text = matches.needsLines() ? Files.newInputStream(file) : null) {
      scanner.scan(watched(in, out), text == null ? matches : new LineFeed(text, matches));
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

  /** Reads the file up to each match, for the numbers of lines. */
  private static final class LineFeed implements MatchHandler {

    private final InputStream text;
    private final FileMatches matches;
    private final byte[] piece = new byte[PIECE_BYTES];
    private long end;

    LineFeed(InputStream text, FileMatches matches) {
      this.text = text;
      this.matches = matches;
    }

    @Override
    public boolean match(int ruleId, long start, long matchEnd, long tag) {
      try {
        while (end < matchEnd) {
          matches.leave();
          int count = text.readNBytes(piece, 0, piece.length);
          if (count == 0) {
            throw new IOException("the file became shorter while it was searched");
          }
          matches.next(piece, count);
          end += count;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return matches.match(ruleId, start, matchEnd, tag);
    }
  }
}
