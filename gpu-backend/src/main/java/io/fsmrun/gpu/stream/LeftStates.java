package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/**
 * The states that the runs of a batch leave active, by run. They come in no order, some more than
 * once. Filled by one thread, read by several once it is {@link #sort sorted}.
 */
final class LeftStates {

  private final int runs;
  private final IntArrayList runOf = new IntArrayList();
  private final IntArrayList numberOf = new IntArrayList();

  /** By run: where its states start, and one more; then the states. */
  private int[] starts;

  private int[] numbers;

  LeftStates(int runs) {
    this.runs = runs;
  }

  void add(int run, int number) {
    runOf.add(run);
    numberOf.add(number);
  }

  /** After the last one: brings those of a run together. O(states + runs). */
  void sort() {
    if (starts != null) {
      return;
    }
    starts = new int[runs + 2];
    numbers = new int[numberOf.size()];
    int[] ofRuns = runOf.elements();
    for (int i = 0; i < numbers.length; i++) {
      starts[ofRuns[i] + 2]++;
    }
    for (int r = 0; r < runs; r++) {
      starts[r + 2] += starts[r + 1];
    }
    for (int i = 0; i < numbers.length; i++) {
      numbers[starts[ofRuns[i] + 1]++] = numberOf.getInt(i);
    }
  }

  int from(int run) {
    return starts[run];
  }

  int to(int run) {
    return starts[run + 1];
  }

  int number(int index) {
    return numbers[index];
  }

  /** The states of a run in order, each once; by one thread for one run at a time. */
  void ordered(int run, IntArrayList into) {
    into.clear();
    IntArrays.quickSort(numbers, from(run), to(run));
    for (int i = from(run); i < to(run); i++) {
      if (i == from(run) || numbers[i] != numbers[i - 1]) {
        into.add(numbers[i]);
      }
    }
  }
}
