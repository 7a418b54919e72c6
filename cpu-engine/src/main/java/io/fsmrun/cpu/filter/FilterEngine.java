package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import java.util.List;

/**
 * Finds rules by rare windows of their strings, then checks what lies around them. Rules are {@link
 * Chain}s. Immutable, shared by threads.
 */
public final class FilterEngine implements BlockEngine {

  /** The most positions on either side of a factor's string. */
  public static final int MAX_SIDE_POSITIONS = BitNfa.MAX_STATES;

  private final List<Chain> chains;
  private final LinkTable links;
  private final FactorTable factors;
  private final WindowPass[] passes;
  private final int[] entryBase;
  private final int overlap;
  private final int history;
  private final boolean reportsBack;

  private FilterEngine(List<Chain> chains, ByteModel model) {
    this.chains = List.copyOf(chains);
    this.links = new LinkTable(chains);
    this.factors = new FactorTable(links.factors(), links.factorLinks());
    this.passes = new WindowChooser(links.factors(), model).choose().toArray(new WindowPass[0]);
    this.entryBase = new int[passes.length + 1];
    for (int p = 0; p < passes.length; p++) {
      entryBase[p + 1] = entryBase[p] + passes[p].entryCount();
    }
    int longest = 0;
    for (int f = 0; f < factors.count(); f++) {
      longest = Math.max(longest, factors.length(f) + factors.maxAfter(f));
    }
    this.overlap = longest + 2;
    this.history = overlap + links.maxReach() + 1;
    this.reportsBack =
        chains.stream().anyMatch(chain -> chain.endCondition() != EdgeCondition.ALWAYS);
  }

  /**
   * An engine for some rules.
   *
   * @param chains the rules; several may report for one
   * @param model which windows are rare
   * @return the engine
   * @throws IllegalArgumentException if a factor has no window that can be searched for
   */
  public static FilterEngine of(List<Chain> chains, ByteModel model) {
    return new FilterEngine(chains, model);
  }

  /**
   * What it costs to search for a string of sets.
   *
   * @param string the sets
   * @param model which windows are rare
   * @return nanoseconds per byte of input; infinite if it has no window
   */
  public static double windowNanos(List<SymbolSet> string, ByteModel model) {
    return WindowChooser.cost(string, model);
  }

  LinkTable links() {
    return links;
  }

  FactorTable factors() {
    return factors;
  }

  int passCount() {
    return passes.length;
  }

  WindowPass passAt(int number) {
    return passes[number];
  }

  /** A number for an entry of a pass, different for all passes. */
  int entryNumber(int pass, int entry) {
    return entryBase[pass] + entry;
  }

  WindowPass pass(int number) {
    int p = 0;
    while (number >= entryBase[p + 1]) {
      p++;
    }
    return passes[p];
  }

  int entry(int number) {
    int p = 0;
    while (number >= entryBase[p + 1]) {
      p++;
    }
    return number - entryBase[p];
  }

  /** How far before a block windows are looked for. */
  int overlap() {
    return overlap;
  }

  @Override
  public String name() {
    return "literal-filter";
  }

  @Override
  public int historyBytes() {
    return history;
  }

  @Override
  public boolean reportsBack() {
    return reportsBack;
  }

  @Override
  public BlockSession newSession() {
    return new FilterSession(this);
  }

  @Override
  public void write(BinaryWriter out) {
    throw new UnsupportedOperationException(chains.size() + " chains");
  }
}
