package io.fsmrun.cpu.lazy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Skips the bytes that lead from a set to itself. For sets that at most three bytes lead out of,
 * these are remembered, and sought without the table. Mutable, for one thread.
 */
final class SelfLoops {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** After so many bytes in one set it is found out what leads out of it. */
  private static final int LONG_STAY = 128;

  private static final int MOST_EXITS = 3;

  /** Sets remembered; one takes the place of another whose number agrees in the low bits. */
  private static final int SLOTS = 64;

  private static final int MANY = -1;
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  private final int[] rowOf = new int[SLOTS];
  private final int[] exitCount = new int[SLOTS];

  /** Per slot three patterns of eight equal bytes, the last one repeated if there are fewer. */
  private final long[] exits = new long[SLOTS * MOST_EXITS];

  private final SetTable table;
  private final int[] classes;
  private final int classCount;

  SelfLoops(SetAutomaton automaton, SetTable table) {
    this.table = table;
    this.classes = automaton.classOf;
    this.classCount = automaton.classCount;
    forget();
  }

  void forget() {
    Arrays.fill(rowOf, -1);
  }

  /** The index of a byte before which all lead from the set to itself. */
  int skip(byte[] input, int from, int to, int row) {
    int[] rows = table.rows();
    int slot = slot(row);
    if (rowOf[slot] == row) {
      if (exitCount[slot] != MANY) {
        return seek(input, from, to, slot);
      }
      return compare(rows, classes, input, from, to, row);
    }
    int end = (int) Math.min(to, (long) from + LONG_STAY);
    int at = compare(rows, classes, input, from, end, row);
    if (end - at < Long.BYTES && end < to) {
      learn(row, slot);
      at = compare(rows, classes, input, at, to, row);
    }
    return at;
  }

  /** Whether it is known what leads out of a set, and is little. */
  boolean areFewExits(int row) {
    int slot = slot(row);
    return rowOf[slot] == row && exitCount[slot] != MANY;
  }

  /** Has a set that is known treated as one that many bytes lead out of. */
  void doNotSeek(int row) {
    int slot = slot(row);
    if (rowOf[slot] == row) {
      exitCount[slot] = MANY;
    }
  }

  private static int slot(int row) {
    return (row ^ row >>> 6) & SLOTS - 1;
  }

  private void learn(int row, int slot) {
    boolean[] loops = new boolean[classCount];
    for (int c = 0; c < classCount; c++) {
      loops[c] = table.leadsToItself(row, c);
    }
    int count = 0;
    for (int symbol = 0; symbol < classes.length && count != MANY; symbol++) {
      if (!loops[classes[symbol]]) {
        if (count == MOST_EXITS) {
          count = MANY;
        } else {
          Arrays.fill(exits, slot * MOST_EXITS + count, (slot + 1) * MOST_EXITS, symbol * ONES);
          count++;
        }
      }
    }
    rowOf[slot] = row;
    exitCount[slot] = count;
  }

  private int seek(byte[] input, int from, int to, int slot) {
    if (exitCount[slot] == 0) {
      return to;
    }
    return seek(
        input,
        from,
        to,
        exits[slot * MOST_EXITS],
        exits[slot * MOST_EXITS + 1],
        exits[slot * MOST_EXITS + 2]);
  }

  /** A byte of a word is zero where it is equal; the lowest such one is found exactly. */
  private static int seek(byte[] input, int from, int to, long first, long second, long third) {
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      long word = (long) LONGS.get(input, at);
      long a = word ^ first;
      long b = word ^ second;
      long c = word ^ third;
      long found = (a - ONES & ~a | b - ONES & ~b | c - ONES & ~c) & TOPS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    return at;
  }

  private static int compare(int[] rows, int[] classes, byte[] input, int from, int to, int row) {
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      int differs =
          rows[row + classes[input[at] & 0xff]] ^ row
              | rows[row + classes[input[at + 1] & 0xff]] ^ row
              | rows[row + classes[input[at + 2] & 0xff]] ^ row
              | rows[row + classes[input[at + 3] & 0xff]] ^ row
              | rows[row + classes[input[at + 4] & 0xff]] ^ row
              | rows[row + classes[input[at + 5] & 0xff]] ^ row
              | rows[row + classes[input[at + 6] & 0xff]] ^ row
              | rows[row + classes[input[at + 7] & 0xff]] ^ row;
      if (differs != 0) {
        break;
      }
    }
    return at;
  }
}
