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
 * Rules that one block runs together: as many as the carries of them fit into its shared memory.
 * Immutable; the arrays are not copied.
 */
final class StreamPart {

  static final int RULE_WORDS = 4;
  static final int STICKY_WORDS = 3;

  private static final int CARRIES_A_BYTE = 4;

  private final int[] rules;
  private final int ruleCount;
  private final int carryRules;
  private final int[] operations;
  private final int[] sets;
  private final BlockLayout layout;
  private final int slotCount;
  private final int carryBytes;
  private final int[] ruleOfCarry;
  private final int[] sticky;

  private StreamPart(
      int[] rules,
      int ruleCount,
      int carryRules,
      int[] operations,
      int[] sets,
      BlockLayout layout,
      int slotCount,
      int carryBytes,
      int[] ruleOfCarry,
      int[] sticky) {
    this.rules = rules;
    this.ruleCount = ruleCount;
    this.carryRules = carryRules;
    this.operations = operations;
    this.sets = sets;
    this.layout = layout;
    this.slotCount = slotCount;
    this.carryBytes = carryBytes;
    this.ruleOfCarry = ruleOfCarry;
    this.sticky = sticky;
  }

  /** Packs programs into one part. */
  static StreamPart of(List<RuleProgram> programs, DeviceFacts facts) {
    List<RuleProgram> sorted = new ArrayList<>();
    programs.stream().filter(RuleProgram::isCarrying).forEach(sorted::add);
    int carryRules = sorted.size();
    programs.stream().filter(p -> !p.isCarrying()).forEach(sorted::add);
    SymbolStreams sets = setsByWeight(sorted);
    int slots = 0;
    int mostCarries = 0;
    for (RuleProgram program : sorted) {
      slots = Math.max(slots, program.slotCount());
      mostCarries += program.mostCarryBytes();
    }
    BlockLayout layout = BlockLayout.of(facts, sets.count(), slots, mostCarries + CARRIES_A_BYTE);
    IntArrayList operations = new IntArrayList();
    int[] rules = new int[sorted.size() * RULE_WORDS];
    IntList ruleOfCarry = new IntArrayList();
    for (int r = 0; r < sorted.size(); r++) {
      RuleProgram program = sorted.get(r);
      rules[r * RULE_WORDS] = operations.size() / Operations.WORDS;
      operations.addAll(program.encode(sets, layout.readySets()));
      rules[r * RULE_WORDS + 1] = ruleOfCarry.size();
      rules[r * RULE_WORDS + 2] = program.carryBytes();
      for (int i = 0; i < program.carryBytes(); i++) {
        ruleOfCarry.add(r);
      }
    }
    IntList sticky = new IntArrayList();
    for (int r = 0; r < carryRules; r++) {
      int flag = ruleOfCarry.size();
      ruleOfCarry.add(r);
      rules[r * RULE_WORDS + 3] = flag;
      for (int carry : sorted.get(r).sticky()) {
        sticky.add(rules[r * RULE_WORDS + 1] + carry / CARRIES_A_BYTE);
        sticky.add(1 << 2 * (carry % CARRIES_A_BYTE));
        sticky.add(flag);
      }
    }
    while (ruleOfCarry.size() % Integer.BYTES != 0) {
      ruleOfCarry.add(0);
    }
    // What the kernel reads ahead.
    for (int i = 0; i < Operations.WORDS; i++) {
      operations.add(Operations.END);
    }
    return new StreamPart(
        rules,
        sorted.size(),
        carryRules,
        operations.toIntArray(),
        sets.encode(),
        layout,
        slots,
        ruleOfCarry.size(),
        ruleOfCarry.toIntArray(),
        sticky.toIntArray());
  }

  private static SymbolStreams setsByWeight(List<RuleProgram> programs) {
    Object2DoubleMap<SymbolSet> weights = new Object2DoubleLinkedOpenHashMap<>();
    for (RuleProgram program : programs) {
      program.weigh(weights);
    }
    SymbolStreams sets = new SymbolStreams();
    weights.object2DoubleEntrySet().stream()
        .sorted((a, b) -> Double.compare(b.getDoubleValue(), a.getDoubleValue()))
        .forEach(entry -> sets.numberOf(entry.getKey()));
    return sets;
  }

  /**
   * Four words a rule, those that carry first: its first operation, its first byte of carries, how
   * many bytes, and the place of its flag, which is a carry that says whether any other is set.
   */
  int[] rules() {
    return rules;
  }

  int ruleCount() {
    return ruleCount;
  }

  /** How many rules carry. */
  int carryRules() {
    return carryRules;
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

  /** Per byte of carries the rule, as an index into the rules. */
  int[] ruleOfCarry() {
    return ruleOfCarry;
  }

  /** Threes: a byte with a carry that stays once it is set, its bit, and the flag of its rule. */
  int[] sticky() {
    return sticky;
  }
}
