package io.fsmrun.cpu.token;

/** Loops that the compiler can make wide by itself, and a search of words eight at a time. */
final class ScalarKernel implements StepKernel {

  private static final int LANES = 8;

  @Override
  public void step(
      long[] active,
      long[] start,
      long[] rows,
      int at,
      long[] finals,
      long[] found,
      long[] filled) {
    for (int w = 0; w < active.length; w++) {
      long next = (active[w] << 1 | start[w]) & rows[at + w];
      long ends = next & finals[w];
      active[w] = next ^ ends;
      found[w] = ends;
    }
    findFilled(found, 0, found.length, filled);
  }

  @Override
  public void findFilled(long[] words, int at, int count, long[] filled) {
    for (int chunk = 0; chunk * Long.SIZE < count; chunk++) {
      long bits = 0;
      int end = Math.min(count, (chunk + 1) * Long.SIZE);
      for (int w = chunk * Long.SIZE; w < end; w += LANES) {
        int i = at + w;
        long low = words[i] | words[i + 1] | words[i + 2] | words[i + 3];
        long high = words[i + 4] | words[i + 5] | words[i + 6] | words[i + 7];
        if ((low | high) != 0) {
          bits |= lanes(words, i) << w;
        }
      }
      filled[chunk] = bits;
    }
  }

  private static long lanes(long[] words, int at) {
    long bits = 0;
    for (int lane = 0; lane < LANES; lane++) {
      long word = words[at + lane];
      bits |= (word | -word) >>> Long.SIZE - 1 << lane;
    }
    return bits;
  }
}
