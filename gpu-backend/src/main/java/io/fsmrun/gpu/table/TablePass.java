package io.fsmrun.gpu.table;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** Groups that run over one reading of the input, with one table. Immutable. */
final class TablePass {

  private final List<GroupDfa> groups;
  private final TableLayout layout;
  private final SymbolClasses classes;
  private final int[][] numbers;
  private final int[][] reportsOf;
  private final ByteBuffer image;

  private TablePass(List<GroupDfa> groups, TableLayout layout, byte[] sample) {
    this.groups = List.copyOf(groups);
    this.layout = layout;
    this.classes = classesOf(groups);
    this.numbers = new int[groups.size()][];
    int silent = 0;
    int reporting = 0;
    for (GroupDfa group : groups) {
      int count = countReporting(group);
      reporting += count;
      silent += group.stateCount() - count;
    }
    this.reportsOf = new int[reporting][];
    number(sample);
    this.image = encode();
    if (silent != layout.split() - layout.bias()) {
      throw new IllegalStateException("a layout for other groups");
    }
  }

  /**
   * A pass over groups, near if that fits into so much shared memory; null if that does not fit.
   */
  static TablePass near(List<GroupDfa> groups, int sharedBytes, TableLimits limits, byte[] sample) {
    TableLayout own = layout(TableLayout.Kind.PRIVATE, groups);
    if (own.isPossible() && own.imageBytes() <= Math.min(sharedBytes, limits.privateBytes())) {
      return new TablePass(groups, own, sample);
    }
    TableLayout direct = layout(TableLayout.Kind.DIRECT, groups);
    if (direct.isPossible() && direct.imageBytes() <= Math.min(sharedBytes, limits.directBytes())) {
      return new TablePass(groups, direct, sample);
    }
    TableLayout classed = layout(TableLayout.Kind.CLASSED, groups);
    if (classed.isPossible() && classed.imageBytes() <= sharedBytes) {
      return new TablePass(groups, classed, sample);
    }
    return null;
  }

  /** Whether groups fit together into so much shared memory. */
  static boolean isNear(List<GroupDfa> groups, int sharedBytes) {
    TableLayout classed = layout(TableLayout.Kind.CLASSED, groups);
    return classed.isPossible() && classed.imageBytes() <= sharedBytes;
  }

  /** A pass over one group whose table is in device memory; null if it has too many states. */
  static TablePass far(GroupDfa group, byte[] sample) {
    TableLayout far = layout(TableLayout.Kind.FAR, List.of(group));
    return far.isPossible() ? new TablePass(List.of(group), far, sample) : null;
  }

  private static TableLayout layout(TableLayout.Kind kind, List<GroupDfa> groups) {
    int states = 0;
    int reporting = 0;
    for (GroupDfa group : groups) {
      states += group.stateCount();
      reporting += countReporting(group);
    }
    return new TableLayout(kind, states - reporting, reporting, classesOf(groups));
  }

  private static int countReporting(GroupDfa group) {
    int count = 0;
    for (int state = 0; state < group.stateCount(); state++) {
      count += group.isReporting(state) ? 1 : 0;
    }
    return count;
  }

  private static SymbolClasses classesOf(List<GroupDfa> groups) {
    SymbolClasses classes = groups.get(0).classes();
    for (GroupDfa group : groups.subList(1, groups.size())) {
      int[] labels = new int[SymbolSet.ALPHABET_SIZE];
      for (int symbol = 0; symbol < labels.length; symbol++) {
        labels[symbol] = classes.classOf(symbol) << Byte.SIZE | group.classes().classOf(symbol);
      }
      classes = SymbolClasses.ofLabels(labels);
    }
    return classes;
  }

  /** Numbers states, those that a run over the sample visits most often first. */
  private void number(byte[] sample) {
    int silent = layout.bias();
    int reporting = layout.split();
    for (int g = 0; g < groups.size(); g++) {
      GroupDfa group = groups.get(g);
      long[] visits = group.visits(sample);
      long[] order = new long[visits.length];
      for (int state = 0; state < order.length; state++) {
        order[state] = (sample.length - visits[state]) << Integer.SIZE | state;
      }
      LongArrays.quickSort(order);
      numbers[g] = new int[order.length];
      for (long each : order) {
        int state = (int) each;
        if (group.isReporting(state)) {
          reportsOf[reporting - layout.split()] = group.reports(state);
          numbers[g][state] = reporting++;
        } else {
          numbers[g][state] = silent++;
        }
      }
    }
  }

  private ByteBuffer encode() {
    ByteBuffer bytes = layout.newImage(classes);
    boolean direct = layout.kind() == TableLayout.Kind.DIRECT;
    for (int g = 0; g < groups.size(); g++) {
      GroupDfa group = groups.get(g);
      for (int state = 0; state < group.stateCount(); state++) {
        for (int column = 0; column < layout.columns(); column++) {
          int symbol = direct ? column : classes.representative(column);
          layout.put(bytes, numbers[g][state], column, numbers[g][group.next(state, symbol)]);
        }
      }
    }
    return bytes.asReadOnlyBuffer();
  }

  TableLayout layout() {
    return layout;
  }

  /** What it is like, for people. */
  String describe() {
    int states = 0;
    int rules = 0;
    for (GroupDfa group : groups) {
      states += group.stateCount();
      rules += group.ruleCount();
    }
    return layout.kind()
        + ", "
        + groups.size()
        + " groups, "
        + rules
        + " rules, "
        + states
        + " states, "
        + layout.columns()
        + " columns, "
        + layout.imageBytes()
        + " bytes";
  }

  int groupCount() {
    return groups.size();
  }

  /** Indices of the rules of all groups. */
  IntStream rules() {
    return groups.stream().flatMapToInt(group -> IntStream.of(group.rules()));
  }

  /** Places in a text where groups report, each group's counted. */
  long reports(byte[] text) {
    long reports = 0;
    for (GroupDfa group : groups) {
      long[] visits = group.visits(text);
      for (int state = 0; state < visits.length; state++) {
        reports += group.isReporting(state) ? visits[state] : 0;
      }
    }
    return reports;
  }

  /** The class map and the table, from 0 to its capacity. */
  ByteBuffer image() {
    return image.duplicate();
  }

  /** The entry of a group's start. */
  int origin(int group) {
    return layout.entry(numbers[group][0]);
  }

  /** What a group's start reports. */
  int[] reportsAtStart(int group) {
    return groups.get(group).reports(0);
  }

  /** What an entry that has the report bit reports. */
  int[] reports(int entry) {
    return reportsOf[layout.number(entry) - layout.split()];
  }

  /** What any entry reports. */
  int[] reportsOfAny(int group, int entry) {
    int number = layout.number(entry);
    if (number >= layout.split()) {
      return reports(entry);
    }
    for (int state = 0; state < numbers[group].length; state++) {
      if (numbers[group][state] == number) {
        return groups.get(group).reports(state);
      }
    }
    throw new IllegalStateException("no state has entry " + entry);
  }
}
