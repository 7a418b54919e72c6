package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;

/**
 * The states that a flow keeps from batch to batch by name. Of all other states the last bytes of
 * the flow, its history, tell whether they are active; these are behind loops, or further from
 * where matches begin than windows overlap. They are numbered in an order that depends on the rules
 * alone, so that a state saved for one device is one for every other. Immutable.
 */
final class KeptStates {

  private final int historyBytes;
  private final LiveSuffix live;

  /** By number: the part, the name there, the flag of its unit. */
  private final int[] partOf;

  private final int[] nameOf;
  private final int[] flagOf;

  /** By part: the number of a name. */
  private final List<Int2IntOpenHashMap> numbersOf = new ArrayList<>();

  KeptStates(List<StreamPart> parts, List<UnitKept> units) {
    int most = 1;
    for (UnitKept unit : units) {
      most = Math.max(most, unit.historyBytes());
    }
    this.historyBytes = most;
    this.live = new LiveSuffix(units.parallelStream().map(UnitKept::prefixes).toList(), most);
    int count = 0;
    for (StreamPart part : parts) {
      count += part.kept().names().size();
    }
    this.partOf = new int[count];
    this.nameOf = new int[count];
    this.flagOf = new int[count];
    for (int p = 0; p < parts.size(); p++) {
      IntList numbers = parts.get(p).kept().numbers();
      Int2IntOpenHashMap byName = new Int2IntOpenHashMap(numbers.size());
      byName.defaultReturnValue(-1);
      for (int i = 0; i < numbers.size(); i++) {
        partOf[numbers.getInt(i)] = p;
        nameOf[numbers.getInt(i)] = parts.get(p).kept().names().getInt(i);
        flagOf[numbers.getInt(i)] = parts.get(p).kept().flags().getInt(i);
        byName.put(nameOf[numbers.getInt(i)], numbers.getInt(i));
      }
      numbersOf.add(byName);
    }
  }

  /** How many there are. */
  int count() {
    return partOf.length;
  }

  /** How many of the last bytes of any flow tell of all other states; 1 to the overlap. */
  int historyBytes() {
    return historyBytes;
  }

  /**
   * How many of the last bytes of a flow may matter: of those at the end of an array; at least 1.
   */
  int historyBytes(byte[] last, int count) {
    return Math.max(1, live.longest(last, count));
  }

  /** The part that has a state. */
  int partOf(int number) {
    return partOf[number];
  }

  /** Its operation and the step of it, as the kernel names it. */
  int nameOf(int number) {
    return nameOf[number];
  }

  /** The flag of its unit. */
  int flagOf(int number) {
    return flagOf[number];
  }

  /** The number of a state of a part, or -1 if flows do not keep it. */
  int numberOf(int part, int name) {
    return numbersOf.get(part).get(name);
  }
}
