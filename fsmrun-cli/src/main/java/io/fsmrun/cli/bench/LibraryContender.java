package io.fsmrun.cli.bench;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.UnusableDatabaseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** This library, scanning arrays; a handler counts the matches. */
public final class LibraryContender implements Contender {

  /** So much is scanned to tell the memory of scanners. */
  private static final int MOST_SCANNED = 1 << 24;

  private static final int LEAST_SCANNERS = 8;

  /** Small databases are loaded more than once to tell their memory, and scanned with by more. */
  private static final int COPIED_BYTES = 1 << 20;

  private static final int MOST_COPIES = 256;

  private final Database database;
  private final Scanner[] scanners;
  private final byte[][] inputs;
  private byte[] saved;

  /**
   * A contender.
   *
   * @param database the rules
   * @param input what is scanned; each lane but the first gets a copy
   * @param lanes number of threads that scan
   */
  public LibraryContender(Database database, byte[] input, int lanes) {
    this.database = database;
    scanners = new Scanner[lanes];
    inputs = new byte[lanes][];
    for (int i = 0; i < lanes; i++) {
      scanners[i] = database.newScanner();
      inputs[i] = i == 0 ? input : input.clone();
    }
  }

  /** Counts matches. */
  static final class Tally implements MatchHandler {
    private long matches;

    long matches() {
      return matches;
    }

    @Override
    public boolean match(int ruleId, long start, long end, long tag) {
      matches++;
      return true;
    }
  }

  @Override
  public String name() {
    return "fsmrun";
  }

  @Override
  public long scan(int lane) {
    Tally tally = new Tally();
    scanners[lane].scan(inputs[lane], tally);
    return tally.matches;
  }

  @Override
  public long scanAfresh(int bytes) {
    if (saved == null) {
      saved = save(database);
    }
    Scanner scanner = load(saved).newScanner();
    Tally tally = new Tally();
    long start = System.nanoTime();
    scanner.scan(inputs[0], 0, bytes, tally);
    return System.nanoTime() - start;
  }

  /**
   * What a database and a scanner take.
   *
   * @param database the database
   * @param input what the scanner scans
   * @param peakBytes the most that compiling took
   * @return the sizes
   */
  public static BenchFigures.Memory memory(Database database, byte[] input, long peakBytes) {
    byte[] saved = save(database);
    int copies = Math.clamp(COPIED_BYTES / saved.length, 1, MOST_COPIES);
    int scanners = Math.max(LEAST_SCANNERS, copies);
    int length = Math.min(input.length, MOST_SCANNED / scanners);
    // First, since of a database that was just loaded something may be made in the background.
    long used =
        HeapHeld.by(
            scanners,
            () -> {
              Scanner scanner = database.newScanner();
              scanner.scan(input, 0, length, new Tally());
              return scanner;
            });
    long loaded = HeapHeld.by(copies, () -> load(saved));
    return new BenchFigures.Memory(saved.length, loaded, used, peakBytes);
  }

  static byte[] save(Database database) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      database.save(out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written to", e);
    }
  }

  /** The same database, loaded: what engines learn while they scan is not in it. */
  static Database load(byte[] saved) {
    try {
      return Database.load(MemorySegment.ofArray(saved));
    } catch (UnusableDatabaseException e) {
      throw new IllegalStateException("what was saved cannot be loaded", e);
    }
  }

  @Override
  public void close() {}
}
