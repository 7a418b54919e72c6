package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.simt.Access.Touch;

/** Loops that load one number for each lane. */
final class Loads {

  private Loads() {}

  /** Into a row of 32 bits, of which a register keeps some. */
  static Touch narrow(int d, PtxType type, int from, int used) {
    return switch (type.bits()) {
      case 8 -> type.isSigned() ? signed8(d, from, used) : unsigned8(d, from);
      case 16 -> type.isSigned() ? signed16(d, from, used) : unsigned16(d, from);
      default -> all32(d, from);
    };
  }

  private static Touch unsigned8(int d, int from) {
    return (w, m, data) -> {
      int[] to = w.r[d];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = data[w.at[k] + from] & 0xFF;
      }
    };
  }

  private static Touch signed8(int d, int from, int used) {
    return (w, m, data) -> {
      int[] to = w.r[d];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = data[w.at[k] + from] & used;
      }
    };
  }

  private static Touch unsigned16(int d, int from) {
    return (w, m, data) -> {
      int[] to = w.r[d];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = Bytes.get16(data, w.at[k] + from) & 0xFFFF;
      }
    };
  }

  private static Touch signed16(int d, int from, int used) {
    return (w, m, data) -> {
      int[] to = w.r[d];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = Bytes.get16(data, w.at[k] + from) & used;
      }
    };
  }

  private static Touch all32(int d, int from) {
    return (w, m, data) -> {
      int[] to = w.r[d];
      int[] at = w.at;
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        to[k] = Bytes.get32(data, at[k] + from);
      }
    };
  }

  /** Into a row of 64 bits. */
  static Touch wide(int d, PtxType type, int from) {
    int bits = type.bits();
    return (w, m, data) -> {
      long[] to = w.q[d];
      for (int rest = m; rest != 0; rest &= rest - 1) {
        int k = Integer.numberOfTrailingZeros(rest);
        int at = w.at[k] + from;
        to[k] =
            switch (bits) {
              case 64 -> Bytes.get64(data, at);
              case 32 -> type.extend(Bytes.get32(data, at));
              case 16 -> type.extend(Bytes.get16(data, at));
              default -> type.extend(data[at]);
            };
      }
    };
  }
}
