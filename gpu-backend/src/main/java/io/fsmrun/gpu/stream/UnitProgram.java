package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2DoubleMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compiles a graph to {@link Operations}. If a window and its overlap cannot hold its matches,
 * since they may be longer than the overlap, it carries: one bit for each step.
 */
final class UnitProgram {

  /**
   * A state that leads to itself.
   *
   * @param own the carry that says that it is active
   * @param symbols on which it stays so
   * @param next the carries into what it leads to, which are set whenever it is active
   */
  record Hold(int own, SymbolSet symbols, IntList next) {}

  private static final double GATED_WEIGHT = 1.0 / 64;
  private static final int LOOP_PASSES = 8;
  private static final double LATER_WEIGHT = 0.75;

  private final StateOrder order;
  private final int[] skipTargets;
  private final SlotPlan slots;
  private final boolean carrying;
  private final IntList gate;

  private final UnitKept kept;

  /**
   * By place: the first operation of the state, and of what is done each time a loop is gone round.
   */
  private final int[] firstOperation;

  private final int[] stepOperation;

  /** By place: carries of all operations before. */
  private final int[] firstCarry;

  /** By place: the carry into the step, or -1, and that of a state that leads to itself. */
  private final int[] carryInto;

  private final int[] ownCarry;

  /** By loop: the operation that goes back. */
  private final int[] repeatOperation;

  private final IntArrayList words = new IntArrayList();

  /** Operations whose skip is still a place: the operation, then the place. */
  private final IntList openSkips = new IntArrayList();

  private int carryCount;

  UnitProgram(StateGraph graph, boolean carrying, IntList gate) {
    this.gate = gate;
    this.order = new StateOrder(graph);
    this.skipTargets = order.skipTargets();
    this.slots = new SlotPlan(order, skipTargets);
    this.carrying = carrying;
    this.kept = new UnitKept(order);
    this.firstCarry = new int[order.count() + 1];
    this.carryInto = new int[order.count()];
    this.ownCarry = new int[order.count()];
    Arrays.fill(carryInto, -1);
    this.firstOperation = new int[order.count() + 1];
    this.stepOperation = new int[order.count()];
    this.repeatOperation = new int[order.count()];
  }

  /** What flows remember of it. */
  UnitKept kept() {
    return kept;
  }

  /** Whether it carries bits from window to window. */
  boolean isCarrying() {
    return carrying;
  }

  /** The strings that it cannot do without, one or two; none if it always runs. */
  IntList gate() {
    return gate;
  }

  /** Slots that it uses. */
  int slotCount() {
    return slots.count();
  }

  /** About how long it takes, if nothing is skipped. */
  int work() {
    int work = order.count();
    for (StateOrder.Loop loop : order.loops()) {
      work += LOOP_PASSES * (loop.last() - loop.first() + 1);
    }
    return work;
  }

  /** Why the kernel cannot run it, or null. */
  String refusal() {
    if (slots.count() > Operations.MOST_SLOTS) {
      return "it needs " + slots.count() + " streams at once, at most " + Operations.MOST_SLOTS;
    }
    if (4 * order.count() > Operations.MOST) {
      return "it has " + order.count() + " states, at most " + Operations.MOST / 4;
    }
    return null;
  }

  /**
   * Adds to each symbol set how much it is worth to have its stream at hand: the first steps of a
   * rule are always done, later ones ever more rarely.
   */
  void weigh(Object2DoubleMap<SymbolSet> weights) {
    double weight = gate.isEmpty() ? 1 : GATED_WEIGHT;
    for (int p = 0; p < order.count(); p++) {
      weights.mergeDouble(order.stateAt(p).symbols(), weight, Double::sum);
      weight *= LATER_WEIGHT;
    }
  }

  /** An upper bound of the bytes of its carries and its flag, known at once. */
  int mostCarryBytes() {
    if (!carrying) {
      return 0;
    }
    int carries = 0;
    for (int p = 0; p < order.count(); p++) {
      carries += (order.before(p).length > 0 ? 1 : 0) + (order.hasSelfLoop(p) ? 1 : 0);
    }
    return (carries + 3) / 4 + 1;
  }

