package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which half-core each element of a network is in. A connected component is never split, unless the
 * device is hypothetical and the component larger than a half-core.
 *
 * <p>Components are placed by best fit, the largest first, where largest means the share that they
 * take of the scarcest resource. The same network always gets the same placement. Routing within a
 * half-core is not modelled, so a compiler for the real chip may need more. Immutable, shared by
 * threads. Memory: 5 bytes an element.
 */
public final class Placement {

  private final AutomataNetwork network;
  private final DeviceModel device;
  private final int[] halfCoreOf;
  private final byte[] regionOf;
  private final List<Resources> used;
  private final int components;
  private final int cutComponents;
  private final int lowerBound;

  private Placement(AutomataNetwork network, DeviceModel device, Units units, Packing packing) {
    this.network = network;
    this.device = device;
    components = units.componentCount();
    cutComponents = units.cutComponents();
    used = packing.used();
    lowerBound = cutComponents == 0 ? packing.lowerBound() : packing.volumeBound();
    halfCoreOf = new int[network.size()];
    for (int element = 0; element < network.size(); element++) {
      halfCoreOf[element] = packing.binOf(units.of(element));
    }
    regionOf = regions();
  }

  /**
   * Places a network.
   *
   * @param network the network
   * @param device what it is placed on; its number of half-cores does not limit the placement
   * @return the placement; O(elements + edges + components * log components), and O(half-cores) for
   *     each change of demand along the sorted components
   * @throws ComponentTooLargeException if a component does not fit into a half-core and the device
   *     is not hypothetical, or if it needs elements of which the device has none
   */
  public static Placement of(AutomataNetwork network, DeviceModel device) {
    Units units = Units.of(network, device);
    return new Placement(
        network, device, units, Packing.bestFitDecreasing(units.demands(), device.halfCore()));
  }

  /**
   * Blocks are filled in the order of the elements and belong to the regions in turn, as VASim
   * models it ({@code assignReportsToL1BuffersRR}); the real compiler's blocks are not known.
   */
  private byte[] regions() {
    byte[] regions = new byte[halfCoreOf.length];
    int[] stes = new int[used.size()];
    for (int element = 0; element < regions.length; element++) {
      int halfCore = halfCoreOf[element];
      int block = stes[halfCore] / DeviceModel.STES_PER_BLOCK;
      regions[element] = (byte) (block % DeviceModel.REGIONS_PER_HALF_CORE);
      stes[halfCore] += network.kind(element) == ElementKind.STE ? 1 : 0;
    }
    return regions;
  }

  /**
   * The network.
   *
   * @return what was placed
   */
  public AutomataNetwork network() {
    return network;
  }

  /**
   * The device.
   *
   * @return what it was placed on
   */
  public DeviceModel device() {
    return device;
  }

  /**
   * Half-cores that the network takes.
   *
   * @return 0 or more
   */
  public int halfCores() {
    return used.size();
  }

  /**
   * How many half-cores any placement takes at least: each resource divided by what a half-core
   * holds of it and, unless components were cut, the number of components that need more than half
   * of one resource.
   *
   * @return at most {@link #halfCores}
   */
  public int lowerBound() {
    return lowerBound;
  }

  /**
   * How often the device must be configured anew to hold all of the network once.
   *
   * @return half-cores over those of the device, rounded up; at least 1
   */
  public int passes() {
    return Math.max(1, Math.ceilDiv(halfCores(), device.halfCores()));
  }

  /**
   * Where an element is.
   *
   * @param element an element
   * @return its half-core, from 0
   */
  public int halfCore(int element) {
    return halfCoreOf[element];
  }

  /**
   * Which report region an element would report through.
   *
   * @param element an element
   * @return the region, numbered over all half-cores from 0
   */
  public int reportRegion(int element) {
    return halfCoreOf[element] * DeviceModel.REGIONS_PER_HALF_CORE + regionOf[element];
  }

  /**
   * Reporting elements in the fullest region; more than {@link DeviceModel#REPORTING_PER_REGION}
   * would need other blocks than the model's.
   *
   * @return 0 or more; O(elements)
   */
  public int mostReportingInARegion() {
    int[] count = new int[used.size() * DeviceModel.REGIONS_PER_HALF_CORE];
    for (int element = 0; element < halfCoreOf.length; element++) {
      count[reportRegion(element)] += network.isReporting(element) ? 1 : 0;
    }
    return Arrays.stream(count).max().orElse(0);
  }

  /**
   * What a half-core is asked to hold.
   *
   * @param halfCore from 0, below {@link #halfCores}
   * @return the resources taken, at most those of the device
   */
  public Resources used(int halfCore) {
    return used.get(halfCore);
  }

  /**
   * Edges that lead from one half-core to another.
   *
   * @return 0 unless the device is hypothetical; O(edges)
   */
  public long hypotheticalBoundaryEdges() {
    long edges = 0;
    for (int from = 0; from < halfCoreOf.length; from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        edges += halfCoreOf[from] == halfCoreOf[network.successor(from, i)] ? 0 : 1;
      }
    }
    return edges;
  }

  /**
   * Counters whose target is too large for one counter of the device, so that they take several.
   *
   * @return the elements, ascending
   */
  public List<Integer> chainedCounters() {
    IntArrayList chained = new IntArrayList();
    for (int element = 0; element < halfCoreOf.length; element++) {
      if (network.kind(element) == ElementKind.COUNTER
          && device.countersFor(network.target(element)) > 1) {
        chained.add(element);
      }
    }
    return List.copyOf(chained);
  }

  /**
   * The figures of the placement.
   *
   * @return its summary; O(elements + edges)
   */
  public PlacementSummary summary() {
    long stes = used.stream().mapToLong(Resources::stes).sum();
    long counters = used.stream().mapToLong(Resources::counters).sum();
    long gates = used.stream().mapToLong(Resources::gates).sum();
    Resources full = device.halfCore();
    return new PlacementSummary(
        device.name(),
        components,
        stes,
        counters,
        gates,
        halfCores(),
        lowerBound,
        Math.ceilDiv(halfCores(), device.halfCoresPerChip()),
        passes(),
        Resources.share(stes, (long) full.stes() * halfCores()),
        Resources.share(counters, (long) full.counters() * halfCores()),
        Resources.share(gates, (long) full.gates() * halfCores()),
        chainedCounters().size(),
        cutComponents,
        hypotheticalBoundaryEdges());
  }
}
