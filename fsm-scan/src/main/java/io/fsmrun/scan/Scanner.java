package io.fsmrun.scan;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Scans inputs with the rules of a {@link Database}: whole inputs, batches of them, and through
 * {@link #open} streams. Made by {@link Database#newScanner}; mutable, for one thread at a time,
 * and to be used again, since its caches fill as it scans.
 *
 * <p>Matches come in order of end, then rule id, each once. Offsets count bytes from the start of
 * the input. Every scan returns whether it ran to the end of the input: false if the handler has
 * stopped it. If a handler throws, the exception reaches the caller and the scanner can be used
 * again. A handler must not use the scanner that calls it: {@link IllegalStateException}.
 *
 * <p>Time is linear in the length of the input. Memory is that of the engines' caches, and of the
 * reports of a block. A block has at most 64 KiB, and where there are many reports so few bytes
 * that about a million are held, of 8 bytes each; only the block in which an input turns from few
 * reports to many may hold up to 67 million. Arrays are scanned where they are; bytes outside the
 * heap pass through a block of 32 KiB.
 *
 * <p>A scanner uses one core. Many inputs are scanned side by side by as many scanners; one input
 * on many threads is what {@link ParallelScanner} is for.
 */
public final class Scanner {

  private final Database database;
  private final SharedSessions sessions;
  private final BatchScan batch = new BatchScan();

  Scanner(Database database) {
    this.database = database;
    sessions = new SharedSessions(database);
  }

  /** Feeds the bytes of an input. */
  @FunctionalInterface
  private interface Work<E extends Exception> {
    boolean run(BlockFeed feed) throws E;
  }

  /**
   * Scans an array.
   *
   * @param input the input
   * @param handler takes the matches
   * @return whether the scan ran to the end
   */
  public boolean scan(byte[] input, MatchHandler handler) {
    return scan(input, 0, input.length, handler);
  }

  /**
   * Scans a piece of an array, as an input of its own: its first byte has offset 0.
   *
   * @param input holds the input
   * @param from index of its first byte
   * @param to index after its last
   * @param handler takes the matches
   * @return whether the scan ran to the end
   * @throws IndexOutOfBoundsException if the indexes are not in the array
   */
  public boolean scan(byte[] input, int from, int to, MatchHandler handler) {
    Objects.checkFromToIndex(from, to, input.length);
    BlockDriver driver = sessions.enter(handler);
    try {
      return driver.run(input, from, to);
    } finally {
      sessions.leave();
    }
  }

  /**
   * Scans what is between the position and the limit of a buffer, neither of which is changed.
   *
   * @param input the input; its array is not copied, if it has one
   * @param handler takes the matches
   * @return whether the scan ran to the end
   */
  public boolean scan(ByteBuffer input, MatchHandler handler) {
    if (input.hasArray()) {
      int from = input.arrayOffset() + input.position();
      return scan(input.array(), from, from + input.remaining(), handler);
    }
    return scan(MemorySegment.ofBuffer(input), handler);
  }

  /**
   * Scans memory of any size.
   *
   * @param input the input; an array's is not copied
   * @param handler takes the matches
   * @return whether the scan ran to the end
   */
  public boolean scan(MemorySegment input, MatchHandler handler) {
    return scanParts(List.of(input), handler);
  }

  /**
   * Scans a file of any size, piece by piece: reading takes less time than memory that it is mapped
   * into, whose pages the system has to give one by one. For a mapped file there is {@link
   * #scan(MemorySegment, MatchHandler)}.
   *
   * @param input the file
   * @param handler takes the matches
   * @return whether the scan ran to the end
   * @throws IOException if reading fails
   */
  public boolean scan(Path input, MatchHandler handler) throws IOException {
    try (InputStream in = FileInput.open(input)) {
      return scan(in, handler);
    }
  }

  /**
   * Scans what a stream of bytes gives, to its end or until the handler stops. It is not closed.
   *
   * @param input gives the input
   * @param handler takes the matches, those of a piece as soon as it is read
   * @return whether the scan ran to the end
   * @throws IOException if reading fails
   */
  public boolean scan(InputStream input, MatchHandler handler) throws IOException {
    return pieceByPiece(handler, feed -> feed.write(input));
  }

  /**
   * Scans an input that lies in several places, as if it were in one.
   *
   * @param parts the input, piece by piece, each of any size
   * @param handler takes the matches
   * @return whether the scan ran to the end
   */
  public boolean scanParts(List<MemorySegment> parts, MatchHandler handler) {
    return pieceByPiece(
        handler,
        feed -> {
          boolean goesOn = true;
          for (int i = 0; i < parts.size() && goesOn; i++) {
            goesOn = feed.write(parts.get(i));
          }
          return goesOn;
        });
  }

  /**
   * Scans an input that lies in several arrays, as if it were in one.
   *
   * @param parts the input, piece by piece
   * @param handler takes the matches
   * @return whether the scan ran to the end
   */
  public boolean scanParts(byte[][] parts, MatchHandler handler) {
    return pieceByPiece(
        handler,
        feed -> {
          boolean goesOn = true;
          for (int i = 0; i < parts.length && goesOn; i++) {
            goesOn = feed.write(parts[i], 0, parts[i].length);
          }
          return goesOn;
        });
  }

  private <E extends Exception> boolean pieceByPiece(MatchHandler handler, Work<E> work) throws E {
    BlockFeed feed = sessions.enterInput(handler);
    try {
      return work.run(feed) && feed.finish();
    } finally {
      sessions.leave();
    }
  }

  /**
   * Scans many inputs that lie in one array, one after the other. Nothing is allocated for an
   * input. Short ones are searched together, which mostly takes less time than a scan of each.
   *
   * @param data holds the inputs; it must not change until all are scanned
   * @param offsets input {@code i} is from {@code offsets[i]} to {@code offsets[i + 1]}; one more
   *     than there are inputs
   * @param handler takes the matches
   * @return whether it ran to the end, the inputs that the handler skipped counted as scanned
   * @throws IndexOutOfBoundsException if offsets descend or are not in the array
   */
  public boolean scanAll(byte[] data, int[] offsets, BatchHandler handler) {
    BlockDriver driver = sessions.enter(batch);
    try {
      return batch.run(driver, data, offsets, handler);
    } finally {
      sessions.leave();
    }
  }

  /**
   * Scans many inputs, one after the other. Nothing is allocated for an input. Short ones are
   * searched together, which mostly takes less time than a scan of each.
   *
   * @param inputs the inputs
   * @param handler takes the matches
   * @return whether it ran to the end, the inputs that the handler skipped counted as scanned
   */
  public boolean scanAll(List<byte[]> inputs, BatchHandler handler) {
    BlockDriver driver = sessions.enter(batch);
    try {
      return batch.run(driver, inputs, handler);
    } finally {
      sessions.leave();
    }
  }

  /**
   * Whether any rule matches anywhere. Ends at the block with the first match.
   *
   * @param input the input
   * @return true if there is a match
   */
  public boolean matchesAny(byte[] input) {
    return !scan(input, (rule, start, end, tag) -> false);
  }

  /**
   * The first match: the one with the least end, and among those the least rule id.
   *
   * @param input the input
   * @return the match, if there is any
   */
  public Optional<Match> firstMatch(byte[] input) {
    Match[] first = new Match[1];
    scan(
        input,
        (rule, start, end, tag) -> {
          first[0] = new Match(rule, start, end, tag);
          return false;
        });
    return Optional.ofNullable(first[0]);
  }

  /**
   * Whether there are so many matches, of all rules together. Ends at the block with the last that
   * is needed.
   *
   * @param count how many
   * @param input the input
   * @return true if there are at least {@code count} matches
   */
  public boolean atLeast(long count, byte[] input) {
    if (count <= 0) {
      return true;
    }
    long[] left = {count};
    return !scan(input, (rule, start, end, tag) -> --left[0] > 0);
  }

  /**
   * The number of matches, of all rules together.
   *
   * @param input the input
   * @return 0 or more
   */
  public long count(byte[] input) {
    long[] count = {0};
    scan(
        input,
        (rule, start, end, tag) -> {
          count[0]++;
          return true;
        });
    return count[0];
  }

  /**
   * Opens a stream that this scanner scans. Any number may be open; each has a few bytes of its
   * own.
   *
   * @return a stream at its start
   */
  public Stream open() {
    return new Stream(sessions);
  }

  /**
   * Restores a stream that was saved, by this program or another.
   *
   * @param saved what {@link Stream#save} gave, for a stream of an equal database
   * @return a stream that goes on there
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  public Stream restore(byte[] saved) {
    byte[] state = SavedStream.open(saved, database.fingerprint());
    Stream stream = new Stream(sessions, state);
    sessions.enterStream(stream, null);
    sessions.leave();
    return stream;
  }

  /**
   * The rules that it scans for.
   *
   * @return the database that made it
   */
  public Database database() {
    return database;
  }

  /** What scans its streams. */
  SharedSessions sessions() {
    return sessions;
  }
}
