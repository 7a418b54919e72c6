package io.fsmrun.cpu.block;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;

/**
 * Scans streams with the rules of a {@link BlockEngine}. Mutable, for one thread at a time.
 *
 * <p>A session stands at one place of one stream. What it knows there can be saved, and another
 * session of the same engine can go on from it, so that one session serves any number of streams.
 * Caches outlive streams.
 *
 * <p>A position is a place in the stream: the number of bytes before it.
 */
public interface BlockSession {

  /** Forgets the stream and stands before the first byte of a new one. */
  void start();

  /**
   * Consumes the next bytes of the stream.
   *
   * <p>The bytes before them are in the array too: as many as {@link BlockEngine#historyBytes()},
   * or all that the stream had so far if those are fewer.
   *
   * @param input holds the block, and what comes before it
   * @param from index of the first byte of the block
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param reports takes what ends in {@code [position - 1, position + to - from]}, in any order; a
   *     report may be given more than once. At position 0 this includes matches that end before the
   *     first byte
   */
  void scan(byte[] input, int from, int to, long position, ReportBuffer reports);

  /**
   * Says that an array will not change until {@link #takeBack}, or until another one is lent: a
   * session that needs bytes for longer than a block then need not copy them out of it.
   *
   * @param input the array that the next blocks are in
   */
  default void lend(byte[] input) {}

  /**
   * Lends an array in which whole streams lie one behind the other. They are scanned in this order,
   * from {@link #start} to {@link #finish}, each beginning at its first byte; so a session may look
   * for something in many of them at once.
   *
   * @param input the array that the next streams are in
   * @param to index after the last byte of the last one
   */
  default void lendStreams(byte[] input, int to) {
    lend(input);
  }

  /**
   * Ends what {@link #lend} or {@link #lendStreams} began, if it was called: the array is the
   * caller's again.
   */
  default void takeBack() {}

  /**
   * Says that the stream ends where the session stands, and asks for the reports that depend on it.
   * Afterwards only {@link #start} and {@link #restore} may be called.
   *
   * @param input holds the history, as for {@link #scan}
   * @param to index after the stream's last byte
   * @param position the stream's length; a stream of no bytes was never scanned, and its empty
   *     matches at 0 are asked for here
   * @param reports takes reports that end at {@code position - 1} or {@code position}
   */
  void finish(byte[] input, int to, long position, ReportBuffer reports);

  /**
   * Scans a whole stream in one block, as {@link #start}, {@link #scan} and {@link #finish} do;
   * what only later blocks would need may be left out.
   *
   * @param input holds the stream
   * @param from index of its first byte
   * @param to index after the last
   * @param reports takes all reports, as for {@link #scan}
   */
  default void scanWhole(byte[] input, int from, int to, ReportBuffer reports) {
    start();
    if (from < to) {
      scan(input, from, to, 0, reports);
    }
    finish(input, to, (long) to - from, reports);
  }

  /**
   * Writes what this session knows of the stream; the history is kept by the caller.
   *
   * @param state takes a few bytes for most streams
   */
  void save(BinaryWriter state);

  /**
   * Goes on where a session of the same engine was saved.
   *
   * <p>A state holds distances, not positions. So it may also be restored elsewhere in the stream,
   * as a guess that is checked later ({@code ParallelScanner}): the session then scans as if its
   * past were that of the state, and must not fail, whatever the history is.
   *
   * @param state what was written by {@link #save}
   * @param position the stream's position there
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  void restore(BinaryReader state, long position);

  /**
   * Writes, behind {@link #save}, what makes it cheaper to go on there and changes nothing that is
   * found. Sessions in the same state need not write the same.
   *
   * @param out takes a byte or some
   */
  default void saveProgress(BinaryWriter out) {}

  /**
   * Reads that, behind {@link #restore}, if the stream goes on at the place where it was saved.
   *
   * @param in what was written by {@link #saveProgress}
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  default void restoreProgress(BinaryReader in) {}
}