  /** Bytes of its carries, four a byte; known once it is encoded. */
  int carryBytes() {
    return (carryCount + 3) / 4;
  }

  /** The states that lead to themselves, if it carries; known once it is encoded. */
  List<Hold> holds() {
    List<Hold> holds = new ArrayList<>();
    for (int p = 0; p < order.count() && carrying; p++) {
      if (order.hasSelfLoop(p)) {
        IntList next = new IntArrayList();
        for (int q = 0; q < order.count(); q++) {
          if (carryInto[q] >= 0 && leadsTo(p, q)) {
            next.add(carryInto[q]);
          }
        }
        holds.add(new Hold(ownCarry[p], order.stateAt(p).symbols(), next));
      }
    }
    return holds;
  }

  /** Writes the operations; once. */
  IntArrayList encode(SymbolStreams sets) {
    int place = 0;
    while (place < order.count()) {
      int length = chainLength(place);
      firstOperation[place] = operations();
      firstCarry[place] = carryCount;
      for (int slot : slots.clearedAt(place)) {
        add(Operations.CLEAR, slot, 0, 0);
      }
      stepOperation[place] = operations();
      if (length > 1) {
        chain(place, length, sets);
        place += length;
      } else {
        step(place, sets);
        place++;
      }
      int last = place - 1;
      after(last);
    }
    firstOperation[order.count()] = operations();
    firstCarry[order.count()] = carryCount;
    add(Operations.END, 0, 0, 0);
    closeSkips();
    return words;
  }

  private boolean leadsTo(int place, int other) {
    for (int q : order.before(other)) {
      if (q == place) {
        return true;
      }
    }
    return false;
  }

  private int operations() {
    return words.size() / Operations.WORDS;
  }

  private void add(int head, int a, int b, int c) {
    words.add(head);
    words.add(a);
    words.add(b);
    words.add(c);
  }

  /** Slots, reports and the end of a loop, after a state. */
  private void after(int place) {
    for (int slot : slots.writtenAt(place)) {
      if (slot < 0) {
        add(Operations.OUT | Operations.BACKWARDS, ~slot, 0, 0);
      } else {
        add(Operations.OUT, slot, 0, 0);
      }
    }
    for (int report : order.stateAt(place).reports()) {
      report(report >>> StateGraph.FLAG_BITS, report, loopFlag(place));
    }
    StateOrder.Loop loop = order.loopOf(place);
    if (loop != null && loop.last() == place) {
      repeatOperation[place] = operations();
      add(Operations.REPEAT, operations() - stepOperation[loop.first()], 0, 0);
    }
  }

  private int loopFlag(int place) {
    return order.loopOf(place) == null ? 0 : Operations.IN_LOOP;
  }

  private void report(int rule, int flags, int loop) {
    for (int flag = ReportFlags.HERE; flag <= ReportFlags.FINAL_BACK; flag <<= 1) {
      if ((flags & flag) != 0) {
        boolean back = flag == ReportFlags.BACK || flag == ReportFlags.FINAL_BACK;
        boolean last = flag >= ReportFlags.FINAL_HERE;
        int head = Operations.REPORT | loop | (back ? Operations.REPORT_BACK : 0);
        add(head | (last ? Operations.REPORT_FINAL : 0), rule, 0, 0);
      }
    }
  }

  /** Steps from a place on that one operation can do; 1 if it is a step of its own. */
  private int chainLength(int place) {
    boolean first = order.isAtEvery(place) && order.before(place).length == 0;
    if (!first && !slots.fromRegister(place) || !isPlain(place) || order.loopOf(place) != null) {
      return 1;
    }
    if (!first && slots.slotInto(place) >= 0) {
      return 1;
    }
    int most = carrying ? Operations.LONGEST_CARRYING_CHAIN : Operations.LONGEST_CHAIN;
    int length = 1;
    while (length < most && place + length < order.count() && continues(place + length)) {
      length++;
    }
    return length;
  }

  /** Whether a place can follow the one before it in a chain. */
  private boolean continues(int place) {
    return slots.fromRegister(place)
        && slots.slotInto(place) < 0
        && isPlain(place)
        && !order.isAtEvery(place)
        && order.loopOf(place) == null
        && slots.clearedAt(place).isEmpty()
        && slots.writtenAt(place - 1).isEmpty()
        && order.stateAt(place - 1).reports().isEmpty()
        && skipTargets[place] == skipTargets[place - 1];
  }

