package io.fsmrun.cpu.block;

import java.util.Arrays;

/**
 * Numbers in order, each once, without being moved as far as that can be: they ascend in a few
 * runs, as each engine adds its reports, and mostly one run has nearly all. The longest run stays
 * where it is, the others become a second one, and both are read in stretches by turns. Where the
 * second is not much shorter than the first, all are put into one. Many runs are made few if
 * numbers lie near their places, as reports do that are found by what lies in the middle of
 * matches.
 *
 * <p>O(n) for a few runs and for numbers near their places, else O(n log n). Mutable, for one
 * thread.
 */
final class OrderedRuns {

  /** More runs than this are not put together but sorted. */
  private static final int MOST_RUNS = 12;

  /** How many places a number may lie behind its own for it to be moved there by itself. */
  private static final int NEAR = 32;

  /** If a smaller share than this is out of order, it is not moved but read from where it is. */
  private static final int FEW = 16;

  private long[] packed;
  private long[] spare = new long[0];
  private int size;

  /** Where the runs start, when they were counted, and where the last one ends. */
  private final int[] runs = new int[MOST_RUNS + 1];

  private int runCount;

  /** Where the numbers lie that are known to ascend. */
  private int knownFrom;

  private int knownTo;

  /** What is left to be read of the two ordered runs, and where they end. */
  private int first;

  private int firstDue;
  private int firstTo;
  private int second;
  private int secondDue;
  private int secondTo;

  /** The present stretch. */
  private int from;

  private int to;

  /** Lets go of memory. */
  void giveBack() {
    spare = new long[0];
    packed = null;
  }

  /**
   * Orders numbers.
   *
   * @param numbers the numbers
   * @param count how many
   * @param ascendingFrom index of the first of some that are known to ascend
   * @param ascendingTo index after the last of them
   * @return the array in which they are now, which may be another one
   */
  long[] order(long[] numbers, int count, int ascendingFrom, int ascendingTo) {
    packed = numbers;
    size = count;
    knownFrom = ascendingFrom;
    knownTo = ascendingTo;
    runCount = countRuns();
    if (runCount > MOST_RUNS) {
      runCount = makeRuns();
      if (runCount > MOST_RUNS) {
        Arrays.sort(packed, 0, size);
        runCount = 1;
      }
      moveTogether();
    } else if (runCount <= 1) {
      read(0, size, size, size);
    } else {
      orderRuns(runCount);
    }
    return packed;
  }

  /** Looks for stretches that ascend; returns how many there are, or more than are counted. */
  private int countRuns() {
    int count = 0;
    int start = 0;
    while (start < size) {
      if (count == MOST_RUNS) {
        return count + 1;
      }
      runs[count++] = start;
      start = runEnd(start);
    }
    runs[count] = size;
    return count;
  }

  /**
   * Moves numbers to their places that are near them; where one is not, another run starts. Runs
   * may have repetitions then. Returns how many there are, or more than are counted.
   */
  private int makeRuns() {
    long[] numbers = packed;
    int count = 1;
    int start = 0;
    runs[0] = 0;
    for (int i = 1; i < size; i++) {
      long number = numbers[i];
      if (numbers[i - 1] <= number) {
        continue;
      }
      int least = Math.max(start, i - NEAR);
      if (least > start && numbers[least - 1] > number) {
        if (count == MOST_RUNS) {
          return count + 1;
        }
        start = i;
        runs[count++] = i;
        continue;
      }
      int at = i;
      for (; at > least && numbers[at - 1] > number; at--) {
        numbers[at] = numbers[at - 1];
      }
      numbers[at] = number;
    }
    runs[count] = size;
    return count;
  }

  private void orderRuns(int count) {
    int longest = 0;
    for (int r = 1; r < count; r++) {
      if (runs[r + 1] - runs[r] > runs[longest + 1] - runs[longest]) {
        longest = r;
      }
    }
    int start = runs[longest];
    int end = runs[longest + 1];
    int few = size - (end - start);
    if (few > size / FEW) {
      moveTogether();
    } else if (count == 2) {
      int other = runs[1 - longest];
      read(start, end, other, other + few);
    } else {
      // The others are put together behind all of them.
      if (size + few > packed.length) {
        packed = Arrays.copyOf(packed, size + few);
      }
      int at = size;
      for (int r = 0; r < count; r++) {
        if (r != longest) {
          System.arraycopy(packed, runs[r], packed, at, runs[r + 1] - runs[r]);
          at += runs[r + 1] - runs[r];
          merge(size, at - (runs[r + 1] - runs[r]), at);
        }
      }
      read(start, end, size, withoutRepetitions(size, at));
    }
  }

  /** Makes all runs one. */
  private void moveTogether() {
    for (int r = 1; r < runCount; r++) {
      merge(0, runs[r], runs[r + 1]);
    }
    size = withoutRepetitions(0, size);
    read(0, size, size, size);
  }

