package io.fsmrun.cpu.filter;

/**
 * Turns bits, one for each of 64 places in a row, into numbers of places. A loop that gathers to
 * make such words turns each of them into numbers {@link #LATER} words later: whether there is
 * anything is known by then, so that a wrong guess of the processor's costs no look-ups that are on
 * their way.
 *
 * <pre>{@code
 * for (; p <= last; p += 64, n++) {
 *   count = PlaceMasks.add(waiting[n % LATER], PlaceMasks.before(p), places, count);
 *   waiting[n % LATER] = look(p);
 * }
 * count = PlaceMasks.addAll(waiting, n, p, places, count);
 * }</pre>
 */
final class PlaceMasks {

  /** So many words later, a power of two. */
  static final int LATER = 8;

  /** Numbers that are written behind those that count. */
  static final int SLACK = 4;

  /** Room for some words that have bits, and the first place of each. For one thread. */
  static final class Words {

    /** So many are asked for at a time. */
    static final int MOST = 64;

    final long[] masks = new long[MOST];
    final int[] firsts = new int[MOST];

    /** Scratch: halves of words. */
    final int[] halves = new int[2 * MOST];

    /** Scratch: two numbers for every second place. */
    final int[] entries = new int[MOST * Long.SIZE / 2];

    final int[] hashes = new int[MOST * Long.SIZE / 2];

    /** Scratch: numbers for each place, and for some behind the last one. */
    final byte[][] numbers = new byte[4][(MOST + 1) * Long.SIZE];
  }

  private PlaceMasks() {}

  /** The first place of the word that is as old as it gets, if that of the next is known. */
  static int before(int place) {
    return place - LATER * Long.SIZE;
  }

  /**
   * Leaves out words that are 0, without a guess.
   *
   * @param words as many words; those that are kept come first, with the first place of each
   * @param count how many words
   * @param first the first place of the first word
   * @param apart how far words' first places are apart
   * @return how many are kept
   */
  static int keepSome(Words words, int count, int first, int apart) {
    long[] masks = words.masks;
    int[] firsts = words.firsts;
    int n = 0;
    for (int i = 0; i < count; i++) {
      long mask = masks[i];
      masks[n] = mask;
      firsts[n] = first + i * apart;
      n += (int) ((mask | -mask) >>> Long.SIZE - 1);
    }
    return n;
  }

  /**
   * Turns words into numbers, those that are not 0, which are found without a guess.
   *
   * @param words as many words, which are overwritten
   * @param count how many words
   * @param first the number of the first bit of the first word
   * @param places takes numbers as for {@link #add}, behind those that it has
   * @param before how many numbers it has
   * @return how many it has then
   */
  static int addSome(Words words, int count, int first, int[] places, int before) {
    int n = keepSome(words, count, first, Long.SIZE);
    int found = before;
    for (int i = 0; i < n; i++) {
      found = add(words.masks[i], words.firsts[i], places, found);
    }
    return found;
  }

  /**
   * Turns a word into numbers.
   *
   * @param mask the word, the lowest bit first
   * @param first the number of the first bit
   * @param places takes the numbers of the bits that are set, ascending; room for {@link #SLACK}
   *     more
   * @param count how many numbers it has
   * @return how many it has then
   */
  static int add(long mask, int first, int[] places, int count) {
    return add(mask, first, 1, places, count);
  }

  /**
   * The same where a bit is for every second place, or third, or the like.
   *
   * @param step how far places are apart
   */
  static int add(long mask, int first, int step, int[] places, int count) {
    if (mask == 0) {
      return count;
    }
    int next = count + Long.bitCount(mask);
    long bits = mask;
    int n = count;
    // Mostly there are few, and to write four, whether they are there or not, needs no guess.
    do {
      places[n] = first + Long.numberOfTrailingZeros(bits) * step;
      bits &= bits - 1;
      places[n + 1] = first + Long.numberOfTrailingZeros(bits) * step;
      bits &= bits - 1;
      places[n + 2] = first + Long.numberOfTrailingZeros(bits) * step;
      bits &= bits - 1;
      places[n + 3] = first + Long.numberOfTrailingZeros(bits) * step;
      bits &= bits - 1;
      n += 4;
    } while (n < next);
    return next;
  }

  /**
   * Turns the words that are left into numbers.
   *
   * @param waiting the last words
   * @param words how many there were in all
   * @param place the first place behind all words
   * @param places as for {@link #add}
   * @param count how many numbers it has
   * @return how many it has then
   */
  static int addAll(long[] waiting, int words, int place, int[] places, int count) {
    int n = count;
    for (int i = 0; i < LATER; i++) {
      n = add(waiting[words + i & LATER - 1], before(place) + i * Long.SIZE, places, n);
    }
    return n;
  }
}
