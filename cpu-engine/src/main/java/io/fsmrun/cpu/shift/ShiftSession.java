package io.fsmrun.cpu.shift;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.vector.VectorTrial;
import java.util.Arrays;

/** Which elements are active in a stream. Mutable, for one thread at a time. */
final class ShiftSession implements BlockSession {

  /** So many bytes at a time until the loop of vectors is compiled. */
  private static final int PIECE = 1 << 9;

  private final ShiftEngine engine;
  private final ShiftLayout layout;
  private final long[] active;
  private final ShiftHits hits = new ShiftHits();

  ShiftSession(ShiftEngine engine) {
    this.engine = engine;
    this.layout = engine.layout;
    this.active = new long[layout.words];
  }

  @Override
  public void start() {
    Arrays.fill(active, 0);
  }

  @Override
  public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    long shift = position - from + 1;
    if (engine.vectors.isEmpty()) {
      run(engine.scalar, input, from, to, shift, reports);
      return;
    }
    VectorTrial trial = VectorShiftKernel.TRIAL;
    int at = from;
    while (at < to && !trial.isOver()) {
      int end = Math.min(to, at + PIECE);
      boolean due = trial.isDue();
      long start = System.nanoTime();
      run(due ? engine.vectors.get() : engine.scalar, input, at, end, shift, reports);
      trial.add(due, (long) (end - at) * layout.words, System.nanoTime() - start);
      at = end;
    }
    if (at < to) {
      run(engine.vectors.get(), input, at, to, shift, reports);
    }
  }

  private void run(
      ShiftKernel kernel, byte[] input, int from, int to, long shift, ReportBuffer reports) {
    for (int group = 0; group < kernel.groups(); group++) {
      for (int at = from; at < to; ) {
        hits.count = 0;
        at = kernel.run(group, input, at, to, active, hits);
        report(kernel.lanes, group * kernel.lanes, shift, reports);
      }
    }
  }

  private void report(int lanes, int firstWord, long shift, ReportBuffer reports) {
    for (int hit = 0; hit < hits.count; hit++) {
      long end = hits.places[hit] + shift;
      for (int lane = 0; lane < lanes; lane++) {
        int rules = (firstWord + lane) * Long.SIZE;
        for (long rest = hits.ends[hit * lanes + lane]; rest != 0; rest &= rest - 1) {
          reports.add(layout.ruleOf[rules + Long.numberOfTrailingZeros(rest)], end);
        }
      }
    }
  }

  @Override
  public void finish(byte[] input, int to, long position, ReportBuffer reports) {
    // All was reported where it ended.
  }

  @Override
  public void save(BinaryWriter state) {
    for (int word = 0; word < layout.filled; word++) {
      state.writeBits(active[word]);
    }
  }

  @Override
  public void restore(BinaryReader state, long position) {
    for (int word = 0; word < layout.filled; word++) {
      active[word] = state.readBits();
      if ((active[word] & ~layout.used(word)) != 0) {
        throw state.damaged("an element that there is not");
      }
    }
  }
}
