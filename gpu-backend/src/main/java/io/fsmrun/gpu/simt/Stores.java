package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.Access.Touch;

/** Loops that store one number of each lane, the lowest lane first. */
final class Stores {

  private Stores() {}

  /** From a row of 32 bits. */
  static Touch narrow(int a, int bytes, int to) {
    return switch (bytes) {
      case 1 ->
          (w, m, data) -> {
            int[] x = w.r[a];
            for (int rest = m; rest != 0; rest &= rest - 1) {
              int k = Integer.numberOfTrailingZeros(rest);
              data[w.at[k] + to] = (byte) x[k];
            }
          };
      case 2 ->
          (w, m, data) -> {
            int[] x = w.r[a];
            for (int rest = m; rest != 0; rest &= rest - 1) {
              int k = Integer.numberOfTrailingZeros(rest);
              Bytes.put16(data, w.at[k] + to, (short) x[k]);
            }
          };
      default ->
          (w, m, data) -> {
            int[] x = w.r[a];
            for (int rest = m; rest != 0; rest &= rest - 1) {
              int k = Integer.numberOfTrailingZeros(rest);
              Bytes.put32(data, w.at[k] + to, x[k]);
            }
          };
    };
  }

  /** From a row of 64 bits. */
  static Touch wide(int a, int bytes, int to) {
    return (w, m, data) -> {
      long[] x = w.q[a];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int at = w.at[k] + to;
        switch (bytes) {
          case 8 -> Bytes.put64(data, at, x[k]);
          case 4 -> Bytes.put32(data, at, (int) x[k]);
          case 2 -> Bytes.put16(data, at, (short) x[k]);
          default -> data[at] = (byte) x[k];
        }
      }
    };
  }
}
