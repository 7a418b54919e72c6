package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2DoubleLinkedOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2DoubleMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Units of rules that one block runs together: as many as the carries of them fit into its shared
 * memory. Immutable; the arrays are not copied.
 */
final class StreamPart {

  static final int UNIT_WORDS = 8;
  static final int STICKY_WORDS = 8;

  private static final int CARRIES_A_BYTE = 4;
  private static final int KINDS = 4;

  /** Uses in a window from which on it pays to make a stream for all rules. */
  private static final double READY_WEIGHT = 1.5;

  /** How much longer it takes to make the stream of a set than that of a byte. */
  private static final int COMPLEX_SET_COST = 4;

  private final int[] units;
  private final int[] counts;
  private final boolean pairs;
  private final int[] operations;
  private final int[] sets;
  private final BlockLayout layout;
  private final int slotCount;
  private final int carryBytes;
  private final int[] unitOfCarry;
  private final int[] sticky;
  private final int[] holdMembers;
  private final Kept kept;

  /**
   * States that flows keep, in order of their names: the operation and the step of it, the flag of
   * the unit, the number in the whole program.
   */
  record Kept(IntList names, IntList flags, IntList numbers) {}

  private StreamPart(
      int[] units,
      int[] counts,
      boolean pairs,
      int[] operations,
      int[] sets,
      BlockLayout layout,
      int slotCount,
      int carryBytes,
      int[] unitOfCarry,
      int[] sticky,
      int[] holdMembers,
      Kept kept) {
    this.units = units;
    this.counts = counts;
    this.pairs = pairs;
    this.operations = operations;
    this.sets = sets;
    this.layout = layout;
    this.slotCount = slotCount;
    this.carryBytes = carryBytes;
    this.unitOfCarry = unitOfCarry;
    this.sticky = sticky;
    this.holdMembers = holdMembers;
    this.kept = kept;
  }

  /** Packs programs into one part. */
  static StreamPart of(List<UnitProgram> programs, DeviceFacts facts) {
    List<UnitProgram> sorted = new ArrayList<>();
    int[] counts = new int[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
      for (UnitProgram program : programs) {
        if ((program.isCarrying() ? 0 : 2) + (program.gate().isEmpty() ? 0 : 1) == kind) {
          sorted.add(program);
          counts[kind]++;
        }
      }
    }
    int carryUnits = counts[0] + counts[1];
    SymbolStreams sets = setsByWeight(sorted);
    int slots = 0;
    int mostCarries = 0;
    for (UnitProgram program : sorted) {
      slots = Math.max(slots, program.slotCount());
      mostCarries += program.mostCarryBytes();
    }
    BlockLayout layout =
        BlockLayout.of(
            facts,
            worthMaking(sorted),
            slots,
            mostCarries + CARRIES_A_BYTE + sorted.size() * Short.BYTES);
    sets.setReady(layout.readySets());
    HoldSets holds = new HoldSets();
    IntArrayList operations = new IntArrayList();
    int[] units = new int[sorted.size() * UNIT_WORDS];
    IntList unitOfCarry = new IntArrayList();
    boolean pairs = false;
    for (int r = 0; r < sorted.size(); r++) {
      UnitProgram program = sorted.get(r);
      units[r * UNIT_WORDS] = operations.size() / Operations.WORDS;
      operations.addAll(program.encode(sets));
      units[r * UNIT_WORDS + 1] = unitOfCarry.size();
      units[r * UNIT_WORDS + 2] = program.carryBytes();
      IntList gate = program.gate();
      for (int g = 0; g < Math.min(2, gate.size() * 2); g++) {
        units[r * UNIT_WORDS + 4 + g] = GateFinder.hash(gate.getInt(g % gate.size()));
        pairs |= gate.getInt(g % gate.size()) >>> 2 * Byte.SIZE == 0;
      }
      for (int i = 0; i < program.carryBytes(); i++) {
        unitOfCarry.add(r);
      }
    }
    IntList sticky = new IntArrayList();
    for (int r = 0; r < carryUnits; r++) {
      int flag = unitOfCarry.size();
      unitOfCarry.add(r);
      units[r * UNIT_WORDS + 3] = flag;
      units[r * UNIT_WORDS + 6] = flag;
      for (UnitProgram.Hold hold : sorted.get(r).holds()) {
        int set = holds.numberOf(hold.symbols());
        if (set >= 0) {
          int first = units[r * UNIT_WORDS + 1];
          addHold(sticky, first, hold.own(), flag, set, hold.own());
          for (int next : hold.next()) {
            addHold(sticky, first, hold.own(), flag, set, next);
          }
        }
      }
    }
    while (unitOfCarry.size() % Integer.BYTES != 0) {
      unitOfCarry.add(0);
    }
    // What the kernel reads ahead.
    for (int i = 0; i < Operations.WORDS; i++) {
      operations.add(Operations.END);
    }
    return new StreamPart(
        units,
        counts,
        pairs,
        operations.toIntArray(),
        sets.encode(),
        layout,
        slots,
        unitOfCarry.size(),
        unitOfCarry.toIntArray(),
        sticky.toIntArray(),
        holds.members(),
        kept(sorted.subList(0, carryUnits), units));
  }

