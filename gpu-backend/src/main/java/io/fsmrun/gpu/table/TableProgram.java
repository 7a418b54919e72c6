package io.fsmrun.gpu.table;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.gpu.device.DeviceFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Rules compiled into tables: grouped DFAs (specification, section 2), and which of them run over
 * one reading of the input. Immutable, shared by threads.
 *
 * <p>Grouping is greedy: a rule joins the first group whose product with it stays within the
 * limits. Rules that have no table are refused, with a reason; other engines run them.
 */
public final class TableProgram {

  private static final int OPEN_GROUPS = 4;
  private static final int SAMPLE_BYTES = 1 << 15;
  private static final int SAMPLE_SEED = 20_22;

  private final List<TablePass> passes;
  private final int[] ruleIds;
  private final Map<Integer, String> refused;

  private TableProgram(List<TablePass> passes, int[] ruleIds, Map<Integer, String> refused) {
    this.passes = List.copyOf(passes);
    this.ruleIds = ruleIds;
    this.refused = refused;
  }

  /**
   * Compiles rules; states are taken to be visited as by a random text.
   *
   * @param rules the rules, of different ids
   * @param facts of the device that shall run them
   * @param limits what tables may take
   * @return the program
   */
  public static TableProgram compile(List<TableRule> rules, DeviceFacts facts, TableLimits limits) {
    return compile(rules, facts, limits, randomText());
  }

  /**
   * Compiles rules.
   *
   * @param rules the rules, of different ids
   * @param facts of the device that shall run them
   * @param limits what tables may take
   * @param sample text like that which shall be scanned: states that it visits often are kept
   *     nearest
   * @return the program
   */
  public static TableProgram compile(
      List<TableRule> rules, DeviceFacts facts, TableLimits limits, byte[] sample) {
    List<TableRule> sorted = new ArrayList<>(rules);
    sorted.sort(Comparator.comparingInt(TableRule::id));
    Map<Integer, String> refused = new TreeMap<>();
    int[] ids = new int[sorted.size()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = sorted.get(i).id();
      if (i > 0 && ids[i] == ids[i - 1]) {
        throw new IllegalArgumentException("two rules of id " + ids[i]);
      }
    }
    List<GroupDfa> groups = group(sorted, facts, limits, refused);
    return new TableProgram(pack(groups, facts, limits, sample), ids, refused);
  }

  private static byte[] randomText() {
    Random random = new Random(SAMPLE_SEED);
    byte[] text = new byte[SAMPLE_BYTES];
    random.nextBytes(text);
    for (int i = 0; i < SAMPLE_BYTES / 2; i++) {
      text[i] = (byte) random.nextInt(' ', '~' + 1);
    }
    return text;
  }

  private static int groupBytes(DeviceFacts facts, TableLimits limits) {
    // Near tables have padding, and columns for classes that other groups of the pass tell apart.
    return limits.groupBytes() > 0 ? limits.groupBytes() : facts.sharedBytes() / 8 * 7;
  }

  private static List<GroupDfa> group(
      List<TableRule> rules, DeviceFacts facts, TableLimits limits, Map<Integer, String> refused) {
    List<GroupDfa> groups = new ArrayList<>();
    int bytes = groupBytes(facts, limits);
    long left = limits.programBytes();
    for (int r = 0; r < rules.size(); r++) {
      GroupDfa rule = GroupDfa.of(r, rules.get(r).dfa());
      long ruleBytes = 2L * rule.stateCount() * rule.classes().count();
      if (ruleBytes > left) {
        refused.put(rules.get(r).id(), ruleBytes + " bytes of table, " + left + " are left");
      } else if (TablePass.far(rule, new byte[0]) == null) {
        refused.put(rules.get(r).id(), rule.stateCount() + " states are too many");
      } else if (!join(groups, rule, limits.groupStates(), bytes)) {
        groups.add(rule);
        left -= ruleBytes;
      }
    }
    return groups;
  }

  /** Puts a rule into one of the last groups; false if it fits none. */
  private static boolean join(List<GroupDfa> groups, GroupDfa rule, int states, int bytes) {
    for (int g = Math.max(0, groups.size() - OPEN_GROUPS); g < groups.size(); g++) {
      GroupDfa group = groups.get(g);
      if (Math.max(group.stateCount(), rule.stateCount()) > states) {
        continue;
      }
      try {
        groups.set(g, GroupDfa.product(group, rule, states, bytes));
        return true;
      } catch (LimitExceededException e) {
        // The next group, or one of its own.
      }
    }
    return false;
  }

  private static List<TablePass> pack(
      List<GroupDfa> groups, DeviceFacts facts, TableLimits limits, byte[] sample) {
    List<TablePass> passes = new ArrayList<>();
    int shared = facts.sharedBytes();
    for (int next = 0; next < groups.size(); ) {
      int count = Integer.highestOneBit(Math.min(limits.groupsAtOnce(), groups.size() - next));
      while (count > 1 && !TablePass.isNear(groups.subList(next, next + count), shared)) {
        count /= 2;
      }
      List<GroupDfa> some = groups.subList(next, next + count);
      TablePass pass = TablePass.near(some, shared, limits, sample);
      passes.add(pass != null ? pass : TablePass.far(some.get(0), sample));
      next += count;
    }
    return passes;
  }

  /**
   * The rules that have no table here, and why.
   *
   * @return reasons by id
   */
  public Map<Integer, String> refused() {
    return Map.copyOf(refused);
  }

  /**
   * How often the input is read.
   *
   * @return 0 or more
   */
  public int passCount() {
    return passes.size();
  }

  /**
   * What the tables are like, for people.
   *
   * @return a line each pass
   */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (TablePass pass : passes) {
      text.append(pass.describe()).append('\n');
    }
    return text.toString();
  }

  List<TablePass> passes() {
    return passes;
  }

  /** Ids of the rules, by their indices. */
  int[] ruleIds() {
    return ruleIds;
  }
}
