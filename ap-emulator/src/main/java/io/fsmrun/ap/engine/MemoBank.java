package io.fsmrun.ap.engine;

import java.util.Arrays;

/**
 * The table of known steps of eight units, which are stepped side by side: each step waits for
 * memory, and the units of a bank wait together. One table for all eight leaves registers for what
 * differs between them. For one thread at a time.
 *
 * <pre>
 *   table   | unit 0: set 0, set 1, ... free | unit 1: ... | ... | unit 7: ... |
 *   a set   | its successor on class 0, class 1, ... |
 *
 *   a successor is the offset of a set in the table; with the highest bit set if that set reports;
 *   -1 if it is not known
 * </pre>
 *
 * <p>Rows have a power of two entries and begin at a multiple of it, so that a class is put into an
 * offset by OR. (A sum would be computed twice by the compiler, for the check and for the address.)
 * While all offsets fit, an entry takes two bytes, so that the tables of small units stay in the
 * first cache; then four.
 */
final class MemoBank {

  /** The units of a bank. */
  static final int WIDTH = 8;

  private static final int UNKNOWN = -1;

  /** Offsets from here on would lose their sign in an entry, or read as not known. */
  private static final int END_OF_SMALL = Short.MAX_VALUE;

  private static final int END_OF_LARGE = Integer.MAX_VALUE - 64;

  private final MemoUnit[] units;

  /** Classes of a symbol, unit by unit: of symbol s in unit u at s * 8 + u. */
  private final byte[] rows = new byte[256 * WIDTH];

  /** Where the sets of each unit begin; one more at the end. */
  private final int[] start = new int[WIDTH + 1];

  /** Offset of the set that is active in each unit. */
  private final int[] at = new int[WIDTH];

  private short[] small;
  private int[] large;

  /**
   * Puts units side by side, with the steps that they know from the banks they come from.
   *
   * @param units at most eight
   */
  MemoBank(MemoUnit[] units) {
    this.units = units;
    for (int u = 0; u < units.length; u++) {
      for (int symbol = 0; symbol < 256; symbol++) {
        rows[symbol * WIDTH + u] = units[u].classOf[symbol];
      }
    }
    Sources from = new Sources(units);
    for (int u = 0; u < units.length; u++) {
      units[u].join(this, u);
    }
    layOut(from);
  }

  /** Where the steps of units stand before they are moved. */
  private static final class Sources {
    final int[] start = new int[WIDTH];
    final int[] length = new int[WIDTH];
    final int[] active = new int[WIDTH];
    final short[][] small = new short[WIDTH][];
    final int[][] large = new int[WIDTH][];

    Sources(MemoUnit[] units) {
      for (int u = 0; u < units.length; u++) {
        MemoBank bank = units[u].bank();
        active[u] = units[u].number();
        if (bank != null) {
          int lane = units[u].lane();
          start[u] = bank.start[lane];
          length[u] = bank.start[lane + 1] - bank.start[lane];
          small[u] = bank.small;
          large[u] = bank.large;
        }
      }
    }

    /** An entry as four bytes would hold it, its offset counted from the unit's start. */
    int entry(int u, int i) {
      int entry = small[u] != null ? small[u][start[u] + i] : large[u][start[u] + i];
      if (entry == UNKNOWN) {
        return UNKNOWN;
      }
      int offset = (entry & (small[u] != null ? Short.MAX_VALUE : Integer.MAX_VALUE)) - start[u];
      return entry < 0 ? offset | Integer.MIN_VALUE : offset;
    }
  }

