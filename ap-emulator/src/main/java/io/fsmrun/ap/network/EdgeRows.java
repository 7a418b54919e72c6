package io.fsmrun.ap.network;

import it.unimi.dsi.fastutil.bytes.ByteArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Sorts edges into rows by their source, and drops repetitions. */
final class EdgeRows {

  private static final int PORT_BITS = 7;

  private EdgeRows() {}

  static void fill(
      NetworkData data,
      IntArrayList numbers,
      IntArrayList from,
      IntArrayList to,
      ByteArrayList port) {
    int count = data.kinds.length;
    int[] rowStart = new int[count + 1];
    for (int i = 0; i < from.size(); i++) {
      rowStart[numbers.getInt(from.getInt(i)) + 1]++;
    }
    for (int row = 0; row < count; row++) {
      rowStart[row + 1] += rowStart[row];
    }
    long[] packed = new long[from.size()];
    int[] next = rowStart.clone();
    for (int i = 0; i < from.size(); i++) {
      int row = numbers.getInt(from.getInt(i));
      packed[next[row]++] = (long) numbers.getInt(to.getInt(i)) << PORT_BITS | port.getByte(i);
    }
    int kept = compact(packed, rowStart);
    data.edgeStart = rowStart;
    data.edges = new int[kept];
    boolean plain = true;
    for (int i = 0; i < kept; i++) {
      data.edges[i] = (int) (packed[i] >>> PORT_BITS);
      plain &= (packed[i] & (1 << PORT_BITS) - 1) == 0;
    }
    if (!plain) {
      data.ports = new byte[kept];
      for (int i = 0; i < kept; i++) {
        data.ports[i] = (byte) (packed[i] & (1 << PORT_BITS) - 1);
      }
    }
  }

  /** Sorts each row and drops repetitions; row starts are moved along. */
  private static int compact(long[] packed, int[] rowStart) {
    int kept = 0;
    for (int row = 0; row + 1 < rowStart.length; row++) {
      int first = rowStart[row];
      int last = rowStart[row + 1];
      Arrays.sort(packed, first, last);
      rowStart[row] = kept;
      for (int i = first; i < last; i++) {
        if (i == first || packed[i] != packed[i - 1]) {
          packed[kept++] = packed[i];
        }
      }
    }
    rowStart[rowStart.length - 1] = kept;
    return kept;
  }
}
