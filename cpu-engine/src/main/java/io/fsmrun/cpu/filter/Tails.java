package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;
import java.util.Arrays;

/**
 * Runs what follows the pieces that are searched for: the automaton of all tails, of which each is
 * entered where the piece before it has ended. Bytes at which no tail is active are skipped.
 * Mutable, for one thread.
 */
final class Tails {

  private final SetRunner runner;

  /** Where in the block which tails begin: index above, group below; not in order. */
  private long[] begins = new long[64];

  private int count;

  /** No tail is active. */
  Tails(SetAutomaton automaton) {
    runner = new SetRunner(automaton, LazyOptions.defaults());
    runner.clear();
  }

  /** What runs the automaton, for those who scan by other means. */
  SetRunner runner() {
    return runner;
  }

  /** Forgets what is active. */
  void clear() {
    runner.clear();
  }

  /**
   * Notes that a tail begins in the block to come.
   *
   * @param group its group of starts
   * @param index of the byte that it begins with, in the array that {@link #run} is given
   */
  void begin(int group, int index) {
    if (count == begins.length) {
      begins = Arrays.copyOf(begins, 2 * count);
    }
    begins[count++] = (long) index << Integer.SIZE | group;
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
    runner.finish(position, reports);
  }

  void save(BinaryWriter state) {
    runner.save(state);
  }

  void restore(BinaryReader state) {
    runner.restore(state);
  }
}
