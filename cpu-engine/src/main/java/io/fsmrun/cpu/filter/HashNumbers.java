package io.fsmrun.cpu.filter;

import java.util.Random;

/**
 * The tables that {@link TabulatedHashes} asks, for some windows. Numbers are drawn a few times,
 * and taken such that windows of one byte, of which inputs may be full, do not pass by mistake.
 * Immutable.
 */
final class HashNumbers {

  private static final int LANES = 64;

  /** What a table of two vectors is indexed by. */
  static final int LOW = 2 * LANES - 1;

  private static final int SIGN = LOW + 1;

  /** Bytes that are told apart: those that agree in the low seven bits are not. */
  static final int SYMBOLS = LOW + 1;

  /** Tables that give numbers. */
  private static final int NUMBER_TABLES = 4;

  /** Bytes of a window that has no two pairs. */
  static final int ONE_PAIR = 2;

  /** Tables that are asked. */
  static final int TABLES = 4;

  /** How many of the numbers of eight bits choose the same bit. */
  private static final int NUMBERS_OF_BIT = (1 << Byte.SIZE) / Byte.SIZE;

  /** The bit by which the cases of a letter differ. */
  static final int CASE = 0x20;

  private static final long SEED = 0x6673_6d72_756eL;
  private static final int DRAWS = 8;

  /** Bytes that inputs often have many of in a row. */
  private static final int[] OFTEN_IN_A_ROW = {
    0, 0xff, ' ', '\n', '\t', '-', '=', '*', '_', '#', '.', '/', '0', 'A', 'X', 0x90, 0xcc, 1, 0x80
  };

  /** Of the bytes of a row the first counts more than all others. */
  private static final int FIRST_WEIGHT = OFTEN_IN_A_ROW.length;

  /**
   * Tables of {@link #SYMBOLS} numbers: what the first and the second byte of a pair give for its
   * first number, then the same for its second.
   */
  final byte[] numbers = new byte[NUMBER_TABLES * SYMBOLS];

  /** One of eight bits. */
  final byte[] bit = new byte[LANES];

  /** Entries of each table that is asked. */
  final int entries;

  final byte[] tables;

  private HashNumbers(int width, int fold, int[] keys, int entries, long seed) {
    this.entries = entries;
    this.tables = new byte[TABLES * entries];
    Random random = new Random(seed);
    for (int table = 0; table < numbers.length; table += SYMBOLS) {
      fill(numbers, table, table + SYMBOLS, random);
    }
    for (int i = 0; i < numbers.length; i++) {
      if ((fold & CASE) != 0 && (i & CASE) != 0) {
        numbers[i - CASE] = numbers[i];
      }
    }
    // Each bit is chosen as often as any other: more windows would pass where one is set more
    // often.
    fill(bit, 0, LANES, random);
    for (int i = 0; i < LANES; i++) {
      bit[i] = (byte) (1 << (bit[i] & 0xff) / NUMBERS_OF_BIT);
    }
    for (int key : keys) {
      pass(key, width, true);
    }
  }

  /** Fills a table with numbers that are as far apart as so many can be, in any order. */
  private static void fill(byte[] table, int from, int to, Random random) {
    int distance = (1 << Byte.SIZE) / (to - from);
    for (int i = from; i < to; i++) {
      int number = (i - from) * distance + random.nextInt(distance);
      int other = from + random.nextInt(i - from + 1);
      table[i] = table[other];
      table[other] = (byte) number;
    }
  }

  /**
   * Tables for some windows.
   *
   * @param width bytes of a window, 2 to 4
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   * @param entries of each table that is asked, 128, 256 or 512
   * @return the tables
   */
  static HashNumbers of(int width, int fold, int[] keys, int entries) {
    HashNumbers best = null;
    int least = Integer.MAX_VALUE;
    for (int draw = 0; draw < DRAWS && least > 0; draw++) {
      HashNumbers drawn = new HashNumbers(width, fold, keys, entries, SEED + draw);
      int passing = drawn.passing(width);
      if (passing < least) {
        least = passing;
        best = drawn;
      }
    }
    return best;
  }

  /** How many windows of one byte pass, whether by mistake or not, which is the same each time. */
  private int passing(int width) {
    int passing = 0;
    for (int symbol : OFTEN_IN_A_ROW) {
      int window = symbol * 0x01010101 >>> (Integer.BYTES - width) * Byte.SIZE;
      if (pass(window, width, false)) {
        passing += symbol == OFTEN_IN_A_ROW[0] ? FIRST_WEIGHT : 1;
      }
    }
    return passing;
  }

  private int number(int table, int symbol) {
    return numbers[table * SYMBOLS + (symbol & LOW)];
  }

  /** Whether a window passes; it is made to if it is to be added. */
  private boolean pass(int key, int width, boolean add) {
    int p = number(0, key);
    int q = number(2, key);
    int last = key >>> (width - 2) * Byte.SIZE;
    int r = number(1, last >>> Byte.SIZE);
    int s = number(3, last >>> Byte.SIZE);
    if (width > ONE_PAIR) {
      p += number(1, key >>> Byte.SIZE);
      q += number(3, key >>> Byte.SIZE);
      r += number(0, last);
      s += number(2, last);
    }
    int h = p ^ s;
    int g = q + r;
    int w = 2 * p + r;
    int u = 2 * s - q;
    int[] asked = {entry(0, h, g), entry(1, g, h), entry(2, w, h), entry(3, h + u, h)};
    byte set = bit[u & LANES - 1];
    boolean passes = true;
    for (int entry : asked) {
      passes &= (tables[entry] & set) != 0;
      tables[entry] |= add ? set : 0;
    }
    return passes;
  }

  /** Of a table; of the second hash the sign counts, if there are entries for that. */
  private int entry(int table, int hash, int other) {
    int index = hash & (LOW | SIGN) | (other & SIGN) << 1;
    return table * entries + (index & entries - 1);
  }
}
