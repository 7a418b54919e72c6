package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which streams are kept aside, where, and for how long. What leads to a state, other than the step
 * right before it, is gathered in a slot; states with the same such predecessors share one.
 */
final class SlotPlan {

  /**
   * A slot's use: who writes, who reads, from where it must be there to where it is last needed.
   */
  private static final class Use {
    final int[] writers;
    final IntList readers = new IntArrayList();
    int clearAt;
    int lastAt;
    int slot;

    Use(int[] writers) {
      this.writers = writers;
    }
  }

  private final List<Use> uses = new ArrayList<>();
  private final Use[] readBy;
  private final boolean[] fromRegister;
  private final StateOrder order;
  private int count;

  /**
   * Plans the slots of a rule; {@code skipTargets} as {@link StateOrder#skipTargets} gives them.
   */
  SlotPlan(StateOrder order, int[] skipTargets) {
    this.order = order;
    this.readBy = new Use[order.count()];
    this.fromRegister = new boolean[order.count()];
    Map<List<Integer>, Use> byWriters = new HashMap<>();
    for (int p = 0; p < readBy.length; p++) {
      int place = p;
      StateOrder.Loop loop = order.loopOf(p);
      // At the start of a loop the register holds what came last, in the pass before.
      boolean firstOfLoop = loop != null && loop.first() == p;
      int[] others = order.before(p);
      if (!firstOfLoop && contains(others, p - 1)) {
        fromRegister[p] = true;
        others = Arrays.stream(others).filter(q -> q != place - 1).toArray();
      }
      if (others.length > 0) {
        int[] writers = others;
        Use use =
            byWriters.computeIfAbsent(
                Arrays.stream(writers).boxed().toList(),
                key -> {
                  Use fresh = new Use(writers);
                  uses.add(fresh);
                  return fresh;
                });
        use.readers.add(p);
        readBy[p] = use;
      }
    }
    for (Use use : uses) {
      lifetime(use, skipTargets);
    }
    assign();
  }

  private static boolean contains(int[] values, int value) {
    for (int v : values) {
      if (v == value) {
        return true;
      }
    }
    return false;
  }

  private void lifetime(Use use, int[] skipTargets) {
    int from = Integer.MAX_VALUE;
    int to = 0;
    boolean backwards = false;
    int firstReader = use.readers.getInt(0);
    for (int writer : use.writers) {
      from = Math.min(from, writer);
      to = Math.max(to, writer);
      backwards |= writer > firstReader;
    }
    for (int reader : use.readers) {
      from = Math.min(from, reader);
      to = Math.max(to, reader);
    }
    // A slot that is used on both sides of the border of a loop, or from one pass to the next, has
    // to be there for all of it.
    for (StateOrder.Loop loop : order.loops()) {
      boolean touches = from <= loop.last() && to >= loop.first();
      boolean inside = from >= loop.first() && to <= loop.last();
      if (touches && (!inside || backwards)) {
        from = Math.min(from, loop.first());
        to = Math.max(to, loop.last());
      }
    }
    // Where the place to clear it may be skipped although it is read, it is cleared before that.
    for (int k = from - 1; k >= 0; k--) {
      if (skipTargets[k] > from && skipTargets[k] <= to) {
        from = k;
      }
    }
    use.clearAt = from;
    use.lastAt = to;
  }

  private void assign() {
    List<Use> sorted = new ArrayList<>(uses);
    sorted.sort((a, b) -> Integer.compare(a.clearAt, b.clearAt));
    IntList freeFrom = new IntArrayList();
    for (Use use : sorted) {
      int slot = 0;
      while (slot < freeFrom.size() && freeFrom.getInt(slot) >= use.clearAt) {
        slot++;
      }
      if (slot == freeFrom.size()) {
        freeFrom.add(0);
      }
      freeFrom.set(slot, use.lastAt);
      use.slot = slot;
    }
    count = freeFrom.size();
  }

  int count() {
    return count;
  }

  /** The slot that gathers what leads to a place, or -1. */
  int slotInto(int place) {
    return readBy[place] == null ? -1 : readBy[place].slot;
  }

  /** Whether the place takes what the step before it computed. */
  boolean fromRegister(int place) {
    return fromRegister[place];
  }

  /** The slots to be cleared before a place. */
  IntList clearedAt(int place) {
    IntList slots = new IntArrayList();
    for (Use use : uses) {
      if (use.clearAt == place) {
        slots.add(use.slot);
      }
    }
    return slots;
  }

  /** The slots that a place writes to; complemented if a reader lies before it or is it. */
  IntList writtenAt(int place) {
    IntList slots = new IntArrayList();
    for (Use use : uses) {
      if (contains(use.writers, place)) {
        boolean backwards = false;
        for (int reader : use.readers) {
          backwards |= reader <= place;
        }
        slots.add(backwards ? ~use.slot : use.slot);
      }
    }
    return slots;
  }
}
