package io.fsmrun.gpu.stream;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A ruleset compiled for the bit stream kernel of a kind of device. Immutable, shared by threads.
 *
 * <p>O(states + edges) time and memory, whatever the rules: nothing is determinised.
 */
public final class StreamProgram {

  /** Bytes that a window of the kernel spans. */
  public static final int WINDOW_BYTES = 4096;

  static final int WINDOW = WINDOW_BYTES;

  /** Bytes before a piece of input that have to be in front of it. */
  public static final int OVERLAP_BYTES = 128;

  /** Bytes that a window has in common with the one before. */
  static final int OVERLAP = OVERLAP_BYTES;

  /** Bytes from one window to the next. */
  static final int ADVANCE = WINDOW - OVERLAP;

  /** Bits that a position within a window takes, its end included. */
  private static final int POSITION_BITS = 13;

  private static final int MOST_RULES = (1 << (Integer.SIZE - POSITION_BITS)) - 1;

  private final List<StreamPart> parts;
  private final int[] ruleIds;
  private final int[] atStart;
  private final int[] onEmpty;
  private final boolean looksBack;
  private final int reportsBeforeFirst;
  private final int ruleBits;
  private final Map<Integer, String> refused;

  private StreamProgram(
      List<StreamPart> parts,
      int[] ruleIds,
      int[] atStart,
      int[] onEmpty,
      boolean looksBack,
      int reportsBeforeFirst,
      Map<Integer, String> refused) {
    this.parts = List.copyOf(parts);
    this.ruleIds = ruleIds;
    this.atStart = atStart;
    this.onEmpty = onEmpty;
    this.looksBack = looksBack;
    this.reportsBeforeFirst = reportsBeforeFirst;
    this.refused = Map.copyOf(refused);
    this.ruleBits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(ruleIds.length));
  }

  /**
   * Compiles rules.
   *
   * @param rules the rules, of different ids
   * @param facts of the device that shall run them
   * @return the program
   * @throws IllegalArgumentException if a rule is too large or there are too many; {@link #refusal}
   *     says so of one rule before
   */
  public static StreamProgram compile(List<StreamRule> rules, DeviceFacts facts) {
    StreamProgram program = compileTaken(rules, facts);
    for (Map.Entry<Integer, String> rule : new TreeMap<>(program.refused).entrySet()) {
      throw new IllegalArgumentException("rule " + rule.getKey() + ": " + rule.getValue());
    }
    return program;
  }

  /**
   * Compiles the rules that can be run, and leaves the others to somebody else.
   *
   * @param rules the rules, of different ids
   * @param facts of the device that shall run them
   * @return the program, which says which rules it has not got: {@link #refused}
   */
  public static StreamProgram compileTaken(List<StreamRule> rules, DeviceFacts facts) {
    List<StreamRule> sorted = new ArrayList<>(rules);
    sorted.sort(Comparator.comparingInt(StreamRule::id));
    Map<Integer, String> refused = new TreeMap<>();
    List<StreamRule> taken = new ArrayList<>();
    for (StreamRule rule : sorted) {
      String refusal =
          taken.size() < MOST_RULES ? refusal(rule) : "there are " + MOST_RULES + " rules already";
      if (refusal == null) {
        taken.add(rule);
      } else {
        refused.put(rule.id(), refusal);
      }
    }
    return compile(taken, refused, facts);
  }

  private static StreamProgram compile(
      List<StreamRule> rules, Map<Integer, String> refused, DeviceFacts facts) {
    int[] ids = new int[rules.size()];
    IntList atStart = new IntArrayList();
    IntList onEmpty = new IntArrayList();
    boolean looksBack = false;
    int beforeFirst = -1;
    UnitPacker packer = new UnitPacker(facts);
    for (int i = 0; i < ids.length; i++) {
      StreamRule rule = rules.get(i);
      ids[i] = rule.id();
      int flags = rule.nfa().reportFlags(rule.nfa().startConfiguration());
      if ((flags & ReportFlags.HERE) != 0) {
        atStart.add(rule.id());
      } else if ((flags & ReportFlags.FINAL_HERE) != 0) {
        onEmpty.add(rule.id());
      }
      looksBack |= looksBack(rule);
      if (reportsBeforeFirst(rule.nfa())) {
        beforeFirst = rule.id();
      }
      packer.add(StateGraph.of(rule.nfa(), i));
    }
    List<StreamPart> parts = packer.parts();
    return new StreamProgram(
        parts, ids, atStart.toIntArray(), onEmpty.toIntArray(), looksBack, beforeFirst, refused);
  }

  private static boolean looksBack(StreamRule rule) {
    for (int state = 0; state < rule.nfa().stateCount(); state++) {
      if ((rule.nfa().reportFlags(state) & (ReportFlags.BACK | ReportFlags.FINAL_BACK)) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether the first byte can tell of a match before it: an empty one that looks ahead. */
  private static boolean reportsBeforeFirst(Nfa nfa) {
    for (int state = 1; state < nfa.stateCount(); state++) {
      boolean first = nfa.isAlwaysEnabled(state);
      for (int i = 0; i < nfa.successorCount(Nfa.START) && !first; i++) {
        first = nfa.successor(Nfa.START, i) == state;
      }
      if (first && (nfa.reportFlags(state) & (ReportFlags.BACK | ReportFlags.FINAL_BACK)) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Why packets cannot be scanned with this program: the end of one could not be told from the
   * start of the next.
   *
   * @return a reason, or null if they can
   */
  public String packetRefusal() {
    return reportsBeforeFirst < 0
        ? null
        : "rule " + reportsBeforeFirst + " matches nothing before a byte that it looks at";
  }

  /**
   * Why a rule cannot be run.
   *
   * @param rule the rule
   * @return a reason, or null if it can
   */
  public static String refusal(StreamRule rule) {
    return new UnitProgram(StateGraph.of(rule.nfa(), 0), true, IntList.of()).refusal();
  }

  /**
   * The rules that were left out, and why.
   *
   * @return reasons by id
   */
  public Map<Integer, String> refused() {
    return refused;
  }

  /**
   * Number of rules.
   *
   * @return 0 or more
   */
  public int ruleCount() {
    return ruleIds.length;
  }

  /**
   * Number of parts: groups of rules whose carries fit into the shared memory of a block, each of
   * which passes over the input by itself.
   *
   * @return 0 or more
   */
  public int partCount() {
    return parts.size();
  }

  /**
   * Device memory that the program takes, what grows with the input not counted.
   *
   * @return bytes
   */
  public long sizeBytes() {
    long words = 0;
    for (StreamPart part : parts) {
      words += part.operations().length + part.units().length + part.sets().length;
      words += part.unitOfCarry().length + part.sticky().length;
    }
    return words * Integer.BYTES;
  }

  List<StreamPart> parts() {
    return parts;
  }

  /** Ids of the rules, ascending; records name rules by their index here. */
  int[] ruleIds() {
    return ruleIds;
  }

  /** Ids of the rules that match before the first byte. */
  int[] atStart() {
    return atStart;
  }

  /** Ids of the rules that match before the first byte if there is none. */
  int[] onEmpty() {
    return onEmpty;
  }

  /** Whether some rule reports a position late. */
  boolean looksBack() {
    return looksBack;
  }

  /** Bits of a record that name the rule. */
  int ruleBits() {
    return ruleBits;
  }
}
