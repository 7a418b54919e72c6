package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs what follows the pieces that are searched for: the automaton of tails, of which each is
 * entered where the piece before it has ended, and those that are counted. Bytes at which no tail
 * is active are skipped. Mutable, for one thread.
 */
final class Tails {

  private final TailGroups groups;
  private final TailNeeds needs;

  /** Null if all are counted. */
  private final SetRunner runner;

  private final TailCount[] counts;
  private final IntRows countedOf;

  private final Map<SymbolSet, SetBreaks> breaks = new HashMap<>();

  /** The counted tails that have begun. */
  private final IntArrayList live = new IntArrayList();

  /** Where in the block which tails begin: index above, group below; not in order. */
  private long[] begins = new long[64];

  private int count;

  /** No tail is active. */
  Tails(TailGroups groups) {
    this.groups = groups;
    this.needs = groups.needs();
    this.countedOf = groups.countedOf();
    this.counts =
        groups.counted().stream()
            .map(tail -> new TailCount(tail, breaks.computeIfAbsent(tail.set(), SetBreaks::new)))
            .toArray(TailCount[]::new);
    this.runner =
        groups
            .automaton()
            .map(automaton -> new SetRunner(automaton, LazyOptions.defaults()))
            .orElse(null);
    clear();
  }

  /** Forgets what is active. */
  void clear() {
    if (runner != null) {
      runner.clear();
    }
    for (int i = 0; i < live.size(); i++) {
      counts[live.getInt(i)].clear();
    }
    live.clear();
  }

  /**
   * Notes that tails begin in the block to come, if they may match.
   *
   * @param group their group of starts
   * @param input the bytes, as {@link #run} is given
   * @param index of the byte that they begin with
   * @param to index after the last byte that is known
   * @param origin the stream's position at index 0
   */
  void begin(int group, byte[] input, int index, int to, long origin) {
    for (int i = countedOf.start(group); i < countedOf.end(group); i++) {
      if (counts[countedOf.value(i)].mayFollow(input[index])) {
        begin(countedOf.value(i), origin + index + 1);
      }
    }
    if (groups.isRun(group) && needs.mayMatch(group, input, index, to)) {
      if (count == begins.length) {
        begins = Arrays.copyOf(begins, 2 * count);
      }
      begins[count++] = (long) index << Integer.SIZE | group;
    }
  }

  /** Begins a counted tail behind its first byte. */
  private void begin(int tail, long position) {
    if (counts[tail].isEmpty()) {
      live.add(tail);
    }
    counts[tail].add(position);
  }

  /**
   * Runs over a block, from each place where a tail begins; these are forgotten.
   *
   * @param input holds the block
   * @param from index of its first byte
   * @param to index after its last
   * @param origin the stream's position at index 0
   * @param reports takes what ends in the block
   */
  void run(byte[] input, int from, int to, long origin, ReportBuffer reports) {
    if (runner != null) {
      runAutomaton(input, from, to, origin, reports);
    }
    for (int i = 0; i < live.size(); i++) {
      int tail = live.getInt(i);
      counts[tail].run(input, from, to, origin, groups.counted().get(tail).rule(), reports);
    }
    dropEmpty();
    breaks.values().forEach(SetBreaks::forget);
  }

  /** Keeps those of {@link #live} that are. */
  private void dropEmpty() {
    int kept = 0;
    for (int i = 0; i < live.size(); i++) {
      if (!counts[live.getInt(i)].isEmpty()) {
        live.set(kept++, live.getInt(i));
      }
    }
    live.size(kept);
  }

  private void runAutomaton(byte[] input, int from, int to, long origin, ReportBuffer reports) {
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

  /** Reports what ends because the stream does. */
  void finish(long position, ReportBuffer reports) {
    if (runner != null) {
      runner.finish(position, reports);
    }
  }

  /**
   * Copies what is active.
   *
   * @param to takes {@linkplain TailGroups numbers}, in no order, in place of what it holds
   * @param position where the stream is
   */
  void copyStates(IntArrayList to, long position) {
    to.clear();
    if (runner != null) {
      runner.copyStates(to);
    }
    for (int i = 0; i < live.size(); i++) {
      int tail = live.getInt(i);
      for (int b = 0; b < counts[tail].count(); b++) {
        long passed = position - counts[tail].begin(b);
        to.add(groups.firstNumber(tail) + (int) passed);
      }
    }
  }

  /**
   * Makes that active which some numbers say, and nothing else.
   *
   * @param numbers in no order
   * @param size how many of the array's
   * @param position where the stream is
   */
  void become(int[] numbers, int size, long position) {
    clear();
    int states = 0;
    for (int i = 0; i < size; i++) {
      if (numbers[i] < groups.automatonCount()) {
        numbers[states++] = numbers[i];
      } else {
        int tail = groups.tailOf(numbers[i]);
        begin(tail, position - (numbers[i] - groups.firstNumber(tail)));
      }
    }
    if (runner != null) {
      runner.add(numbers, states);
    }
    for (int i = 0; i < live.size(); i++) {
      counts[live.getInt(i)].settle(position);
    }
    dropEmpty();
  }

  void save(BinaryWriter state, long position) {
    if (runner != null) {
      runner.save(state);
    }
    live.sort(null);
    state.writeInt(live.size());
    int previous = 0;
    for (int i = 0; i < live.size(); i++) {
      int tail = live.getInt(i);
      state.writeInt(tail - previous);
      previous = tail;
      counts[tail].save(state, position);
    }
  }

  void restore(BinaryReader state, long position) {
    clear();
    if (runner != null) {
      runner.restore(state);
    }
    int size = state.readCount("counted tails");
    int tail = 0;
    for (int i = 0; i < size; i++) {
      tail += state.readInt(counts.length - tail, "a counted tail");
      if (!counts[tail].isEmpty()) {
        throw state.damaged("counted tail " + tail + " is there twice");
      }
      live.add(tail);
      counts[tail].restore(state, position);
    }
  }
}
