package io.fsmrun.gpu.stream;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.gpu.device.DeviceFacts;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
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

  static final int UNIT_WORDS = 4;
  static final int STICKY_WORDS = 4;

  private static final int CARRIES_A_BYTE = 4;

  /** How much longer it takes to make the stream of a set than that of a byte. */
  private static final int COMPLEX_SET_COST = 8;

  private final int[] units;
  private final int unitCount;
  private final int carryUnits;
  private final int[] operations;
  private final int[] sets;
  private final BlockLayout layout;
  private final int slotCount;
  private final int carryBytes;
  private final int[] unitOfCarry;
  private final int[] sticky;
  private final int[] holdSets;

  private StreamPart(
      int[] units,
      int unitCount,
      int carryUnits,
      int[] operations,
      int[] sets,
      BlockLayout layout,
      int slotCount,
      int carryBytes,
      int[] unitOfCarry,
      int[] sticky,
      int[] holdSets) {
    this.units = units;
    this.unitCount = unitCount;
    this.carryUnits = carryUnits;
    this.operations = operations;
    this.sets = sets;
    this.layout = layout;
    this.slotCount = slotCount;
    this.carryBytes = carryBytes;
    this.unitOfCarry = unitOfCarry;
    this.sticky = sticky;
    this.holdSets = holdSets;
  }

  /** Packs programs into one part. */
  static StreamPart of(List<UnitProgram> programs, DeviceFacts facts) {
    List<UnitProgram> sorted = new ArrayList<>();
    programs.stream().filter(UnitProgram::isCarrying).forEach(sorted::add);
    int carryUnits = sorted.size();
    programs.stream().filter(p -> !p.isCarrying()).forEach(sorted::add);
    SymbolStreams sets = setsByWeight(sorted);
    int slots = 0;
    int mostCarries = 0;
    for (UnitProgram program : sorted) {
      slots = Math.max(slots, program.slotCount());
      mostCarries += program.mostCarryBytes();
    }
    BlockLayout layout = BlockLayout.of(facts, sets.count(), slots, mostCarries + CARRIES_A_BYTE);
    sets.setReady(layout.readySets());
    HoldSets holds = new HoldSets();
    IntArrayList operations = new IntArrayList();
    int[] units = new int[sorted.size() * UNIT_WORDS];
    IntList unitOfCarry = new IntArrayList();
    for (int r = 0; r < sorted.size(); r++) {
      UnitProgram program = sorted.get(r);
      units[r * UNIT_WORDS] = operations.size() / Operations.WORDS;
      operations.addAll(program.encode(sets));
      units[r * UNIT_WORDS + 1] = unitOfCarry.size();
      units[r * UNIT_WORDS + 2] = program.carryBytes();
      for (int i = 0; i < program.carryBytes(); i++) {
        unitOfCarry.add(r);
      }
    }
    IntList sticky = new IntArrayList();
    for (int r = 0; r < carryUnits; r++) {
      int flag = unitOfCarry.size();
      unitOfCarry.add(r);
      units[r * UNIT_WORDS + 3] = flag;
      for (Int2ObjectMap.Entry<SymbolSet> loop : sorted.get(r).loops().int2ObjectEntrySet()) {
        int carry = loop.getIntKey();
        int set = holds.numberOf(loop.getValue());
        if (set >= 0) {
          sticky.add(units[r * UNIT_WORDS + 1] + carry / CARRIES_A_BYTE);
          sticky.add(1 << 2 * (carry % CARRIES_A_BYTE));
          sticky.add(flag);
          sticky.add(set);
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
        sorted.size(),
        carryUnits,
        operations.toIntArray(),
        sets.encode(),
        layout,
        slots,
        unitOfCarry.size(),
        unitOfCarry.toIntArray(),
        sticky.toIntArray(),
        holds.names(sets));
  }

  private static SymbolStreams setsByWeight(List<UnitProgram> programs) {
    Object2DoubleMap<SymbolSet> weights = new Object2DoubleLinkedOpenHashMap<>();
    for (UnitProgram program : programs) {
      program.weigh(weights);
    }
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
   * Four words a unit, those that carry first: its first operation, its first byte of carries, how
   * many bytes, and the place of its flag, which is a carry that says whether any other is set.
   */
  int[] units() {
    return units;
  }

  int unitCount() {
    return unitCount;
  }

  /** How many units carry. */
  int carryUnits() {
    return carryUnits;
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
   * Fours: a byte with the carry of a state that leads to itself, its bit, the flag of its unit,
   * and on which of the {@link #holdSets} it does.
   */
  int[] sticky() {
    return sticky;
  }

  /** The sets on which states stay active for long, by their names in operations. */
  int[] holdSets() {
    return holdSets;
  }
}
