package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.Mark;

/** A mark, which is reached as soon as it is recorded. */
final class SimtMark implements Mark {

  private long nanos;

  void record() {
    nanos = System.nanoTime();
  }

  @Override
  public void await() {}

  @Override
  public double millisSince(Mark earlier) {
    return (nanos - ((SimtMark) earlier).nanos) / 1e6;
  }

  @Override
  public void close() {}
}
