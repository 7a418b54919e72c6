package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Runs an automaton of tails, of which each is entered where the piece before it has ended. Bytes
 * at which none is active are skipped. Mutable, for one thread.
 */
final class TailRun {

  private final SetRunner runner;
  private final TailNeeds needs;
  private final int firstNumber;

  /** Where in the block which tails begin: index above, group below; not in order. */
  private long[] begins = new long[64];

  private int count;

  private int[] states = new int[16];
  private int stateCount;

  /** No tail is active. */
  TailRun(TailGroups.Run run) {
    runner = new SetRunner(run.automaton(), LazyOptions.defaults());
    runner.clear();
    needs = run.needs();
    firstNumber = run.firstNumber();
  }

  /** What runs the automaton. */
  SetRunner runner() {
    return runner;
  }

  /** Notes that a group begins, if it may match; as {@link Tails#begin}. */
  void begin(int group, byte[] input, int index, int to) {
    if (needs.mayMatch(group, input, index, to)) {
      if (count == begins.length) {
        begins = Arrays.copyOf(begins, 2 * count);
      }
      begins[count++] = (long) index << Integer.SIZE | group;
    }
  }

  /** Runs over a block; as {@link Tails#run}. */
  void run(byte[] input, int from, int to, long origin, ReportBuffer reports) {
    Arrays.sort(begins, 0, count);
    int next = 0;
    int at = from;
    while (at < to && (next < count || !runner.isEmpty())) {
      if (runner.isEmpty()) {
        at = Math.max(at, index(next));
      }
      while (next < count && index(next) == at) {
        if (next == 0 || begins[next] != begins[next - 1]) {
          runner.inject((int) begins[next]);
        }
        next++;
      }
      int stop = next < count ? index(next) : to;
      at = runner.run(input, at, stop, origin + at, reports);
    }
    count = 0;
  }

  private int index(int begin) {
    return (int) (begins[begin] >>> Integer.SIZE);
  }

  /** Adds the {@linkplain TailGroups numbers} of what is active. */
  void addNumbers(IntArrayList to, IntArrayList scratch) {
    runner.copyStates(scratch);
    for (int i = 0; i < scratch.size(); i++) {
      to.add(firstNumber + scratch.getInt(i));
    }
  }

  /** Gathers a number for {@link #become}. */
  void gather(int number) {
    if (stateCount == states.length) {
      states = Arrays.copyOf(states, 2 * stateCount);
    }
    states[stateCount++] = number - firstNumber;
  }

  /** Makes that active which was gathered, beside what is. */
  void become() {
    runner.add(states, stateCount);
    stateCount = 0;
  }
}