  private static Kept kept(List<UnitProgram> carrying, int[] units) {
    IntList names = new IntArrayList();
    IntList flags = new IntArrayList();
    IntList numbers = new IntArrayList();
    for (int r = 0; r < carrying.size(); r++) {
      UnitProgram program = carrying.get(r);
      int first = units[r * UNIT_WORDS] << Operations.PLACE_BITS;
      for (int i = 0; i < program.kept().names().size(); i++) {
        names.add(first + program.kept().names().getInt(i));
        flags.add(units[r * UNIT_WORDS + 3]);
        numbers.add(program.kept().first() + i);
      }
    }
    return new Kept(names, flags, numbers);
  }

  private static void addHold(IntList sticky, int first, int own, int flag, int set, int implied) {
    sticky.add(first + own / CARRIES_A_BYTE);
    sticky.add(1 << 2 * (own % CARRIES_A_BYTE));
    sticky.add(flag);
    sticky.add(set);
    sticky.add(first + implied / CARRIES_A_BYTE);
    sticky.add(1 << 2 * (implied % CARRIES_A_BYTE));
    sticky.add(0);
    sticky.add(0);
  }

  private static Object2DoubleMap<SymbolSet> weights(List<UnitProgram> programs) {
    Object2DoubleMap<SymbolSet> weights = new Object2DoubleLinkedOpenHashMap<>();
    for (UnitProgram program : programs) {
      program.weigh(weights);
    }
    return weights;
  }

  private static int worthMaking(List<UnitProgram> programs) {
    int count = 0;
    for (Object2DoubleMap.Entry<SymbolSet> entry : weights(programs).object2DoubleEntrySet()) {
      count += worth(entry) >= READY_WEIGHT ? 1 : 0;
    }
    return count;
  }

  private static SymbolStreams setsByWeight(List<UnitProgram> programs) {
    Object2DoubleMap<SymbolSet> weights = weights(programs);
    SymbolStreams sets = new SymbolStreams();
    weights.object2DoubleEntrySet().stream()
        .sorted((a, b) -> Double.compare(worth(b), worth(a)))
        .forEach(entry -> sets.add(entry.getKey()));
    return sets;
  }

  private static double worth(Object2DoubleMap.Entry<SymbolSet> entry) {
    return entry.getDoubleValue() * (entry.getKey().size() == 1 ? 1 : COMPLEX_SET_COST);
  }

  /**
   * Eight words a unit: its first operation, its first byte of carries, how many bytes, and the
   * place of its flag, which is a carry that says whether any other is set; then two places in the
   * table of strings, if it is gated, and the flag again.
   */
  int[] units() {
    return units;
  }

  /** How many units of each kind: open and carrying, gated and carrying, open, gated. */
  int[] counts() {
    return counts;
  }

  /** Whether some unit is gated by a string of two bytes. */
  boolean hasPairs() {
    return pairs;
  }

  /** States that flows keep from batch to batch. */
  Kept kept() {
    return kept;
  }

  /** How many units carry; they are the first ones. */
  int carryUnits() {
    return counts[0] + counts[1];
  }

  /** Four words each, see {@link Operations}. */
  int[] operations() {
    return operations;
  }

  /** See {@link SymbolStreams#encode}. */
  int[] sets() {
    return sets;
  }

  /** How the shared memory of a block is divided; the ready sets are the first ones. */
  BlockLayout layout() {
    return layout;
  }

  /** Slots of the rule that needs most. */
  int slotCount() {
    return slotCount;
  }

  /** Bytes of carries, flags among them; a multiple of 4. */
  int carryBytes() {
    return carryBytes;
  }

  /** Per byte of carries the unit, as an index into the units. */
  int[] unitOfCarry() {
    return unitOfCarry;
  }

  /**
   * Eights: a byte with the carry of a state that leads to itself, its bit, the flag of its unit,
   * on which of the sets of {@link #holdMembers} it does; the byte and the bit of a carry that is
   * set whenever it is active.
   */
  int[] sticky() {
    return sticky;
  }

  /** Per byte, which of the sets on which states stay active for long it is in. */
  int[] holdMembers() {
    return holdMembers;
  }
}
