package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.Int2DoubleMap;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What rules are expected to cost as bit streams. They are run over a few windows of a sample, with
 * the skips and gates of the kernel, rules without a string together with those that begin alike;
 * what is done there is what they are charged for: {@link WindowActivity} says how much. Constants
 * are of an H200, by least squares over the rulesets of docs/gpu.md. Rules that carry are run over
 * more windows, those of {@link CutTrial}, since matches in progress last; those that have segments
 * run again share what that takes.
 *
 * <p>All kernels of the 56 pairs of rules and text that are told of there took other times than
 * expected, in parts by 0.38 root mean square, by 0.19 in the median; it was 0.52 and 0.31 when
 * what lasts was not followed and hardly any segments were foreseen to run again.
 */
public final class StreamCosts {

  /** For each part: making streams of the symbols, and all else that does not depend on rules. */
  public static final double BASE_NANOS = 0.016;

  /** Windows that are looked at, each after one that tells what is carried into it. */
  private static final int WINDOWS = 4;

  /** Steps of a rule that are made if there is no sample to tell: without a string and with one. */
  private static final double OPEN_SHARE = 0.3;

  private static final double GATED_SHARE = 0.02;

  /** What units have, and by how many states rules are sorted, as in {@link UnitPacker}. */
  private static final int UNIT_STATES = 192;

  private static final int LEAST_UNIT_STATES = 16;
  private static final int MANY_UNITS = 10 * BlockLayout.WARPS;

  private static final int PREFIX = 12;

  private final Int2DoubleMap nanos = new Int2DoubleOpenHashMap();
  private final Map<SymbolSet, Integer> terms = new HashMap<>();
  private final Object2IntMap<SymbolSet> names = new Object2IntOpenHashMap<>();
  private final Int2IntOpenHashMap counts = new Int2IntOpenHashMap();
  private final List<WindowActivity> windows = new ArrayList<>();
  private final CutTrial cuts;

  /** Rules of units that run again in some segments. */
  private final IntSet again = new IntOpenHashSet();

  /** Two strings, of which a unit needs both in a window to begin there; or none. */
  record Gate(IntList strings) {

    static final Gate NONE = new Gate(IntList.of());

