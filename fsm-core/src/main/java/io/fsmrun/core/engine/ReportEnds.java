package io.fsmrun.core.engine;

import io.fsmrun.core.report.ReportFlags;
import java.util.Arrays;

/**
 * The ends of one rule's matches, ascending, each once: a growing array of positions. For one
 * thread.
 *
 * <p>Appending an end that is the last one already changes nothing, so that a match seen twice
 * ({@code HERE} now, {@code BACK} a byte later) counts once.
 */
public final class ReportEnds {

  private static final int FIRST_CAPACITY = 8;
  private static final int[] NONE = {};

  private final ReportBudget budget;
  private int[] ends = NONE;
  private int size;

  /**
   * An empty list.
   *
   * @param budget pays for its growth
   */
  public ReportEnds(ReportBudget budget) {
    this.budget = budget;
  }

  /**
   * Adds what a state reports at a position.
   *
   * @param flags bits of {@link ReportFlags}; {@code FINAL} bits are ignored
   * @param position where the machine stands, at least the last position given
   */
  public void addFlags(int flags, int position) {
    if ((flags & ReportFlags.BACK) != 0) {
      add(position - 1);
    }
    if ((flags & ReportFlags.HERE) != 0) {
      add(position);
    }
  }

  /**
   * Adds what a state reports because the input ends.
   *
   * @param flags bits of {@link ReportFlags}; others than {@code FINAL} are ignored
   * @param position the end of the input
   */
  public void addFinalFlags(int flags, int position) {
    boolean alreadyHere = size > 0 && ends[size - 1] == position;
    if ((flags & ReportFlags.FINAL_BACK) != 0) {
      size -= alreadyHere ? 1 : 0;
      add(position - 1);
    }
    if (alreadyHere || (flags & ReportFlags.FINAL_HERE) != 0) {
      add(position);
    }
  }

  /**
   * Adds one end.
   *
   * @param end at least the last end added; an equal one is dropped
   */
  public void add(int end) {
    if (size > 0 && ends[size - 1] >= end) {
      if (ends[size - 1] == end) {
        return;
      }
      throw new IllegalStateException("end " + end + " after " + ends[size - 1]);
    }
    if (size == ends.length) {
      grow();
    }
    ends[size++] = end;
  }

  private void grow() {
    int capacity = Math.max(FIRST_CAPACITY, size * 2);
    budget.take(capacity - size);
    ends = Arrays.copyOf(ends, capacity);
  }

  /**
   * Adds the ends of another list that are at or after a position.
   *
   * @param other a list whose ends from there on are not below this one's last
   * @param position the least end to take
   */
  public void addFrom(ReportEnds other, int position) {
    int at = Arrays.binarySearch(other.ends, 0, other.size, position);
    for (int i = at < 0 ? -at - 1 : at; i < other.size; i++) {
      add(other.ends[i]);
    }
  }

  /**
   * Forgets the latest ends.
   *
   * @param newSize how many to keep, at most {@link #size}
   */
  public void truncate(int newSize) {
    if (newSize < 0 || newSize > size) {
      throw new IllegalArgumentException("keep " + newSize + " of " + size);
    }
    size = newSize;
  }

  /**
   * Number of ends.
   *
   * @return 0 or more
   */
  public int size() {
    return size;
  }

  /**
   * One end.
   *
   * @param index from 0, below the size
   * @return a position
   */
  public int get(int index) {
    return ends[index];
  }

  /**
   * The ends as a fresh array.
   *
   * @return ascending positions
   */
  public int[] toArray() {
    return Arrays.copyOf(ends, size);
  }
}
