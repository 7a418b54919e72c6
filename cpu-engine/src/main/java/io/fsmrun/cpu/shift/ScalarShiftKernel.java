package io.fsmrun.cpu.shift;

/** A word at a time. Immutable, shared by threads. */
final class ScalarShiftKernel extends ShiftKernel {

  ScalarShiftKernel(ShiftLayout layout) {
    super(layout, 1);
  }

  @Override
  void run(int word, byte[] input, int from, int to, long[] active, ShiftHits hits) {
    int row = word * layout.classes;
    long start = layout.start[word];
    long repeated = layout.repeated[word];
    long optional = layout.optional[word];
    long entry = layout.entry[word];
    long last = layout.last[word];
    long finals = layout.finals[word];
    long now = active[word];
    int count = 0;
    for (int p = from; p < to; p++) {
      now = (now << 1 | now & repeated | start) & taking[row + rowOffsets[input[p] & 0xff]];
      long full = now | last;
      now |= optional & ~(full - entry ^ full);
      long ends = now & finals;
      if (ends != 0) {
        hits.places[count] = p;
        hits.filled[count] = 1;
        hits.ends[count++] = ends;
      }
    }
    active[word] = now;
    hits.count = count;
  }
}
