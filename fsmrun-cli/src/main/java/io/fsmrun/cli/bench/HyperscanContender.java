package io.fsmrun.cli.bench;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Hyperscan, scanning native memory in block mode. */
public final class HyperscanContender implements Contender {

  private final HyperscanDatabase database;
  private final Matches matches;
  private final Arena arena = Arena.ofShared();
  private final HyperscanScanner[] scanners;
  private final MemorySegment[] inputs;

  /** What becomes of matches. */
  public enum Matches {
    /** Each calls Java, which counts it. */
    COUNTED,
    /** The library drops them: no handler is called, so none can be slow. */
    DROPPED
  }

  /**
   * A contender.
   *
   * @param database the rules; it is not closed
   * @param input what is scanned; each lane gets a copy
   * @param lanes number of threads that scan
   * @param matches what becomes of matches
   */
  public HyperscanContender(HyperscanDatabase database, byte[] input, int lanes, Matches matches) {
    this.database = database;
    this.matches = matches;
    scanners = new HyperscanScanner[lanes];
    inputs = new MemorySegment[lanes];
    for (int i = 0; i < lanes; i++) {
      scanners[i] = database.scanner();
      inputs[i] = copy(input, arena);
    }
  }

  /** The bytes, where Hyperscan can read them. */
  static MemorySegment copy(byte[] input, Arena arena) {
    MemorySegment copy = arena.allocate(Math.max(1, input.length)).asSlice(0, input.length);
    MemorySegment.copy(input, 0, copy, ValueLayout.JAVA_BYTE, 0, input.length);
    return copy;
  }

  @Override
  public String name() {
    return matches == Matches.COUNTED
        ? "hyperscan, matches counted by a call into Java"
        : "hyperscan, matches dropped without a call";
  }

  @Override
  public long scan(int lane) {
    return scan(scanners[lane], inputs[lane]);
  }

  private long scan(HyperscanScanner scanner, MemorySegment input) {
    if (matches == Matches.COUNTED) {
      return scanner.count(input);
    }
    scanner.search(input);
    return -1;
  }

  @Override
  public long scanAfresh(int bytes) {
    try (HyperscanScanner scanner = database.scanner()) {
      long start = System.nanoTime();
      scan(scanner, inputs[0].asSlice(0, bytes));
      return System.nanoTime() - start;
    }
  }

  @Override
  public void close() {
    for (HyperscanScanner scanner : scanners) {
      scanner.close();
    }
    arena.close();
  }
}
