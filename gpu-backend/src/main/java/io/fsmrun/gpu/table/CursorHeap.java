package io.fsmrun.gpu.table;

import java.util.List;

/** Cursors with reports left, the one whose next report comes first on top. For one thread. */
final class CursorHeap {

  private final GroupCursor[] heap;
  private int size;

  CursorHeap(List<GroupCursor> cursors) {
    heap = cursors.toArray(GroupCursor[]::new);
    size = heap.length;
    for (int i = size / 2 - 1; i >= 0; i--) {
      sift(i);
    }
    drop();
  }

  /** Where in the chunk the next report is made, or {@link GroupCursor#NONE}. */
  int position() {
    return size == 0 ? GroupCursor.NONE : heap[0].position();
  }

  /** What the next report is of; moves on. */
  int[] take() {
    int[] reports = heap[0].take();
    drop();
    sift(0);
    return reports;
  }

  /** Leaves out cursors that have come to their end. */
  private void drop() {
    while (size > 0 && heap[0].position() == GroupCursor.NONE) {
      heap[0] = heap[--size];
      sift(0);
    }
  }

  private void sift(int from) {
    int i = from;
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && heap[child + 1].position() < heap[child].position()) {
        child++;
      }
      if (heap[i].position() <= heap[child].position()) {
        return;
      }
      GroupCursor above = heap[i];
      heap[i] = heap[child];
      heap[child] = above;
      i = child;
    }
  }
}