  /** The runs that are to be read. */
  private void read(int firstFrom, int firstEnd, int secondFrom, int secondEnd) {
    first = firstFrom;
    firstTo = firstEnd;
    firstDue = firstEnd;
    second = secondFrom;
    secondTo = secondEnd;
    secondDue = secondEnd;
  }

  /** Leaves the numbers out that are not less than some. */
  void cut(long least) {
    while (firstDue > first && packed[firstDue - 1] >= least) {
      firstDue--;
    }
    while (secondDue > second && packed[secondDue - 1] >= least) {
      secondDue--;
    }
  }

  /** Goes to the next numbers that lie side by side; returns false if there are none. */
  boolean nextStretch() {
    while (first < firstDue && second < secondDue) {
      long one = packed[first];
      long other = packed[second];
      if (one < other) {
        from = first;
        first = indexOf(other, first, firstDue);
        to = first;
        return true;
      }
      if (other < one) {
        from = second;
        second = indexOf(one, second, secondDue);
        to = second;
        return true;
      }
      second++;
    }
    from = Math.min(first, firstDue);
    to = firstDue;
    if (from == to) {
      from = second;
      to = secondDue;
      second = to;
    }
    first = firstDue;
    return from < to;
  }

  /** Where the first number lies, from an index on, that is not less than some. */
  int indexOf(long number, int start, int end) {
    if (packed[start] >= number) {
      return start;
    }
    int low = start;
    int step = 1;
    while (low + step < end && packed[low + step] < number) {
      low += step;
      step *= 2;
    }
    int high = Math.min(end, low + step);
    low++;
    while (low < high) {
      int middle = low + high >>> 1;
      if (packed[middle] < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Index of the first number of the present stretch. */
  int from() {
    return from;
  }

  /** Index after its last. */
  int to() {
    return to;
  }

  /** Moves what was left out to the front; returns how many these are. */
  int keepRest() {
    int one = firstTo - firstDue;
    int other = secondTo - secondDue;
    if (spare.length < one + other) {
      spare = new long[2 * (one + other)];
    }
    System.arraycopy(packed, firstDue, spare, 0, one);
    System.arraycopy(packed, secondDue, spare, one, other);
    System.arraycopy(spare, 0, packed, 0, one + other);
    return one + other;
  }

  /** Puts all into one run, right after they were ordered, in the array that they were in. */
  void sort() {
    if (first != 0 || secondTo > second) {
      moveTogether();
    }
  }

  /** How many numbers there are after that. */
  int size() {
    return firstTo;
  }

  /** Drops repetitions of sorted numbers; returns the index after those that are left. */
  private int withoutRepetitions(int start, int end) {
    int kept = start;
    for (int i = start; i < end; i++) {
      packed[kept] = packed[i];
      kept += i + 1 < end && packed[i + 1] == packed[i] ? 0 : 1;
    }
    return kept;
  }

  /** Where the numbers that ascend from an index on end. */
  private int runEnd(int start) {
    if (start >= knownTo) {
      return runEnd(start, size);
    }
    int end = runEnd(start, Math.max(start, knownFrom) + 1);
    return end <= knownFrom ? end : runEnd(knownTo - 1, size);
  }

  /** The same, or a limit if they ascend up to there. */
  private int runEnd(int start, int limit) {
    int end = start + 1;
    while (end < limit && packed[end - 1] < packed[end]) {
      end++;
    }
    return end;
  }

  /** Puts a sorted stretch among the sorted numbers before it. */
  private void merge(int least, int start, int end) {
    int count = end - start;
    if (spare.length < count) {
      spare = new long[count + count / 4];
    }
    System.arraycopy(packed, start, spare, 0, count);
    if (count > (start - least) / FEW) {
      mergeBoth(least, start - 1, count - 1);
    } else {
      mergeFew(least, start - 1, count - 1);
    }
  }

  /** Merges two stretches by turns: which one goes on is as good as random, so no branch asks. */
  private void mergeBoth(int least, int last, int lastSpare) {
    long[] target = packed;
    long[] others = spare;
    int i = last;
    int j = lastSpare;
    while (i >= least && j >= 0) {
      long one = target[i];
      long other = others[j];
      // All ones if the other is less; both are from 0 to half of all numbers.
      long less = other - one >> Long.SIZE - 1;
      target[i + j + 1] = other ^ (other ^ one) & less;
      i += (int) less;
      j -= 1 + (int) less;
    }
    System.arraycopy(others, 0, target, least, j + 1);
  }

  /** The same where one of them is short, so that the other moves in long stretches. */
  private void mergeFew(int least, int last, int lastSpare) {
    int i = last;
    for (int j = lastSpare; j >= 0; j--) {
      int stretch = i;
      while (i >= least && packed[i] > spare[j]) {
        i--;
      }
      System.arraycopy(packed, i + 1, packed, i + j + 2, stretch - i);
      packed[i + j + 1] = spare[j];
    }
  }
}
