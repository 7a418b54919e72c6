package io.fsmrun.bench.hyperscan;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Scans blocks with Hyperscan. For one thread.
 *
 * <p>There are three ways to scan, which differ in what a match costs beside Hyperscan's own work:
 * {@link #scan} keeps it, {@link #count} counts it, both by a call into Java; {@link #search} has
 * the library drop it, without such a call, so that it is the fastest that Hyperscan can be here.
 */
public final class HyperscanScanner implements AutoCloseable {

  private final NativeCalls calls;
  private final MemorySegment database;
  private final Scratch scratch;
  private final Arena arena = Arena.ofConfined();
  private final PackedReports reports = new PackedReports();
  private final MemorySegment keep;
  private final MemorySegment tally;

  HyperscanScanner(NativeCalls calls, MemorySegment database) {
    this.calls = calls;
    this.database = database;
    scratch = new Scratch(calls, database);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    keep = NativeCalls.matchHandler(lookup, reports, "keep", arena);
    tally = NativeCalls.matchHandler(lookup, reports, "tally", arena);
  }

  /**
   * Memory that a scanner takes beside the database.
   *
   * @return bytes
   */
  public long scratchBytes() {
    return scratch.sizeBytes();
  }

  /**
   * Scans a block and keeps its reports.
   *
   * @param block native memory, shorter than 2 GiB
   * @return the reports in order of end, then rule, each once; overwritten by the next scan
   */
  public PackedReports scan(MemorySegment block) {
    reports.clear();
    scan(block, keep);
    reports.sort();
    return reports;
  }

  /**
   * Scans a block and counts its matches. Hyperscan may tell of a match more than once.
   *
   * @param block native memory, shorter than 2 GiB
   * @return number of calls of the handler
   */
  public long count(MemorySegment block) {
    reports.clear();
    scan(block, tally);
    return reports.tallied();
  }

  /**
   * Scans a block and drops its matches inside the library.
   *
   * @param block native memory, shorter than 2 GiB
   */
  public void search(MemorySegment block) {
    scan(block, MemorySegment.NULL);
  }

  private void scan(MemorySegment block, MemorySegment handler) {
    int length = Math.toIntExact(block.byteSize());
    try {
      int status =
          (int)
              calls.scan.invokeExact(
                  database, block, length, 0, scratch.memory(), handler, MemorySegment.NULL);
      HyperscanDatabase.check(status);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  @Override
  public void close() {
    if (scratch.isOpen()) {
      scratch.close();
      arena.close();
    }
  }
}
