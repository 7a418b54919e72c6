package io.fsmrun.cli.scan;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Searches one file after the other, in pieces, whatever their size. For one thread, which may have
 * others help with large files.
 */
final class FileSearch {

  private static final int PIECE_BYTES = 1 << 20;
  private static final int FIRST_PIECE_BYTES = 1 << 16;

  /** Smaller files are not worth the caches of another thread. */
  private static final long LARGE_FILE_BYTES = 1 << 22;

  private final Database database;

  private final Scanner scanner;
  private final ScanFormat format;
  private final RuleTexts rules;
  private final ScanEvents events;
  private final int threads;
  private final GpuSearch gpu;
  private byte[] piece = new byte[FIRST_PIECE_BYTES];

  /**
   * A search.
   *
   * @param options how to search
   */
  FileSearch(Database database, Search.Options options, RuleTexts rules, ScanEvents events) {
    this.database = database;
    this.threads = options.threadsOfFile();
    this.gpu = options.gpu();
    this.scanner = database.newScanner();
    this.format = options.format();
    this.rules = rules;
    this.events = events;
  }

  /**
   * Searches a file and writes what is to be said of it.
   *
   * @return whether there was a match
   * @throws InterruptedException if the thread is interrupted
   */
  boolean search(Target target, OrderedOutput.Slot out) throws InterruptedException {
    FileMatches matches = new FileMatches(format, rules, out, target.name());
    if (isForGpu(target)) {
      searchOnGpu(target, matches, out);
      return matches.isFound();
    }
    try (InputStream in = target.isStandardInput() ? null : Files.newInputStream(target.path())) {
      if (in == null) {
        pieces(System.in, System.in.read(piece), matches, out);
      } else if (threads > 1 && isLarge(target.path())) {
        try (LineFeed feed = new LineFeed(target.path(), matches)) {
          new SharedSearch(database, threads, events).search(in, feed, out);
        }
      } else {
        search(in, matches, out);
      }
      matches.finish();
    } catch (FileMatches.ScanInterruptedException | ClosedByInterruptException e) {
      throw interrupted();
    } catch (IOException e) {
      events.failed(target.name(), e);
    }
    return matches.isFound();
  }

  private boolean isForGpu(Target target) {
    if (gpu == null || gpu.isLost()) {
      return false;
    }
    String refusal = GpuSearch.refusal(target);
    if (refusal != null) {
      events.leftGpu(target.name(), 0, refusal);
    }
    return refusal == null;
  }

  /** Searches a file on the GPU; what that does not deliver is searched for here. */
  private void searchOnGpu(Target target, FileMatches matches, OrderedOutput.Slot out)
      throws InterruptedException {
    try (LineFeed feed = new LineFeed(target.path(), matches)) {
      DeliveredOnce once = new DeliveredOnce(feed);
      try {
        gpu.search(target.path(), once);
        events.searched(Files.size(target.path()));
      } catch (DeviceException e) {
        events.leftGpu(target.name(), once.deliveredTo(), e.getMessage());
        try (InputStream in = Files.newInputStream(target.path())) {
          new SharedSearch(database, threads, events).search(in, once, out);
        }
      }
      matches.finish();
    } catch (FileMatches.ScanInterruptedException | ClosedByInterruptException e) {
      throw interrupted();
    } catch (UncheckedIOException e) {
      events.failed(target.name(), e.getCause());
    } catch (IOException e) {
      events.failed(target.name(), e);
    }
  }

  private static boolean isLarge(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) >= LARGE_FILE_BYTES;
  }

  private void search(InputStream in, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    int length = in.read(piece);
    if (length >= 0 && length < piece.length) {
      int more = in.read(piece, length, piece.length - length);
      if (more < 0) {
        whole(length, matches);
        return;
      }
      length += more;
    }
    pieces(in, length, matches, out);
  }

  private void pieces(InputStream in, int first, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    int length = first;
    Stream stream = scanner.open();
    while (length >= 0) {
      matches.next(piece, length);
      boolean goesOn = stream.write(piece, 0, length, matches);
      matches.leave();
      events.searched(length);
      out.handOnIfFirst();
      if (!goesOn) {
        return;
      }
      if (Thread.interrupted() || out.isClosed()) {
        throw interrupted();
      }
      length = next(in, length);
    }
    stream.close(matches);
  }

  /** The most files are small: they need no stream. */
  private void whole(int length, FileMatches matches) {
    int bytes = Math.max(0, length);
    matches.next(piece, bytes);
    scanner.scan(piece, 0, bytes, matches);
    events.searched(bytes);
  }

  /** Reads the next piece; a full one calls for larger ones. */
  private int next(InputStream in, int length) throws IOException {
    piece = length == piece.length && length < PIECE_BYTES ? new byte[PIECE_BYTES] : piece;
    return in.read(piece);
  }

  private static InterruptedException interrupted() {
    return new InterruptedException("interrupted while searching");
  }
}
