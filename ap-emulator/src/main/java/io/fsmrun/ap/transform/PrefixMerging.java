package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

/**
 * Merges elements that are active on the same symbols because they are built and driven alike.
 *
 * <p>Two elements merge if they are of one kind with equal symbols, start and latch, target and
 * mode, or function; report alike; and are driven, port by port, by the same elements, merged ones
 * being the same. This is the coarsest such equivalence, so that loops and circles merge too: two
 * STEs with a loop each, driven alike otherwise, are driven alike. All kinds of elements merge, as
 * no function of a counter or gate depends on how often one input is wired to a port.
 *
 * <p>Elements report alike if none reports, or if all do under the same report code, which is not
 * empty, and agree on whether at the end only. Elements that report without a code are known by
 * their ids and merge with nothing; by {@link ReportIdentity#ELEMENT} so are all that report.
 *
 * <p>The merged element keeps the id of the first. Cost: {@code O(edges log(elements) d)} at worst,
 * where d is the most edges into one element; usually a small multiple of the edges. To run {@link
 * DeadRemoval} before it lets more elements merge.
 *
 * @param identity by what reports are told apart
 */
public record PrefixMerging(ReportIdentity identity) implements Transformation {

  /** Merging that tells reports apart by their names. */
  public PrefixMerging() {
    this(ReportIdentity.NAME);
  }

  /** What merged elements have in common. */
  private record Label(
      ElementKind kind, int value, Enum<?> variant, boolean latched, Reporting reporting) {}

  /** How an element reports; identity is the element, if it must not merge, else -1. */
  record Reporting(boolean reports, String code, boolean atEndOnly, int identity) {

    static Reporting of(AutomataNetwork network, int element, ReportIdentity identity) {
      boolean reports = network.isReporting(element);
      String code = reports ? network.reportCode(element) : "";
      boolean isKnownById = code.isEmpty() || identity == ReportIdentity.ELEMENT;
      boolean matters = reports || network.kind(element) == ElementKind.GATE;
      return new Reporting(
          reports,
          code,
          matters && network.isAtEndOnly(element),
          reports && isKnownById ? element : -1);
    }
  }

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
    int[] blocks = Refinement.coarsest(labels, Adjacency.into(network), Adjacency.outOf(network));
    return Quotient.of(network, blocks);
  }

  private Label label(AutomataNetwork network, int element) {
    Reporting reporting = Reporting.of(network, element, identity);
    return switch (network.kind(element)) {
      case STE ->
          new Label(
              ElementKind.STE,
              network.symbolSetIndex(element),
              network.start(element),
              network.isLatched(element),
              reporting);
      case COUNTER ->
          new Label(
              ElementKind.COUNTER,
              network.target(element),
              network.counterMode(element),
              false,
              reporting);
      case GATE -> new Label(ElementKind.GATE, 0, network.gateFunction(element), false, reporting);
    };
  }
}
