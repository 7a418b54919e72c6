package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;

/** Scans streams with a {@link LazyEngine}. Mutable, for one thread. */
public final class LazySession implements BlockSession {

  private final SetRunner runner;

  LazySession(SetRunner runner) {
    this.runner = runner;
  }

  @Override
  public void start() {
    runner.start();
  }

  @Override
  public void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    if (position == 0) {
      runner.report(0, reports);
    }
    runner.run(input, from, to, position, reports);
  }

  @Override
  public void finish(byte[] input, int to, long position, ReportBuffer reports) {
    if (position == 0) {
      runner.report(0, reports);
    }
    runner.finish(position, reports);
  }

  @Override
  public void save(BinaryWriter state) {
    runner.save(state);
  }

  @Override
  public void restore(BinaryReader state, long position) {
    runner.restore(state);
  }

  /**
   * What this session did since it was made.
   *
   * @return the counts
   */
  public LazyStatistics statistics() {
    return runner.statistics();
  }
}