  /** Gives every unit room for its sets and half as many more, and moves what is known there. */
  private void layOut(Sources from) {
    long end = 0;
    for (int u = 0; u < WIDTH; u++) {
      end = u < units.length ? aligned(end, units[u].rowLength()) : end;
      start[u] = (int) end;
      // A place that no unit takes has one set, which is its own successor.
      end += u < units.length ? (long) units[u].rowLength() * roomFor(units[u].setCount()) : 1;
      if (end > END_OF_LARGE) {
        throw new IllegalStateException("a bank of " + end + " entries");
      }
    }
    start[WIDTH] = (int) end;
    small = null;
    large = null;
    if (end < END_OF_SMALL) {
      small = new short[(int) end];
      Arrays.fill(small, (short) UNKNOWN);
    } else {
      large = new int[(int) end];
      Arrays.fill(large, UNKNOWN);
    }
    for (int u = 0; u < WIDTH; u++) {
      if (u >= units.length) {
        at[u] = start[u];
        put(start[u], start[u], false);
      } else {
        at[u] = start[u] + from.active[u] * units[u].rowLength();
        int known = Math.min(from.length[u], units[u].rowLength() * units[u].setCount());
        for (int i = 0; i < known; i++) {
          int entry = from.entry(u, i);
          if (entry != UNKNOWN) {
            put(start[u] + i, start[u] + (entry & Integer.MAX_VALUE), entry < 0);
          }
        }
      }
    }
    for (MemoUnit unit : units) {
      unit.recount();
    }
  }

  private static long roomFor(int sets) {
    return sets + Math.max(4L, sets / 2);
  }

  private static long aligned(long offset, int rowLength) {
    return offset + rowLength - 1 & -rowLength;
  }

  private void put(int where, int offset, boolean reports) {
    if (small != null) {
      small[where] = (short) (offset | (reports ? Short.MIN_VALUE : 0));
    } else {
      large[where] = offset | (reports ? Integer.MIN_VALUE : 0);
    }
  }

  /** Bytes of a unit's part of the table. */
  long bytes(int lane) {
    return (start[lane + 1] - start[lane]) * (small != null ? 2L : 4L);
  }

  /** The number of the set that is active in a unit. */
  int number(int lane) {
    return (at[lane] - start[lane]) / units[lane].rowLength();
  }

  /** Makes another set of a unit the active one. */
  void setNumber(int lane, int number) {
    makeRoom(lane);
    at[lane] = start[lane] + number * units[lane].rowLength();
  }

  /** Forgets all steps of a unit, whose sets have been numbered anew. */
  void forget(int lane) {
    if (small != null) {
      Arrays.fill(small, start[lane], start[lane + 1], (short) UNKNOWN);
    } else {
      Arrays.fill(large, start[lane], start[lane + 1], UNKNOWN);
    }
  }

  private void makeRoom(int lane) {
    MemoUnit unit = units[lane];
    if (unit.setCount() * (long) unit.rowLength() > start[lane + 1] - start[lane]) {
      layOut(new Sources(units));
    }
  }

  /**
   * Consumes symbols.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last
   * @param step scratch memory
   * @param out takes the reports, with positions from {@code from}
   */
  void run(byte[] input, int from, int to, SetStep step, ReportBuffer out) {
    int p = small != null ? runSmall(input, from, to, step, out) : from;
    if (p < to) {
      runLarge(input, from, p, to, step, out);
    }
  }

  private int runSmall(byte[] input, int from, int to, SetStep step, ReportBuffer out) {
    short[] table = small;
    int a = at[0];
    int b = at[1];
    int c = at[2];
    int d = at[3];
    int e = at[4];
    int f = at[5];
    int g = at[6];
    int h = at[7];
    for (int p = from; p < to; p++) {
      int row = (input[p] & 255) * WIDTH;
      int nextA = table[a | (rows[row] & 255)];
      int nextB = table[b | (rows[row + 1] & 255)];
      int nextC = table[c | (rows[row + 2] & 255)];
      int nextD = table[d | (rows[row + 3] & 255)];
      int nextE = table[e | (rows[row + 4] & 255)];
      int nextF = table[f | (rows[row + 5] & 255)];
      int nextG = table[g | (rows[row + 6] & 255)];
      int nextH = table[h | (rows[row + 7] & 255)];
      if ((nextA | nextB | nextC | nextD | nextE | nextF | nextG | nextH) < 0) {
        at[0] = a;
        at[1] = b;
        at[2] = c;
        at[3] = d;
        at[4] = e;
        at[5] = f;
        at[6] = g;
        at[7] = h;
        stepEach(input[p] & 255, p - from, step, out);
        if (small == null) {
          return p + 1;
        }
        table = small;
        nextA = at[0];
        nextB = at[1];
        nextC = at[2];
        nextD = at[3];
        nextE = at[4];
        nextF = at[5];
        nextG = at[6];
        nextH = at[7];
      }
      a = nextA;
      b = nextB;
      c = nextC;
      d = nextD;
      e = nextE;
      f = nextF;
      g = nextG;
      h = nextH;
    }
    at[0] = a;
    at[1] = b;
    at[2] = c;
    at[3] = d;
    at[4] = e;
    at[5] = f;
    at[6] = g;
    at[7] = h;
    return to;
  }

