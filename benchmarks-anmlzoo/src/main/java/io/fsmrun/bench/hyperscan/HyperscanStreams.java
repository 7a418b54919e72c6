package io.fsmrun.bench.hyperscan;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/**
 * Flows of bytes that come in pieces, scanned with Hyperscan. They share the memory to scan with.
 * For one thread.
 */
public final class HyperscanStreams implements AutoCloseable {

  private final NativeCalls calls;
  private final Scratch scratch;
  private final long streamBytes;
  private final MemorySegment[] streams;
  private final Arena arena = Arena.ofConfined();
  private final PackedReports reports = new PackedReports();
  private final MemorySegment keep;
  private final MemorySegment tally;

  /** What becomes of matches, as in {@link HyperscanScanner}. */
  public enum Matches {
    /** They are kept, by a call into Java. */
    KEPT,
    /** They are counted, by a call into Java. */
    COUNTED,
    /** The library drops them. */
    DROPPED
  }

  HyperscanStreams(NativeCalls calls, MemorySegment database, int count) {
    this.calls = calls;
    scratch = new Scratch(calls, database);
    streamBytes = HyperscanDatabase.size(calls.streamSize, database);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    keep = NativeCalls.matchHandler(lookup, reports, "keep", arena);
    tally = NativeCalls.matchHandler(lookup, reports, "tally", arena);
    streams = new MemorySegment[count];
    try {
      for (int i = 0; i < count; i++) {
        MemorySegment holder = HyperscanDatabase.pointer(arena);
        HyperscanDatabase.check((int) calls.openStream.invokeExact(database, 0, holder));
        streams[i] = holder.get(ADDRESS, 0);
      }
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /**
   * Memory that each stream takes.
   *
   * @return bytes
   */
  public long streamBytes() {
    return streamBytes;
  }

  /**
   * The next bytes of a stream.
   *
   * @param stream its number, from 0
   * @param bytes native memory, shorter than 2 GiB
   * @param matches what becomes of matches
   */
  public void write(int stream, MemorySegment bytes, Matches matches) {
    int length = Math.toIntExact(bytes.byteSize());
    try {
      int status =
          (int)
              calls.scanStream.invokeExact(
                  streams[stream],
                  bytes,
                  length,
                  0,
                  scratch.memory(),
                  handler(matches),
                  MemorySegment.NULL);
      HyperscanDatabase.check(status);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  /**
   * The end of a stream, which stands at the start of another flow afterwards.
   *
   * @param stream its number, from 0
   * @param matches what becomes of matches
   */
  public void end(int stream, Matches matches) {
    try {
      int status =
          (int)
              calls.resetStream.invokeExact(
                  streams[stream], 0, scratch.memory(), handler(matches), MemorySegment.NULL);
      HyperscanDatabase.check(status);
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
  }

  private MemorySegment handler(Matches matches) {
    return switch (matches) {
      case KEPT -> keep;
      case COUNTED -> tally;
      case DROPPED -> MemorySegment.NULL;
    };
  }

  /**
   * The matches that were kept since the last call.
   *
   * @return in order of end, then rule, each once; independent of this
   */
  public PackedReports takeReports() {
    reports.sort();
    PackedReports taken = reports.copy();
    reports.clear();
    return taken;
  }

  @Override
  public void close() {
    if (!scratch.isOpen()) {
      return;
    }
    try {
      for (MemorySegment stream : streams) {
        HyperscanDatabase.check(
            (int)
                calls.closeStream.invokeExact(
                    stream, MemorySegment.NULL, MemorySegment.NULL, MemorySegment.NULL));
      }
    } catch (Throwable e) {
      throw NativeCalls.unexpected(e);
    }
    scratch.close();
    arena.close();
  }
}
