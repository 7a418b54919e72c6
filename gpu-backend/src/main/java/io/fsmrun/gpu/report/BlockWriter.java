package io.fsmrun.gpu.report;

import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;

/** Fills blocks and hands them over when they are full. For one thread. */
public final class BlockWriter implements ReportSink {

  private final ReportBlock block = new ReportBlock();
  private final BlockSink sink;

  /**
   * A writer.
   *
   * @param sink takes the blocks
   */
  public BlockWriter(BlockSink sink) {
    this.sink = sink;
  }

  @Override
  public void report(int ruleId, long end) {
    block.add(ruleId, end);
    if (block.isFull()) {
      flush();
    }
  }

  /**
   * Takes packed reports, as {@link ReportBlock#unpack} does.
   *
   * @param from where they lie, 32 bits each
   * @param first the first one
   * @param count how many
   * @param base what the offsets count from
   * @param ruleBits bits of the index
   * @param ids ids of the rules, by index
   */
  public void unpack(
      MemorySegment from, long first, int count, long base, int ruleBits, int[] ids) {
    for (int done = 0; done < count; ) {
      done += block.unpack(from, first + done, count - done, base, ruleBits, ids);
      if (block.isFull()) {
        flush();
      }
    }
  }

  /** Hands over what there is. */
  public void flush() {
    if (block.count() > 0) {
      try {
        sink.accept(block);
      } finally {
        block.clear();
      }
    }
  }
}