    boolean isOpen(WindowActivity window) {
      for (int i = 0; i < strings.size(); i++) {
        if (!window.mayHave(strings.getInt(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /** A rule by itself. */
  private record Item(
      int id, StateGraph graph, StateOrder order, boolean carries, IntList strings) {

    /** It begins like those that are next to it when sorted by this. */
    IntList prefix(Object2IntMap<SymbolSet> names) {
      IntList prefix = new IntArrayList();
      for (int p = 0; p < Math.min(PREFIX, order.count()); p++) {
        int name = names.computeIfAbsent(order.stateAt(p).symbols(), key -> names.size());
        prefix.add(2 * name + (order.hasSelfLoop(p) ? 1 : 0));
      }
      return prefix;
    }
  }

  /**
   * Costs on inputs like a sample.
   *
   * @param rules rules that can be run
   * @param sample the sample; may be empty
   */
  public StreamCosts(List<StreamRule> rules, byte[] sample) {
    int whole = sample.length / StreamProgram.ADVANCE;
    int all = sample.length == 0 ? 0 : Math.max(1, whole);
    int pairs = Math.min(WINDOWS, Math.ceilDiv(all, 2));
    for (int i = 0; i < pairs; i++) {
      int first = (int) ((long) i * all / pairs);
      for (int w = first; w < Math.min(all, first + 2); w++) {
        windows.add(new WindowActivity(sample, w * StreamProgram.ADVANCE, terms));
      }
    }
    cuts = new CutTrial(sample, terms);
    List<Item> open = new ArrayList<>();
    List<Item> gated = new ArrayList<>();
    for (StreamRule rule : rules) {
      Item item = item(rule);
      item.strings().forEach((int string) -> counts.addTo(string, 1));
      (item.strings().isEmpty() ? open : gated).add(item);
    }
    for (Item item : gated) {
      Gate gate = new Gate(rarest(item.strings()));
      nanos.put(item.id(), charge(List.of(item), item.order(), gate));
    }
    int states = open.stream().mapToInt(item -> item.order().count()).sum();
    int most = Math.clamp(states / MANY_UNITS, LEAST_UNIT_STATES, UNIT_STATES);
    chargeTogether(open.stream().filter(Item::carries).toList(), most);
    chargeTogether(open.stream().filter(item -> !item.carries()).toList(), most);
    // One round for all of them: each pays its part.
    double part = cuts.nanosPerByte() / Math.max(1, again.size());
    again.forEach(rule -> nanos.merge(rule, part, Double::sum));
  }

  /** The two strings that a unit is gated by. */
  private IntList rarest(IntList strings) {
    IntList sorted = new IntArrayList(strings);
    sorted.sort(
        (a, b) -> {
          int byCount = Integer.compare(counts.get(a), counts.get(b));
          return byCount != 0
              ? byCount
              : Integer.compare(GateFinder.variety(b), GateFinder.variety(a));
        });
    return sorted.subList(0, Math.min(2, sorted.size()));
  }

  private static Item item(StreamRule rule) {
    StateGraph graph = StateGraph.of(rule.nfa(), 0);
    StateOrder order = new StateOrder(graph);
    boolean carries = order.isUnbounded() || order.longest() > StreamProgram.OVERLAP;
    IntList strings = GateFinder.strings(order, carries, GateFinder.LONG);
    if (strings.isEmpty()) {
      strings = GateFinder.strings(order, carries, GateFinder.SHORT);
    }
    return new Item(rule.id(), graph, order, carries, strings);
  }

  /** Charges rules for units of those that begin alike, by their states. */
  private void chargeTogether(List<Item> items, int most) {
    Map<Item, IntList> prefixes = new HashMap<>();
    items.forEach(item -> prefixes.put(item, item.prefix(names)));
    List<Item> sorted = new ArrayList<>(items);
    sorted.sort((a, b) -> prefixes.get(a).compareTo(prefixes.get(b)));
    for (int from = 0; from < sorted.size(); ) {
      int states = sorted.get(from).order().count();
      int to = from + 1;
      while (to < sorted.size() && states + sorted.get(to).order().count() <= most) {
        states += sorted.get(to++).order().count();
      }
      List<Item> unit = sorted.subList(from, to);
      StateOrder order =
          unit.size() == 1
              ? unit.get(0).order()
              : new StateOrder(StateGraph.merge(unit.stream().map(Item::graph).toList()));
      double share = charge(unit, order, Gate.NONE) / Math.max(1, states);
      unit.forEach(item -> nanos.put(item.id(), share * item.order().count()));
      from = to;
    }
  }

  /** Nanoseconds a byte of a unit of some rules, and whether these run again. */
  private double charge(List<Item> unit, StateOrder order, Gate gate) {
    boolean carries = unit.get(0).carries();
    if (carries) {
      CutTrial.Found found = cuts.add(order, order.skipTargets(), gate);
      if (found.differs()) {
        unit.forEach(item -> again.add(item.id()));
      }
      if (!Double.isNaN(found.nanosPerByte())) {
        // What has been in progress for long is known only there.
        return found.nanosPerByte();
      }
    }
    return cost(order, carries, gate);
  }

  /** The same without what has been in progress for long. */
  private double cost(StateOrder order, boolean carries, Gate gate) {
    if (windows.isEmpty()) {
      return usualCost(order) * (gate.strings().isEmpty() ? OPEN_SHARE : GATED_SHARE);
    }
    int[] targets = order.skipTargets();
    boolean[] active = new boolean[order.count()];
    boolean any = false;
    double sum = 0;
    int counted = 0;
    for (int w = 0; w < windows.size(); w++) {
      boolean first = w % 2 == 0;
      if (first || !carries) {
        active = new boolean[order.count()];
        any = false;
      }
      double own = 0;
      if (any || gate.isOpen(windows.get(w))) {
        own = windows.get(w).run(order, targets, active);
        any = isAny(active);
      }
      boolean last = w == windows.size() - 1;
      if (!first || last && counted == 0) {
        sum += own;
        counted++;
      }
    }
    return sum / counted;
  }

  private static boolean isAny(boolean[] active) {
    boolean any = false;
    for (boolean each : active) {
      any |= each;
    }
    return any;
  }

  /** If all steps are made. */
  private double usualCost(StateOrder order) {
    double all = 0;
    for (int p = 0; p < order.count(); p++) {
      int own = terms.computeIfAbsent(order.stateAt(p).symbols(), WindowActivity::terms);
      all += WindowActivity.STEP_NANOS + WindowActivity.TERM_NANOS * (own - 1);
      all += order.hasSelfLoop(p) ? WindowActivity.LOOP_NANOS : 0;
    }
    return all;
  }

  /** What was tried at cuts. */
  CutTrial cuts() {
    return cuts;
  }

  /**
   * What one rule adds.
   *
   * @param rule the id of one of the rules
   * @return nanoseconds a byte
   */
  public double nanosPerByte(int rule) {
    return nanos.get(rule);
  }
}
