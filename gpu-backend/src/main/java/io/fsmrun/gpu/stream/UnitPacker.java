package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts rules together into units, which one warp runs at a time, and units into parts.
 *
 * <p>Rules that begin alike come into one unit, where they share what is alike. A unit is small, so
 * that the warps of a block are busy to the end of a window, and large enough that going from unit
 * to unit costs little. Rules that carry and rules that do not are kept apart. A rule that needs
 * some string is a unit of its own, gated by it ({@link GateFinder}).
 */
final class UnitPacker {

  /** States of a unit, if no rule of it has more by itself. */
  private static final int UNIT_STATES = 192;

  private static final int LEAST_UNIT_STATES = 16;

  /** So many units keep all warps of a block busy to the end, if there are states for so many. */
  private static final int MANY_UNITS = 10 * BlockLayout.WARPS;

  /** Units that wait to run are named by 15 bits, and take memory of a block. */
  private static final int MOST_UNITS = 8192;

  /** By how many states rules are sorted. */
  private static final int PREFIX = 12;

  private record Item(StateGraph graph, IntList prefix, IntList strings, boolean carries) {}

  private final DeviceFacts facts;
  private final Object2IntMap<SymbolSet> names = new Object2IntOpenHashMap<>();
  private final List<Item> carrying = new ArrayList<>();
  private final List<Item> plain = new ArrayList<>();
  private final List<Item> gated = new ArrayList<>();

  private final List<UnitKept> kept = new ArrayList<>();

  /** How often rules have a string: what many have is likely to be in the input too. */
  private final Int2IntOpenHashMap counts = new Int2IntOpenHashMap();

  UnitPacker(DeviceFacts facts) {
    this.facts = facts;
  }

  void add(StateGraph graph) {
    StateOrder order = new StateOrder(graph);
    if (order.count() == 0) {
      return;
    }
    int[] prefix = new int[Math.min(PREFIX, order.count())];
    for (int p = 0; p < prefix.length; p++) {
      StateGraph.State state = order.stateAt(p);
      int name = names.computeIfAbsent(state.symbols(), key -> names.size());
      int kind = (order.hasSelfLoop(p) ? 1 : 0) | (state.atEvery() ? 2 : 0);
      prefix[p] = name << 2 | kind;
    }
    boolean carries = order.isUnbounded() || order.longest() > StreamProgram.OVERLAP;
    IntList strings = GateFinder.strings(order, carries, GateFinder.LONG);
    if (strings.isEmpty()) {
      strings = GateFinder.strings(order, carries, GateFinder.SHORT);
    }
    for (int string : strings) {
      counts.addTo(string, 1);
    }
    Item item = new Item(graph, IntList.of(prefix), strings, carries);
    if (!strings.isEmpty()) {
      gated.add(item);
    } else {
      (carries ? carrying : plain).add(item);
    }
  }

  /** Packs all that was added. */
  List<StreamPart> parts() {
    List<StreamPart> parts = new ArrayList<>();
    List<UnitProgram> open = new ArrayList<>();
    int carryBytes = 0;
    int keptStates = 0;
    for (UnitProgram unit : units()) {
      // Numbered before parts are cut, which depend on the device.
      keptStates = unit.kept().number(keptStates);
      kept.add(unit.kept());
      int more = unit.mostCarryBytes();
      boolean full =
          carryBytes + more > BlockLayout.mostCarryBytes(facts) || open.size() == MOST_UNITS;
      if (full && !open.isEmpty()) {
        parts.add(StreamPart.of(open, facts));
        open.clear();
        carryBytes = 0;
      }
      open.add(unit);
      carryBytes += more;
    }
    if (!open.isEmpty()) {
      parts.add(StreamPart.of(open, facts));
    }
    return parts;
  }

  /** What flows remember of all units; known once parts are packed. */
  List<UnitKept> kept() {
    return kept;
  }

  private static int statesOf(List<Item> items) {
    int states = 0;
    for (Item item : items) {
      states += item.graph().count();
    }
    return states;
  }

  private List<UnitProgram> units() {
    List<UnitProgram> units = new ArrayList<>();
    int states = statesOf(carrying) + statesOf(plain);
    int most = Math.clamp(states / MANY_UNITS, LEAST_UNIT_STATES, UNIT_STATES);
    pack(carrying, true, most, units);
    pack(plain, false, most, units);
    // Those that take longest come first, so that none is left when the others are done.
    units.sort((a, b) -> Integer.compare(b.work(), a.work()));
    for (Item item : gated) {
      units.add(new UnitProgram(item.graph(), item.carries(), gate(item)));
    }
    return units;
  }

  /** The two strings of a rule that are likely to be rarest. */
  private IntList gate(Item item) {
    IntList strings = new IntArrayList(item.strings());
    strings.sort(
        (a, b) -> {
          int byCount = Integer.compare(counts.get(a), counts.get(b));
          return byCount != 0
              ? byCount
              : Integer.compare(GateFinder.variety(b), GateFinder.variety(a));
        });
    return strings.subList(0, Math.min(2, strings.size()));
  }

  private static void pack(
      List<Item> items, boolean carries, int mostStates, List<UnitProgram> units) {
    items.sort((a, b) -> a.prefix().compareTo(b.prefix()));
    List<StateGraph> open = new ArrayList<>();
    int states = 0;
    for (Item item : items) {
      if (states + item.graph().count() > mostStates && !open.isEmpty()) {
        finish(open, carries, units);
        states = 0;
      }
      open.add(item.graph());
      states += item.graph().count();
    }
    if (!open.isEmpty()) {
      finish(open, carries, units);
    }
  }

  /** Makes a unit; two if together they need too many streams at once. */
  private static void finish(List<StateGraph> graphs, boolean carries, List<UnitProgram> units) {
    UnitProgram unit = new UnitProgram(StateGraph.merge(graphs), carries, IntList.of());
    if (unit.refusal() != null && graphs.size() > 1) {
      int half = graphs.size() / 2;
      finish(new ArrayList<>(graphs.subList(0, half)), carries, units);
      finish(new ArrayList<>(graphs.subList(half, graphs.size())), carries, units);
    } else {
      units.add(unit);
    }
    graphs.clear();
  }
}
