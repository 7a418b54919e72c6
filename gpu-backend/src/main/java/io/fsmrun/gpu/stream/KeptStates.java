package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The states that a flow keeps from batch to batch by name. Of all other states the last bytes of
 * the flow, its history, tell whether they are active; these are behind loops, or further from
 * where matches begin than windows overlap. They are numbered in an order that depends on the rules
 * alone, so that a state saved for one device is one for every other. Immutable.
 */
final class KeptStates {

  private static final int NAME_WORDS = 4;
  private static final int NO_NUMBER = -1;

  private final int historyBytes;
  private final LiveSuffix live;

  /** By number four words: the name of it, the flag of its unit, its part, nothing. */
  private final int[] names;

  /** By part, and one more, where its words start; then by name its number, {@link #NO_NUMBER}. */
  private final int[] numbers;

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
    this.names = new int[count * NAME_WORDS];
    IntArrayList words = new IntArrayList(new int[parts.size() + 1]);
    words.set(0, words.size());
    for (int p = 0; p < parts.size(); p++) {
      words.addElements(words.size(), number(parts.get(p).kept(), p));
      words.set(p + 1, words.size());
    }
    this.numbers = words.toIntArray();
  }

  /** Enters the states of a part; returns their numbers by name. */
  private int[] number(StreamPart.Kept kept, int part) {
    int[] byName = new int[kept.names().isEmpty() ? 0 : Collections.max(kept.names()) + 1];
    Arrays.fill(byName, NO_NUMBER);
    for (int i = 0; i < kept.numbers().size(); i++) {
      int number = kept.numbers().getInt(i);
      names[number * NAME_WORDS] = kept.names().getInt(i);
      names[number * NAME_WORDS + 1] = kept.flags().getInt(i);
      names[number * NAME_WORDS + 2] = part;
      byName[kept.names().getInt(i)] = number;
    }
    return byName;
  }

  /** How many there are. */
  int count() {
    return names.length / NAME_WORDS;
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

  /** As {@code resumeStates} has it. */
  int[] names() {
    return names;
  }

  /** As {@code leaveStates} has it. */
  int[] numbers() {
    return numbers;
  }
}
