package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import java.util.ArrayList;
import java.util.List;

/** One of the barriers of a block. It counts warps; those that have exited are not waited for. */
final class Barrier {

  /** What the warps that wait learn. */
  @FunctionalInterface
  interface Result {

    /**
     * Takes what came of the values of all threads.
     *
     * @param warp the warp that waited
     * @param count threads that came with true
     * @param threads threads that came
     */
    void accept(Warp warp, int count, int threads);
  }

  /**
   * How a warp comes to a barrier.
   *
   * @param threads threads that the barrier is for; 0 for all of the block
   * @param waits whether the warp waits
   * @param values a truth value of each lane
   * @param result where the result goes; null if there is none
   */
  record Arrival(int threads, boolean waits, int values, Result result) {}

  private final List<Warp> waiting = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private int arrived;
  private int expected;
  private int count;
  private int threads;

  void clear() {
    waiting.clear();
    arrivals.clear();
    arrived = 0;
    count = 0;
    threads = 0;
  }

  void arrive(Warp warp, Arrival arrival) {
    if (arrived > 0 && expected != arrival.threads()) {
      throw warp.fault(
          0, "a barrier for " + expected + " threads (0: all) is used for " + arrival.threads());
    }
    if (arrival.threads() % DeviceFacts.WARP != 0 || arrival.threads() < 0) {
      throw warp.fault(0, "a barrier for " + arrival.threads() + " threads, no multiple of 32");
    }
    expected = arrival.threads();
    arrived++;
    count += Integer.bitCount(arrival.values() & warp.alive);
    threads += Integer.bitCount(warp.alive);
    if (arrival.waits()) {
      waiting.add(warp);
      arrivals.add(arrival);
      warp.awaitBarrier();
    }
  }

  /** Lets warps go on if all have come. */
  void releaseIf(int liveWarps) {
    if (arrived == 0 || arrived < (expected == 0 ? liveWarps : expected / DeviceFacts.WARP)) {
      return;
    }
    for (int i = 0; i < waiting.size(); i++) {
      Warp warp = waiting.get(i);
      warp.waits = false;
      if (arrivals.get(i).result() != null) {
        arrivals.get(i).result().accept(warp, count, threads);
      }
    }
    clear();
  }
}