  private void runLarge(byte[] input, int base, int from, int to, SetStep step, ReportBuffer out) {
    int[] table = large;
    int a = at[0];
    int b = at[1];
    int c = at[2];
    int d = at[3];
    int e = at[4];
    int f = at[5];
    int g = at[6];
    int h = at[7];
    for (int p = from; p < to; p++) {
      int row = (input[p] & 255) * WIDTH;
      int nextA = table[a | (rows[row] & 255)];
      int nextB = table[b | (rows[row + 1] & 255)];
      int nextC = table[c | (rows[row + 2] & 255)];
      int nextD = table[d | (rows[row + 3] & 255)];
      int nextE = table[e | (rows[row + 4] & 255)];
      int nextF = table[f | (rows[row + 5] & 255)];
      int nextG = table[g | (rows[row + 6] & 255)];
      int nextH = table[h | (rows[row + 7] & 255)];
      if ((nextA | nextB | nextC | nextD | nextE | nextF | nextG | nextH) < 0) {
        at[0] = a;
        at[1] = b;
        at[2] = c;
        at[3] = d;
        at[4] = e;
        at[5] = f;
        at[6] = g;
        at[7] = h;
        stepEach(input[p] & 255, p - base, step, out);
        table = large;
        nextA = at[0];
        nextB = at[1];
        nextC = at[2];
        nextD = at[3];
        nextE = at[4];
        nextF = at[5];
        nextG = at[6];
        nextH = at[7];
      }
      a = nextA;
      b = nextB;
      c = nextC;
      d = nextD;
      e = nextE;
      f = nextF;
      g = nextG;
      h = nextH;
    }
    at[0] = a;
    at[1] = b;
    at[2] = c;
    at[3] = d;
    at[4] = e;
    at[5] = f;
    at[6] = g;
    at[7] = h;
  }

  /** One symbol, where a unit meets a step that is not known or a set that reports. */
  private void stepEach(int symbol, int position, SetStep step, ReportBuffer out) {
    for (int lane = 0; lane < units.length; lane++) {
      int where = at[lane] | (rows[symbol * WIDTH + lane] & 255);
      int entry = small != null ? small[where] : large[where];
      if (entry >= 0) {
        at[lane] = entry;
      } else {
        int next = entry == UNKNOWN ? miss(lane, symbol, step) : numberOf(lane, entry);
        at[lane] = start[lane] + next * units[lane].rowLength();
        units[lane].report(next, position, out);
      }
    }
  }

  private int numberOf(int lane, int entry) {
    int offset = entry & (small != null ? Short.MAX_VALUE : Integer.MAX_VALUE);
    return (offset - start[lane]) / units[lane].rowLength();
  }

  private int miss(int lane, int symbol, SetStep step) {
    MemoUnit unit = units[lane];
    int number = number(lane);
    int next = unit.step(number, symbol, step);
    if (next == MemoUnit.FORGOT) {
      forget(lane);
      return 0;
    }
    if (next == MemoUnit.NOT_REMEMBERED) {
      return 0;
    }
    makeRoom(lane);
    put(
        start[lane] + number * unit.rowLength() + (rows[symbol * WIDTH + lane] & 255),
        start[lane] + next * unit.rowLength(),
        unit.reports(next));
    return next;
  }
}
