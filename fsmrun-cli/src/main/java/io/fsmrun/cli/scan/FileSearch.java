package io.fsmrun.cli.scan;

import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.scan.MatchHandler;
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

  private final SearchRules rules;
  private final ScanFormat format;
  private final ScanEvents events;
  private final int threads;
  private final GpuSearch gpu;

  /** Asks whether a GPU takes over; null if none may. */
  private final Handover handover;

  private Scanner scanner;
  private byte[] piece = new byte[FIRST_PIECE_BYTES];

  /**
   * A search.
   *
   * @param options how to search
   */
  FileSearch(SearchRules rules, Search.Options options, ScanEvents events) {
    this(rules, options, events, null);
  }

  /**
   * A search that a GPU may take over.
   *
   * @param handover asks whether one does; null if none may
   */
  FileSearch(SearchRules rules, Search.Options options, ScanEvents events, Handover handover) {
    this.handover = handover;
    this.rules = rules;
    this.threads = options.threadsOfFile();
    this.gpu = options.gpu();
    this.format = options.format();
    this.events = events;
  }

  /**
   * Searches a file and writes what is to be said of it.
   *
   * @return whether there was a match
   * @throws InterruptedException if the thread is interrupted
   */
  boolean search(Target target, OrderedOutput.Slot out) throws InterruptedException {
    if (gpu == null || gpu.isLost()) {
      return search(target, out, this::searchOnCpu);
    }
    return target.path() != null && Files.isRegularFile(target.path())
        ? search(target, out, this::searchOnGpu)
        : searchByReading(target, out);
  }

  /**
   * The same for what may be longer than it was said to be: it is read to its end.
   *
   * @return whether there was a match
   * @throws InterruptedException if the thread is interrupted
   */
  boolean searchByReading(Target target, OrderedOutput.Slot out) throws InterruptedException {
    return search(target, out, gpu == null || gpu.isLost() ? this::searchOnCpu : this::readOnGpu);
  }

  /**
   * Searches bytes on the CPU.
   *
   * @param handler takes the matches
   */
  void search(byte[] bytes, int from, int length, MatchHandler handler)
      throws InterruptedException {
    scanner().scan(bytes, from, from + length, handler);
  }

  /** How a file is searched. */
  @FunctionalInterface
  private interface Way {
    void search(Target target, FileMatches matches, OrderedOutput.Slot out)
        throws IOException, InterruptedException;
  }

  private boolean search(Target target, OrderedOutput.Slot out, Way way)
      throws InterruptedException {
    FileMatches matches = new FileMatches(format, rules.texts(), out, target.name());
    try {
      way.search(target, matches, out);
      matches.finish();
    } catch (FileMatches.ScanInterruptedException | ClosedByInterruptException e) {
      throw interrupted();
    } catch (UncheckedIOException e) {
      events.failed(target.name(), e.getCause());
    } catch (IOException e) {
      events.failed(target.name(), e);
    }
    return matches.isFound();
  }

  private Scanner scanner() throws InterruptedException {
    if (scanner == null) {
      scanner = rules.database().newScanner();
    }
    return scanner;
  }

  private void searchOnCpu(Target target, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    boolean isFile = target.path() != null && Files.isRegularFile(target.path());
    if (!isFile && mayBeTakenOver()) {
      searchPipe(target, matches, out);
      return;
    }
    try (InputStream in = target.open()) {
      if (!isFile) {
        pieces(in, in.read(piece), matches, matches, out);
      } else if ((threads > 1 || mayBeTakenOver()) && isLarge(target.path())) {
        searchLarge(target, in, matches, out);
      } else {
        search(in, matches, out);
      }
    }
  }

  private boolean mayBeTakenOver() {
    return handover != null && !handover.isOver();
  }

  /** Searches a large file on several threads; a GPU may take over, which begins anew. */
  private void searchLarge(
      Target target, InputStream in, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    SharedSearch shared = new SharedSearch(rules.database(), threads, events);
    try (LineFeed feed = new LineFeed(target.path(), matches)) {
      if (!mayBeTakenOver()) {
        shared.search(in, feed, out);
        return;
      }
      DeliveredOnce once = new DeliveredOnce(feed);
      try {
        shared.search(handover.watched(in), once, out);
      } catch (Handover.TakenOverException e) {
        searchOnGpu(handover.taken(), target, once, matches, out);
      }
    }
  }

  /** Searches what has no length; a GPU may take over. */
  private void searchPipe(Target target, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    try (PipeInput in = handover.open(target)) {
      DeliveredOnce once = new DeliveredOnce(matches);
      GpuSearch taken = beforeTakeover(in, matches, once, out);
      if (taken != null) {
        matches.startAgain();
        readOnGpu(taken, new Reading(target, in.again(), once), matches, out);
      }
    }
  }

  /** Searches on the CPU until a GPU takes over, which is returned; null at the end. */
  private GpuSearch beforeTakeover(
      PipeInput in, FileMatches matches, DeliveredOnce once, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    Stream stream = scanner().open();
    boolean asks = true;
    for (int length = readAhead(in); length >= 0; length = readAhead(in)) {
      handover.searchedOfPipe(length);
      if (!write(stream, length, matches, once, out)) {
        return null;
      }
      if (asks) {
        boolean last = in.given() + PIECE_BYTES > handover.keptBytes();
        if (handover.inPipe(in, last)) {
          return handover.taken();
        }
        asks = !last && !handover.isOver();
        if (!asks) {
          in.forget();
        }
      }
      room(length);
    }
    stream.close(once);
    return null;
  }

  private int readAhead(PipeInput in) throws IOException, InterruptedException {
    long start = handover.nanoTime();
    int length = in.read(piece, 0, piece.length);
    handover.waited(handover.nanoTime() - start);
    return length;
  }

  private void searchOnGpu(Target target, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    try (LineFeed feed = new LineFeed(target.path(), matches)) {
      searchOnGpu(gpu, target, new DeliveredOnce(feed), matches, out);
    }
  }

  /**
   * Searches a file on the GPU; what that does not deliver is searched for here.
   *
   * @param once takes the matches, and knows those that were handed on before
   */
  private void searchOnGpu(
      GpuSearch device,
      Target target,
      DeliveredOnce once,
      FileMatches matches,
      OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    FileMatches counter = matches.onlyCounts() ? matches : null;
    try {
      device.search(target.path(), block -> once.matches(block, counter));
      events.searched(Files.size(target.path()));
    } catch (DeviceException e) {
      events.leftGpu(target.name(), once.deliveredTo(), e.getMessage());
      try (InputStream in = target.open()) {
        new SharedSearch(rules.database(), threads, events).search(in, once, out);
      }
    }
  }

  private void readOnGpu(Target target, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    try (InputStream in = target.open()) {
      readOnGpu(gpu, new Reading(target, in, new DeliveredOnce(matches)), matches, out);
    }
  }

  /**
   * What is read by a GPU.
   *
   * @param in its bytes, from the first one
   * @param once knows the matches that were handed on before
   */
  private record Reading(Target target, InputStream in, DeliveredOnce once) {}

  /** Searches what can be read only once on the GPU; its beginning is kept. */
  private void readOnGpu(
      GpuSearch device, Reading reading, FileMatches matches, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    // While a piece is read, reports of the one before are still to come.
    KeptInput kept = new KeptInput(reading.in(), matches, events, 2L * device.pieceBytes() + 1);
    DeliveredOnce once = reading.once();
    once.goOnWith(
        (rule, start, end, tag) -> {
          kept.linesTo(end);
          return matches.match(rule, start, end, tag);
        });
    FileMatches counter = matches.onlyCounts() ? matches : null;
    try {
      device.search(kept, block -> once.matches(block, counter));
    } catch (DeviceException e) {
      InputStream again = kept.again();
      if (again == null) {
        throw new IOException(
            "the GPU failed: "
                + e.getMessage()
                + "; matches up to byte "
                + once.deliveredTo()
                + " are all there, and what was read cannot be read again",
            e);
      }
      events.leftGpu(reading.target().name(), once.deliveredTo(), e.getMessage());
      matches.startAgain();
      once.goOnWith(matches);
      pieces(again, again.read(piece), matches, once, out);
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
    pieces(in, length, matches, matches, out);
  }

  private void pieces(
      InputStream in, int first, FileMatches matches, MatchHandler handler, OrderedOutput.Slot out)
      throws IOException, InterruptedException {
    int length = first;
    Stream stream = scanner().open();
    while (length >= 0) {
      if (!write(stream, length, matches, handler, out)) {
        return;
      }
      length = in.read(room(length));
    }
    stream.close(handler);
  }

  /** Searches the piece that was read; false if nobody wants more matches. */
  private boolean write(
      Stream stream, int length, FileMatches matches, MatchHandler handler, OrderedOutput.Slot out)
      throws InterruptedException {
    matches.next(piece, length);
    boolean goesOn = stream.write(piece, 0, length, handler);
    matches.leave();
    events.searched(length);
    out.handOnIfFirst();
    if (goesOn && (Thread.interrupted() || out.isClosed())) {
      throw interrupted();
    }
    return goesOn;
  }

  /** The most files are small: they need no stream. */
  private void whole(int length, FileMatches matches) throws InterruptedException {
    int bytes = Math.max(0, length);
    matches.next(piece, bytes);
    scanner().scan(piece, 0, bytes, matches);
    events.searched(bytes);
  }

  /** Room for the next piece; a full one calls for larger ones. */
  private byte[] room(int length) {
    piece = length == piece.length && length < PIECE_BYTES ? new byte[PIECE_BYTES] : piece;
    return piece;
  }

  private static InterruptedException interrupted() {
    return new InterruptedException("interrupted while searching");
  }
}
