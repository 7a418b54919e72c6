package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceFacts;
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
 * to unit costs little. Rules that carry and rules that do not are kept apart.
 */
final class UnitPacker {

  /** States of a unit, if no rule of it has more by itself. */
  private static final int UNIT_STATES = 192;

  /** By how many states rules are sorted. */
  private static final int PREFIX = 12;

  private record Item(StateGraph graph, IntList prefix) {}

  private final DeviceFacts facts;
  private final Object2IntMap<SymbolSet> names = new Object2IntOpenHashMap<>();
  private final List<Item> carrying = new ArrayList<>();
  private final List<Item> plain = new ArrayList<>();

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
    (carries ? carrying : plain).add(new Item(graph, IntList.of(prefix)));
  }

  /** Packs all that was added. */
  List<StreamPart> parts() {
    List<StreamPart> parts = new ArrayList<>();
    List<UnitProgram> open = new ArrayList<>();
    int carryBytes = 0;
    for (UnitProgram unit : units()) {
      int more = unit.mostCarryBytes();
      if (carryBytes + more > BlockLayout.mostCarryBytes(facts) && !open.isEmpty()) {
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

  private List<UnitProgram> units() {
    List<UnitProgram> units = new ArrayList<>();
    pack(carrying, true, units);
    pack(plain, false, units);
    return units;
  }

  private static void pack(List<Item> items, boolean carries, List<UnitProgram> units) {
    items.sort((a, b) -> a.prefix().compareTo(b.prefix()));
    List<StateGraph> open = new ArrayList<>();
    int states = 0;
    for (Item item : items) {
      if (states + item.graph().count() > UNIT_STATES && !open.isEmpty()) {
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
    UnitProgram unit = new UnitProgram(StateGraph.merge(graphs), carries);
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
