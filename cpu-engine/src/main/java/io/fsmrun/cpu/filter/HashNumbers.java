package io.fsmrun.cpu.filter;

import java.util.Random;
import java.util.stream.IntStream;

/**
 * The tables that {@link TabulatedHashes} asks, for some windows. Numbers are drawn a few times,
 * and taken such that few usual windows pass by mistake, and none of one byte, of which inputs may
 * be full. Immutable.
 */
final class HashNumbers {

  private static final int LANES = 64;

  /** What a table of two vectors is indexed by. */
  static final int LOW = 2 * LANES - 1;

  private static final int SIGN = LOW + 1;

  /** Numbers in a table: bytes that agree in the low seven bits have the same. */
  static final int SYMBOLS = LOW + 1;

  /** What a byte from 128 on adds to the first number of a pair that it begins. */
  static final byte FIRST_SIGN = 0x5b;

  /** What it adds to the second number of a pair that it ends. */
  static final byte LAST_SIGN = 0x35;

  /** Tables that give numbers. */
  private static final int NUMBER_TABLES = 4;

  /** What the tables give more for a byte from 128 on. */
  private static final byte[] SIGNS = {FIRST_SIGN, 0, 0, LAST_SIGN};

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

  /** One of them counts as much as one in so many usual windows. */
  private static final int USUAL_FOR_ONE = 128;

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
   * @param usual windows of four bytes of inputs
   * @return the tables
   */
  static HashNumbers of(int width, int fold, int[] keys, int entries, int[] usual) {
    int[] others = Windows.others(usual, width, fold, keys);
    HashNumbers best = null;
    int least = Integer.MAX_VALUE;
    for (int draw = 0; draw < DRAWS && least > 0; draw++) {
      HashNumbers drawn = new HashNumbers(width, fold, keys, entries, SEED + draw);
      int passing = drawn.passing(width, others);
      if (passing < least) {
        least = passing;
        best = drawn;
      }
    }
    return best;
  }

  /**
   * How many windows pass: usual ones, and those of one byte, whether by mistake or not, which is
   * the same each time; one that inputs may be full of counts as much as a part of the usual ones.
   */
  private int passing(int width, int[] others) {
    int inARow = 0;
    for (int symbol : OFTEN_IN_A_ROW) {
      int window = symbol * 0x01010101 >>> (Integer.BYTES - width) * Byte.SIZE;
      if (pass(window, width, false)) {
        inARow += symbol == OFTEN_IN_A_ROW[0] ? FIRST_WEIGHT : 1;
      }
    }
    int passing = (int) IntStream.of(others).filter(window -> pass(window, width, false)).count();
    return passing + inARow * (1 + others.length / USUAL_FOR_ONE);
  }

  private int number(int table, int symbol) {
    int sign = (symbol & SIGN) == 0 ? 0 : SIGNS[table];
    return numbers[table * SYMBOLS + (symbol & LOW)] + sign;
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
