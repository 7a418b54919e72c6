package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

/**
 * Merges STEs that lead to the same: what the one brings about when it is active, the other does
 * too. The merged STE is active when any of them was.
 *
 * <p>Two STEs merge if they have equal symbols and latch, report alike (as {@link PrefixMerging}
 * says), and drive, port by port, the same elements, merged ones being the same. This is the
 * coarsest such equivalence, loops and circles included. Starts may differ: the merged STE starts
 * when any of them does. STEs that drive a gate for which two inputs are more than one (AND, NAND,
 * NOT, sums of products) do not merge; a counter, an OR, a NOR and a term of a product of sums ask
 * only whether any of them is active. Counters and gates themselves do not merge.
 *
 * <p>The merged STE keeps the id of the first. Cost: {@code O(edges log(elements) d)} at worst,
 * where d is the most edges out of one element; usually a small multiple of the edges.
 *
 * @param identity by what reports are told apart
 */
public record SuffixMerging(ReportIdentity identity) implements Transformation {

  /** Merging that tells reports apart by their names. */
  public SuffixMerging() {
    this(ReportIdentity.NAME);
  }

  /** What merged STEs have in common; identity is the element, if it must not merge, else -1. */
  private record Label(
      SymbolSet symbols, boolean latched, PrefixMerging.Reporting reporting, int identity) {}

  @Override
  public AutomataNetwork apply(AutomataNetwork network) {
    Object2IntOpenHashMap<Label> known = new Object2IntOpenHashMap<>();
    int[] labels = new int[network.size()];
    for (int element = 0; element < network.size(); element++) {
      Label label = label(network, element);
      int fresh = known.size();
      int number = known.putIfAbsent(label, fresh);
      labels[element] = known.size() > fresh ? fresh : number;
    }
    int[] blocks = Refinement.coarsest(labels, Adjacency.outOf(network), Adjacency.into(network));
    return Quotient.of(network, blocks);
  }

  private Label label(AutomataNetwork network, int element) {
    boolean isSte = network.kind(element) == ElementKind.STE;
    boolean mayMerge = isSte;
    for (int i = 0; i < network.successorCount(element); i++) {
      mayMerge &= !Writing.needsEveryInput(network, network.successor(element, i));
    }
    return new Label(
        isSte ? network.symbols(element) : SymbolSet.EMPTY,
        network.isLatched(element),
        PrefixMerging.Reporting.of(network, element, identity),
        mayMerge ? -1 : element);
  }
}
