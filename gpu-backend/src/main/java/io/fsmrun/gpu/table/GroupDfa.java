package io.fsmrun.gpu.table;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A DFA for a group of rules: the part of their product that can be reached, with what each state
 * reports of which rule. State 0 is the start. Immutable.
 */
final class GroupDfa {

  private static final int FLAG_BITS = 4;
  private static final int SOON = ReportFlags.HERE | ReportFlags.BACK;

  private final SymbolClasses classes;
  private final int[] table;
  private final int[] reportsOf;
  private final List<int[]> lists;
  private final int[] rules;

  private GroupDfa(
      SymbolClasses classes, int[] table, int[] reportsOf, List<int[]> lists, int[] rules) {
    this.classes = classes;
    this.table = table;
    this.reportsOf = reportsOf;
    this.lists = lists;
    this.rules = rules;
  }

  /**
   * The automaton of one rule.
   *
   * @param rule the rule's index
   */
  static GroupDfa of(int rule, Dfa dfa) {
    Explorer explorer = new Explorer(dfa.classes(), Dfa.MAX_STATES, Integer.MAX_VALUE);
    explorer.number(dfa.start());
    for (int state = 0; state < explorer.found.size(); state++) {
      int of = (int) explorer.found.getLong(state);
      explorer.report(list(rule, dfa.reportFlags(of)));
      for (int c = 0; c < dfa.classes().count(); c++) {
        explorer.lead(dfa.nextByClass(of, c));
      }
    }
    return explorer.result(new int[] {rule});
  }

  private static int[] list(int rule, int flags) {
    return flags == 0 ? new int[0] : new int[] {rule << FLAG_BITS | flags};
  }

  /**
   * The product of two groups of different rules; those of the first come before those of the
   * second.
   *
   * @throws LimitExceededException if it has more states or a larger table than may be
   */
  static GroupDfa product(GroupDfa a, GroupDfa b, int mostStates, int mostBytes) {
    int[] labels = new int[SymbolSet.ALPHABET_SIZE];
    for (int symbol = 0; symbol < labels.length; symbol++) {
      labels[symbol] = a.classes.classOf(symbol) << Byte.SIZE | b.classes.classOf(symbol);
    }
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    Explorer explorer = new Explorer(classes, mostStates, mostBytes);
    explorer.number(0);
    for (int state = 0; state < explorer.found.size(); state++) {
      long pair = explorer.found.getLong(state);
      int left = (int) (pair >>> Integer.SIZE);
      int right = (int) pair;
      explorer.report(concat(a.reports(left), b.reports(right)));
      for (int c = 0; c < classes.count(); c++) {
        int symbol = classes.representative(c);
        explorer.lead((long) a.next(left, symbol) << Integer.SIZE | b.next(right, symbol));
      }
    }
    return explorer.result(concat(a.rules, b.rules));
  }

  private static int[] concat(int[] a, int[] b) {
    int[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  int stateCount() {
    return reportsOf.length;
  }

  int ruleCount() {
    return rules.length;
  }

  /** Indices of the rules. */
  int[] rules() {
    return rules.clone();
  }

  /** Bytes of its table, without padding. */
  long tableBytes() {
    return (long) Character.BYTES * stateCount() * classes.count();
  }

  SymbolClasses classes() {
    return classes;
  }

  int next(int state, int symbol) {
    return table[state * classes.count() + classes.classOf(symbol)];
  }

  /** What a state reports: rule index and flags each, by rule. */
  int[] reports(int state) {
    return lists.get(reportsOf[state]);
  }

  /** Whether a state reports before the end of the input is known. */
  boolean isReporting(int state) {
    for (int report : reports(state)) {
      if ((report & SOON) != 0) {
        return true;
      }
    }
    return false;
  }

  static int ruleOf(int report) {
    return report >>> FLAG_BITS;
  }

  static int flagsOf(int report) {
    return report & (1 << FLAG_BITS) - 1;
  }

  /** How often a run over a text comes to each state. */
  long[] visits(byte[] sample) {
    long[] visits = new long[stateCount()];
    int state = 0;
    for (byte symbol : sample) {
      state = next(state, symbol & 0xff);
      visits[state]++;
    }
    return visits;
  }

  /** States found so far, their numbers, and the table that grows. */
  private static final class Explorer {
    private final SymbolClasses classes;
    private final int mostStates;
    private final LongArrayList found = new LongArrayList();
    private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    private final IntArrayList table = new IntArrayList();
    private final IntArrayList reportsOf = new IntArrayList();
    private final List<int[]> lists = new ArrayList<>();
    private final Map<List<Integer>, Integer> listNumbers = new HashMap<>();

    Explorer(SymbolClasses classes, int mostStates, int mostBytes) {
      this.classes = classes;
      this.mostStates = Math.min(mostStates, mostBytes / (Character.BYTES * classes.count()));
      numbers.defaultReturnValue(-1);
    }

    int number(long key) {
      int number = numbers.get(key);
      if (number < 0) {
        number = found.size();
        if (number >= mostStates) {
          throw new LimitExceededException("states of a group", mostStates, number + 1L);
        }
        numbers.put(key, number);
        found.add(key);
      }
      return number;
    }

    void lead(long key) {
      table.add(number(key));
    }

    void report(int[] list) {
      Integer number = listNumbers.get(IntArrayList.wrap(list));
      if (number == null) {
        number = lists.size();
        lists.add(list);
        listNumbers.put(IntArrayList.wrap(list), number);
      }
      reportsOf.add(number.intValue());
    }

    GroupDfa result(int[] rules) {
      return new GroupDfa(
          classes, table.toIntArray(), reportsOf.toIntArray(), List.copyOf(lists), rules);
    }
  }
}