  private boolean isPlain(int place) {
    return !order.hasSelfLoop(place) && !order.isAtFirst(place);
  }

  private void chain(int place, int length, SymbolStreams sets) {
    boolean first = order.isAtEvery(place);
    int head = Operations.CHAIN | length << Operations.COUNT_SHIFT;
    head |= first ? Operations.CHAIN_FIRST : 0;
    head |= carrying ? Operations.CARRIES : 0;
    int[] names = new int[Operations.LONGEST_CHAIN];
    for (int i = 0; i < length; i++) {
      names[i] = sets.numberOf(order.stateAt(place + i).symbols());
    }
    int carry = carryCount;
    for (int i = first ? 1 : 0; carrying && i < length; i++) {
      carryInto[place + i] = carryCount++;
      head |= keep(place + i, i);
    }
    skipTo(skipTargets[place + length - 1], place + length);
    add(
        head,
        names[0] | names[1] << Operations.UPPER_SHIFT,
        names[2] | names[3] << Operations.UPPER_SHIFT,
        carrying ? carry : names[4] | names[5] << Operations.UPPER_SHIFT);
  }

  /** Notes a step of the next operation if it is kept; returns the flag for it. */
  private int keep(int place, int step) {
    if (!kept.isKept(place)) {
      return 0;
    }
    kept.name(operations(), step);
    return Operations.KEPT;
  }

  private void step(int place, SymbolStreams sets) {
    int slot = slots.slotInto(place);
    boolean takes = slots.fromRegister(place) || slot >= 0;
    int head = Operations.STEP;
    head |= slots.fromRegister(place) ? Operations.FROM_REGISTER : 0;
    head |= slot >= 0 ? Operations.FROM_SLOT : 0;
    head |= order.isAtEvery(place) ? Operations.AT_EVERY : 0;
    head |= order.isAtFirst(place) ? Operations.AT_FIRST : 0;
    head |= order.hasSelfLoop(place) ? Operations.SELF_LOOP : 0;
    head |= keep(place, 0) | loopFlag(place);
    int carry = 0;
    if (carrying && takes) {
      head |= Operations.CARRIES;
      carry = carryCount++;
      carryInto[place] = carry;
    }
    SymbolSet symbols = order.stateAt(place).symbols();
    if (order.hasSelfLoop(place)) {
      ownCarry[place] = carryCount;
      carry |= carryCount++ << Operations.UPPER_SHIFT;
    }
    skipTo(skipTargets[place], place + 1);
    add(
        head,
        sets.numberOf(symbols) | Math.max(0, slot) << Operations.UPPER_SHIFT,
        carry,
        carryCount);
  }

  /** Notes that the next operation may skip to a place, if that skips anything. */
  private void skipTo(int target, int next) {
    if (target > next) {
      openSkips.add(operations());
      openSkips.add(target);
    }
  }

  private void closeSkips() {
    for (int i = 0; i < openSkips.size(); i += 2) {
      int operation = openSkips.getInt(i);
      int target = openSkips.getInt(i + 1);
      int to = firstOperation[target];
      // From inside a loop to its end: to where it goes back.
      StateOrder.Loop loop = target > 0 ? order.loopOf(target - 1) : null;
      if (loop != null && loop.last() == target - 1 && repeatOperation[target - 1] > operation) {
        boolean inside = stepOperation[loop.first()] <= operation;
        to = inside ? repeatOperation[target - 1] : to;
      }
      int distance = to - operation;
      if (distance <= Operations.MOST) {
        int head = words.getInt(operation * Operations.WORDS);
        words.set(operation * Operations.WORDS, head | distance << Operations.UPPER_SHIFT);
        if (carrying) {
          // What has to be zero for the skip: the carries up to those of the place skipped to.
          int tail = operation * Operations.WORDS + Operations.WORDS - 1;
          words.set(tail, words.getInt(tail) | firstCarry[target] << Operations.UPPER_SHIFT);
        }
      }
    }
  }
}
