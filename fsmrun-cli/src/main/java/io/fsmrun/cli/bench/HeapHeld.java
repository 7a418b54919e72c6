package io.fsmrun.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a thing holds of Java's heap while it is reachable: the memory in use after some of its kind
 * were made, less that before, both after the collector has run, divided by their number. Takes
 * some collections of the whole heap. What other threads keep meanwhile is counted too, and what
 * they let go is missing, so that single things of a few kilobytes cannot be measured.
 */
final class HeapHeld {

  /**
   * One collection may make garbage for the next: what was cleaned up, or only softly reachable.
   */
  private static final int COLLECTIONS = 4;

  private HeapHeld() {}

  /**
   * Makes things and measures.
   *
   * @param count how many
   * @param maker makes one
   * @return bytes that one holds, at least 0
   */
  static long by(int count, Supplier<?> maker) {
    List<Object> kept = new ArrayList<>(count);
    long before = used();
    for (int i = 0; i < count; i++) {
      kept.add(maker.get());
    }
    // The list is asked after the heap, so it is reachable until then.
    long held = used() - before;
    return Math.max(0, held / kept.size());
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    long used = Long.MAX_VALUE;
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
      used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
    }
    return used;
  }
}
