package io.fsmrun.gpu.table;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Rules compiled into tables: grouped DFAs (specification, section 2), and which of them run over
 * one reading of the input. Immutable, shared by threads.
 *
 * <p>Grouping is greedy: neighbours are put together as long as that stays small, and then join the
 * first group whose product with them stays within the limits. Rules that have no table are
 * refused, with a reason; other engines run them.
 */
public final class TableProgram {

  private static final int OPEN_GROUPS = 4;

  /** Rules join a group a few at a time, which take about one part in so many of it. */
  private static final int SHARES = 8;

  private static final double PASS_NANOS = 0.0003;
  private static final double GROUP_NANOS = 0.00035;
  private static final double IMAGE_NANOS = 3e-9;
  private static final double FAR_NANOS = 0.005;
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
    for (GroupDfa few : neighbours(rules, limits.groupStates() / SHARES, bytes / SHARES)) {
      String refusal = null;
      if (few.tableBytes() > left) {
        refusal = few.tableBytes() + " bytes of table, " + left + " are left";
      } else if (TablePass.far(few, new byte[0]) == null) {
        refusal = few.stateCount() + " states are too many";
      } else if (!join(groups, few, limits.groupStates(), bytes)) {
        groups.add(few);
        left -= few.tableBytes();
      }
      if (refusal != null) {
        for (int rule : few.rules()) {
          refused.put(rules.get(rule).id(), refusal);
        }
      }
    }
    return groups;
  }

  /**
   * Rules put together two by two, then four by four, as long as products stay small: each state is
   * made a few times only, however many rules there are.
   */
  private static List<GroupDfa> neighbours(List<TableRule> rules, int states, int bytes) {
    List<GroupDfa> done = new ArrayList<>();
    Deque<GroupDfa> open = new ArrayDeque<>();
    IntArrayList levels = new IntArrayList();
    for (int r = 0; r < rules.size(); r++) {
      GroupDfa last = GroupDfa.of(r, rules.get(r).dfa());
      int level = 0;
      while (!levels.isEmpty() && levels.topInt() <= level) {
        levels.popInt();
        GroupDfa before = open.pop();
        GroupDfa both = product(before, last, states, bytes);
        if (both == null) {
          done.add(before);
        } else {
          last = both;
        }
        level++;
      }
      open.push(last);
      levels.push(level);
    }
    open.descendingIterator().forEachRemaining(done::add);
    return done;
  }

  /** The product of two groups, or null if it is too large. */
  private static GroupDfa product(GroupDfa a, GroupDfa b, int states, int bytes) {
    if (Math.max(a.stateCount(), b.stateCount()) > states) {
      return null;
    }
    try {
      return GroupDfa.product(a, b, states, bytes);
    } catch (LimitExceededException e) {
      return null;
    }
  }

  /** Puts rules into one of the last groups; false if they fit none. */
  private static boolean join(List<GroupDfa> groups, GroupDfa rules, int states, int bytes) {
    for (int g = Math.max(0, groups.size() - OPEN_GROUPS); g < groups.size(); g++) {
      GroupDfa both = product(groups.get(g), rules, states, bytes);
      if (both != null) {
        groups.set(g, both);
        return true;
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
   * The rules that one pass runs.
   *
   * @param pass which pass, from 0
   * @return their ids
   */
  public int[] rulesOf(int pass) {
    return passes.get(pass).rules().map(rule -> ruleIds[rule]).toArray();
  }

  /**
   * What a pass over the input is expected to cost, without its reports; measured on an H200,
   * docs/gpu.md: a pass by itself, each group in it, the room that its table leaves, and going
   * beyond shared memory. Where rules keep up states for long, runs are repeated, which costs more.
   *
   * @param pass which pass, from 0
   * @return nanoseconds a byte
   */
  public double nanosPerByte(int pass) {
    TableLayout layout = passes.get(pass).layout();
    double nanos = PASS_NANOS + passes.get(pass).groupCount() * GROUP_NANOS;
    return layout.kind() == TableLayout.Kind.FAR
        ? nanos + FAR_NANOS
        : nanos + layout.imageBytes() * IMAGE_NANOS;
  }

  /**
   * How often a pass reports on a text.
   *
   * @param pass which pass, from 0
   * @param sample the text
   * @return places with reports, of each group, a byte; 0 if there is no text
   */
  public double reportsPerByte(int pass, byte[] sample) {
    return sample.length == 0 ? 0 : (double) passes.get(pass).reports(sample) / sample.length;
  }

  /**
   * The rules that have a table here.
   *
   * @return their ids
   */
  public Set<Integer> taken() {
    Set<Integer> taken = new TreeSet<>();
    for (int pass = 0; pass < passes.size(); pass++) {
      for (int rule : rulesOf(pass)) {
        taken.add(rule);
      }
    }
    return taken;
  }

  /**
   * The same with fewer passes.
   *
   * @param wanted whether a pass, by its number, shall stay
   * @return a program with the rules of those
   */
  public TableProgram withPasses(IntPredicate wanted) {
    List<TablePass> kept =
        IntStream.range(0, passes.size()).filter(wanted).mapToObj(passes::get).toList();
    return new TableProgram(kept, ruleIds, refused);
  }

  /**
   * Device memory that the tables take.
   *
   * @return bytes
   */
  public long sizeBytes() {
    return passes.stream().mapToLong(pass -> pass.layout().imageBytes()).sum();
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
