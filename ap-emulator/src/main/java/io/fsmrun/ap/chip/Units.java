package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.Components;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is placed as one: components, or pieces of those that a hypothetical device must cut. */
final class Units {

  private final int[] unitOf;
  private final List<Resources> demands;
  private final int componentCount;
  private int cutComponents;

  private Units(int[] unitOf, List<Resources> demands, int componentCount) {
    this.unitOf = unitOf;
    this.demands = demands;
    this.componentCount = componentCount;
  }

  static Units of(AutomataNetwork network, DeviceModel device) {
    Components components = Components.of(network);
    int[] unitOf = new int[network.size()];
    Resources[] demands = new Resources[components.count()];
    Arrays.fill(demands, Resources.NONE);
    for (int element = 0; element < unitOf.length; element++) {
      unitOf[element] = components.componentOf(element);
      demands[unitOf[element]] = demands[unitOf[element]].plus(demand(network, device, element));
    }
    Units units = new Units(unitOf, new ArrayList<>(List.of(demands)), components.count());
    IntArrayList tooLarge = new IntArrayList();
    for (int c = 0; c < demands.length; c++) {
      if (!demands[c].fitsIn(device.halfCore())) {
        if (device.boundary() == DeviceModel.Boundary.CLOSED
            || !canBeCut(network, device, components, c)) {
          throw new ComponentTooLargeException(
              network.id(components.element(c, 0)), demands[c], device.halfCore());
        }
        tooLarge.add(c);
      }
    }
    for (int c : tooLarge) {
      units.cut(network, device, c);
    }
    return units;
  }

  static Resources demand(AutomataNetwork network, DeviceModel device, int element) {
    return switch (network.kind(element)) {
      case STE -> new Resources(1, 0, 0);
      case COUNTER -> new Resources(0, device.countersFor(network.target(element)), 0);
      case GATE -> new Resources(0, 0, 1);
    };
  }

  /** Cutting does not help if a single element asks for more than a half-core has. */
  private static boolean canBeCut(
      AutomataNetwork network, DeviceModel device, Components components, int c) {
    for (int element = 0; element < network.size(); element++) {
      if (components.componentOf(element) == c
          && !demand(network, device, element).fitsIn(device.halfCore())) {
        return false;
      }
    }
    return true;
  }

  /** The first piece keeps the number of the component, the others get new ones at the end. */
  private void cut(AutomataNetwork network, DeviceModel device, int component) {
    IntArrayList members = new IntArrayList();
    for (int element = 0; element < unitOf.length; element++) {
      if (unitOf[element] == component) {
        members.add(element);
      }
    }
    ComponentGraph graph = new ComponentGraph(network, device, members.toIntArray());
    int[] pieces = ComponentCutter.cut(graph, device.halfCore());
    int count = Arrays.stream(pieces).max().orElse(-1) + 1;
    Resources[] sizes = new Resources[count];
    Arrays.fill(sizes, Resources.NONE);
    int added = demands.size();
    for (int node = 0; node < pieces.length; node++) {
      sizes[pieces[node]] = sizes[pieces[node]].plus(graph.demand(node));
      unitOf[members.getInt(node)] = pieces[node] == 0 ? component : added + pieces[node] - 1;
    }
    demands.set(component, sizes[0]);
    demands.addAll(Arrays.asList(sizes).subList(1, count));
    cutComponents++;
  }

  int of(int element) {
    return unitOf[element];
  }

  List<Resources> demands() {
    return demands;
  }

  int componentCount() {
    return componentCount;
  }

  int cutComponents() {
    return cutComponents;
  }
}
