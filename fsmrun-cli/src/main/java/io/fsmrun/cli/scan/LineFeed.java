package io.fsmrun.cli.scan;

import io.fsmrun.scan.MatchHandler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Hands on the matches of a file that others search; reads the file up to each match if the numbers
 * of lines are wanted. For one thread.
 */
final class LineFeed implements MatchHandler, Closeable {

  private static final int PIECE_BYTES = 1 << 16;

  /** The file once more; null if nobody wants lines. */
  private final InputStream text;

  private final FileMatches matches;
  private final byte[] piece = new byte[PIECE_BYTES];
  private long end;

  LineFeed(Path file, FileMatches matches) throws IOException {
    this.text = matches.needsLines() ? Files.newInputStream(file) : null;
    this.matches = matches;
  }

  /**
   * Takes a match.
   *
   * @throws UncheckedIOException if the file cannot be read up to there
   */
  @Override
  public boolean match(int ruleId, long start, long matchEnd, long tag) {
    if (text != null) {
      try {
        readTo(matchEnd);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return matches.match(ruleId, start, matchEnd, tag);
  }

  private void readTo(long matchEnd) throws IOException {
    while (end < matchEnd) {
      matches.leave();
      int count = text.readNBytes(piece, 0, piece.length);
      if (count == 0) {
        throw new IOException("the file became shorter while it was searched");
      }
      matches.next(piece, count);
      end += count;
    }
  }

  @Override
  public void close() throws IOException {
    if (text != null) {
      text.close();
    }
  }
}
