package io.fsmrun.gpu.stream;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
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

  private final List<StreamPart> parts;
  private final int[] ruleIds;
  private final int[] namedIds;
  private final int[] atStart;
  private final int[] onEmpty;
  private final KeptStates kept;
  private final long fingerprint;
  private final Looks looks;
  private final int ruleBits;
  private final Map<Integer, String> refused;

  /**
   * What rules report other than matches that end at the current position.
   *
   * @param back whether some report a position late
   * @param beforeFirst whether some may do so at the first byte
   * @param heldPositions at how many positions at the end of what there is of a flow more may be
   *     reported later, by what comes next or by the end
   */
  record Looks(boolean back, boolean beforeFirst, int heldPositions) {}

  private StreamProgram(
      List<StreamPart> parts,
      int[] ruleIds,
      int[] atStart,
      int[] onEmpty,
      KeptStates kept,
      long fingerprint,
      Looks looks,
      Map<Integer, String> refused) {
    this.parts = List.copyOf(parts);
    this.ruleIds = ruleIds;
    this.namedIds = looks.back() ? twice(ruleIds) : ruleIds;
    this.atStart = atStart;
    this.onEmpty = onEmpty;
    this.kept = kept;
    this.fingerprint = fingerprint;
    this.looks = looks;
    this.refused = Map.copyOf(refused);
    this.ruleBits = ruleBits(ruleIds.length, looks);
  }

  /**
   * Compiles rules.
   *
   * @param rules the rules, of different ids
   * @param facts of the device that shall run them
   * @return the program
   * @throws IllegalArgumentException if a rule is too large, its id negative, or there are too many
   *     rules; {@link #refusal} says so of one rule before
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
   * @throws IllegalArgumentException if an id is negative
   */
  public static StreamProgram compileTaken(List<StreamRule> rules, DeviceFacts facts) {
    List<StreamRule> sorted = new ArrayList<>(rules);
    sorted.sort(Comparator.comparingInt(StreamRule::id));
    int most = mostRules(looks(sorted));
    Map<Integer, String> refused = new TreeMap<>();
    List<StreamRule> taken = new ArrayList<>();
    for (StreamRule rule : sorted) {
      if (rule.id() < 0) {
        throw new IllegalArgumentException("rule " + rule.id() + ": ids are 0 or more");
      }
      String refusal = taken.size() < most ? refusal(rule) : "there are " + most + " rules already";
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
    FlowFingerprint fingerprint = new FlowFingerprint();
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
      fingerprint.add(rule);
      packer.add(StateGraph.of(rule.nfa(), i));
    }
    List<StreamPart> parts = packer.parts();
    return new StreamProgram(
        parts,
        ids,
        atStart.toIntArray(),
        onEmpty.toIntArray(),
        new KeptStates(parts, packer.kept()),
        fingerprint.value(),
        looks(rules),
        refused);
  }

  private static int[] twice(int[] ids) {
    int[] twice = Arrays.copyOf(ids, 2 * ids.length);
    System.arraycopy(ids, 0, twice, ids.length, ids.length);
    return twice;
  }

  private static Looks looks(List<StreamRule> rules) {
    int flags = ReportFlags.NONE;
    boolean beforeFirst = false;
    for (StreamRule rule : rules) {
      for (int state = 0; state < rule.nfa().stateCount(); state++) {
        flags |= rule.nfa().reportFlags(state);
      }
      beforeFirst |= reportsBeforeFirst(rule.nfa());
    }
    boolean back = (flags & (ReportFlags.BACK | ReportFlags.FINAL_BACK)) != 0;
    boolean here = (flags & (ReportFlags.BACK | ReportFlags.FINAL_HERE)) != 0;
    int held = (flags & ReportFlags.FINAL_BACK) != 0 ? 2 : here ? 1 : 0;
    return new Looks(back, beforeFirst, held);
  }

  /** Records name rules, and once more those that end before the first byte of a packet. */
  private static int ruleBits(int rules, Looks looks) {
    int names = looks.back() ? 2 * rules : rules;
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(names));
  }

  private static int mostRules(Looks looks) {
    int names = (1 << (Integer.SIZE - POSITION_BITS)) - 1;
    return looks.back() ? names / 2 : names;
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

  /** The same; then, if rules look back, once more those before the first byte of a packet. */
  int[] namedIds() {
    return namedIds;
  }

  /** The index of a rule by its id, negative if there is none such. */
  int indexOf(int ruleId) {
    // Mostly rules are numbered one after the other.
    int guess = ruleId - (ruleIds.length == 0 ? 0 : ruleIds[0]);
    boolean isThere = guess >= 0 && guess < ruleIds.length && ruleIds[guess] == ruleId;
    return isThere ? guess : Arrays.binarySearch(ruleIds, ruleId);
  }

  /** The states that flows keep. */
  KeptStates kept() {
    return kept;
  }

  /** Tells programs apart by their rules, whatever device they are compiled for. */
  long fingerprint() {
    return fingerprint;
  }

  /** What rules report late. */
  Looks looks() {
    return looks;
  }

  /** Ids of the rules that match before the first byte. */
  int[] atStart() {
    return atStart;
  }

  /** Ids of the rules that match before the first byte if there is none. */
  int[] onEmpty() {
    return onEmpty;
  }

  /** Ids of the rules that match an input without bytes. */
  int[] reportedOnEmpty() {
    IntList all = new IntArrayList(atStart);
    all.addAll(IntList.of(onEmpty));
    all.sort(null);
    return all.toIntArray();
  }

  /** Bits of a record that name the rule. */
  int ruleBits() {
    return ruleBits;
  }
}
