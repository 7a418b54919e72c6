package io.fsmrun.ap.engine;

/** Steps rows a word at a time. Exact on every machine. */
final class ScalarKernel implements DenseKernel {

  @Override
  public void run(
      DenseFabric fabric,
      int firstRow,
      int lastRow,
      byte[] input,
      int from,
      int to,
      ReportBuffer out) {
    for (int row = firstRow; row < lastRow; row++) {
      for (int lane = 0; lane < DenseLayout.LANES; lane++) {
        runWord(fabric, row, lane, input, from, to, out);
      }
    }
  }

  private static void runWord(
      DenseFabric fabric, int row, int lane, byte[] input, int from, int to, ReportBuffer out) {
    DenseLayout layout = fabric.layout;
    int word = row * DenseLayout.LANES + lane;
    int matchAt = row * fabric.classes * DenseLayout.LANES + lane;
    long now = fabric.active[word];
    long start = layout.start[word];
    long stay = layout.stay[word];
    long forth = layout.forth[word];
    long run = layout.run[word];
    long runEnd = layout.runEnd[word];
    long reports = layout.reports[word];
    int firstTurn = layout.turnStart[row] * DenseLayout.LANES + lane;
    int lastTurn = layout.turnStart[row + 1] * DenseLayout.LANES;
    for (int p = from; p < to; p++) {
      long next = start | now & stay | (now & forth) << 1 | (now & run) + run & runEnd;
      for (int t = firstTurn; t < lastTurn; t += DenseLayout.LANES) {
        next |= Long.rotateLeft(now & layout.turnMask[t], (int) layout.turnBy[t]);
      }
      int symbolClass = fabric.classOf[input[p] & 255] & 255;
      now = next & fabric.match[matchAt + symbolClass * DenseLayout.LANES];
      if ((now & reports) != 0) {
        fabric.report(word, now, p - from, out);
      }
    }
    fabric.active[word] = now;
  }
}
