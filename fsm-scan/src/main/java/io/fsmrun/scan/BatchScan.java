package io.fsmrun.scan;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Scans many inputs, one after the other, and tells a handler which of them a match is in. Short
 * ones that lie side by side are lent to the engines together. Mutable, for one thread.
 */
final class BatchScan implements MatchHandler {

  /** Arrays of so many bytes or fewer are put side by side; as many as so much holds. */
  private static final int MOST_COPIED = 1 << 11;

  private static final int COPIED_TOGETHER = 1 << 14;

  private static final byte[] NOTHING = {};

  private BatchHandler handler;
  private int input;
  private boolean stopped;
  private byte[] copies = NOTHING;
  private int[] copiedTo = new int[1];

  /**
   * Scans inputs in one array; see {@link Scanner#scanAll(byte[], int[], BatchHandler)}.
   *
   * @return whether it ran to the end
   */
  boolean run(BlockDriver driver, byte[] data, int[] offsets, BatchHandler next) {
    start(next);
    for (int i = 0; i + 1 < offsets.length && !stopped; ) {
      Objects.checkFromToIndex(offsets[i], offsets[i + 1], data.length);
      int end = Math.max(i + 1, endOfShort(data, offsets, i));
      run(driver, data, offsets, i, end, i);
      i = end;
    }
    return !stopped;
  }

  /** The first input, from one on, that is not short, or not in the array. */
  private static int endOfShort(byte[] data, int[] offsets, int from) {
    int end = from;
    while (end + 1 < offsets.length
        && offsets[end] <= offsets[end + 1]
        && offsets[end + 1] <= data.length
        && BlockDriver.isShort(offsets[end + 1] - offsets[end])) {
      end++;
    }
    return end;
  }

  /** Scans inputs that lie side by side; the first of them is some one of the batch. */
  private void run(BlockDriver driver, byte[] data, int[] offsets, int from, int to, int number) {
    if (to - from == 1) {
      input = number;
      driver.run(data, offsets[from], offsets[to]);
      return;
    }
    driver.lendStreams(data, offsets[to]);
    try {
      for (int i = from; i < to && !stopped; i++) {
        input = number + i - from;
        driver.run(data, offsets[i], offsets[i + 1]);
      }
    } finally {
      driver.takeBack();
    }
  }

  /**
   * Scans inputs in arrays of their own; see {@link Scanner#scanAll(List, BatchHandler)}.
   *
   * @return whether it ran to the end
   */
  boolean run(BlockDriver driver, List<byte[]> inputs, BatchHandler next) {
    start(next);
    for (int i = 0; i < inputs.size() && !stopped; ) {
      int count = copy(inputs, i);
      if (count > 1) {
        run(driver, copies, copiedTo, 0, count, i);
        i += count;
      } else {
        input = i;
        byte[] alone = inputs.get(i);
        driver.run(alone, 0, alone.length);
        i++;
      }
    }
    return !stopped;
  }

  /** Puts short inputs side by side, from one on; returns how many. */
  private int copy(List<byte[]> inputs, int from) {
    int count = 0;
    int size = 0;
    while (from + count < inputs.size()) {
      byte[] one = inputs.get(from + count);
      if (one.length > MOST_COPIED || size + one.length > COPIED_TOGETHER) {
        break;
      }
      if (copies.length == 0) {
        copies = new byte[COPIED_TOGETHER];
      }
      System.arraycopy(one, 0, copies, size, one.length);
      size += one.length;
      count++;
      if (count == copiedTo.length) {
        copiedTo = Arrays.copyOf(copiedTo, 2 * count);
      }
      copiedTo[count] = size;
    }
    return count;
  }

  private void start(BatchHandler next) {
    handler = next;
    stopped = false;
  }

  @Override
  public boolean match(int ruleId, long start, long end, long tag) {
    BatchHandler.Next next = handler.match(input, ruleId, start, end, tag);
    stopped = next == BatchHandler.Next.STOP;
    return next == BatchHandler.Next.MATCH;
  }
}
