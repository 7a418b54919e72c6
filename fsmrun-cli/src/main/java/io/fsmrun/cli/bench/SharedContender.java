package io.fsmrun.cli.bench;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;

/** This library, with several threads on one array; a handler counts the matches. */
public final class SharedContender implements Contender {

  private final byte[] input;
  private final int threads;
  private final ParallelScanner scanner;
  private final byte[] saved;

  /**
   * A contender.
   *
   * @param database the rules
   * @param input what is scanned
   * @param threads threads that share it
   */
  public SharedContender(Database database, byte[] input, int threads) {
    this.input = input;
    this.threads = threads;
    scanner = ParallelScanner.of(database, ParallelOptions.of(threads));
    saved = LibraryContender.save(database);
  }

  @Override
  public String name() {
    return "fsmrun, " + threads + " threads on one stream";
  }

  @Override
  public long scan(int lane) throws InterruptedException {
    LibraryContender.Tally tally = new LibraryContender.Tally();
    scanner.scan(input, tally);
    return tally.matches();
  }

  @Override
  public long scanAfresh(int bytes) throws InterruptedException {
    try (ParallelScanner fresh =
        ParallelScanner.of(LibraryContender.load(saved), ParallelOptions.of(threads))) {
      LibraryContender.Tally tally = new LibraryContender.Tally();
      long start = System.nanoTime();
      fresh.scan(input, 0, bytes, tally);
      return System.nanoTime() - start;
    }
  }

  @Override
  public void close() {
    scanner.close();
  }
}
