package io.fsmrun.cpu.block;

/** Bit by bit: O(words + reports). */
final class ScalarBitWriter implements BitWriter {

  @Override
  public int write(long[] words, int count, int bits, long first, long[] target, int at) {
    int next = at;
    for (int w = 0; w < count; w++) {
      long start = first + ((long) w * Long.SIZE << 32);
      for (long rest = words[w]; rest != 0; rest &= rest - 1) {
        target[next++] = start + ((long) Long.numberOfTrailingZeros(rest) << 32);
      }
    }
    return next;
  }

  @Override
  public int write(
      long[] words,
      long[] others,
      int count,
      int bits,
      long first,
      long second,
      long[] target,
      int at) {
    int next = at;
    for (int w = 0; w < count; w++) {
      long one = words[w];
      long other = others[w];
      long place = (long) w * Long.SIZE << 32;
      for (long rest = one | other; rest != 0; rest &= rest - 1) {
        int bit = Long.numberOfTrailingZeros(rest);
        long start = place + ((long) bit << 32);
        target[next] = first + start;
        next += (int) (one >>> bit & 1);
        target[next] = second + start;
        next += (int) (other >>> bit & 1);
      }
    }
    return next;
  }
}
