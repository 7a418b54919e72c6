package io.fsmrun.cli.bench;

/** Something that scans the input, and is measured doing it. */
public interface Contender extends AutoCloseable {

  /**
   * What it is called in results.
   *
   * @return a few words
   */
  String name();

  /**
   * Scans the whole input once.
   *
   * @param lane which thread does it, from 0; each has a scanner and an input of its own
   * @return how many matches there were; -1 if they are not told
   * @throws InterruptedException if the thread is interrupted, and the contender notices
   */
  long scan(int lane) throws InterruptedException;

  /**
   * Scans the beginning of the input once with a scanner that has never scanned, of a database that
   * was just loaded.
   *
   * @param bytes how much of the input
   * @return nanoseconds that the scan took, without loading
   * @throws InterruptedException as for {@link #scan}
   */
  long scanAfresh(int bytes) throws InterruptedException;

  @Override
  void close();
}
