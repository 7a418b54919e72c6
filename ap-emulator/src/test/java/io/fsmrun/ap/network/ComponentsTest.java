package io.fsmrun.ap.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Components against a plain search, and by hand. */
class ComponentsTest {

  @Test
  void anEmptyNetworkHasNone() {
    assertThat(Components.of(new NetworkBuilder("").build()).count()).isZero();
  }

  @Test
  void componentsAreNumberedByTheirLowestElement() {
    NetworkBuilder builder = new NetworkBuilder("");
    int[] stes = new int[6];
    for (int i = 0; i < 5; i++) {
      stes[i] = builder.ste("s" + i, SymbolSet.ALL);
    }
    stes[5] = builder.counter("c", 1, CounterMode.ROLL);
    builder.edge(stes[4], stes[2]);
    builder.edge(stes[5], stes[0]);
    builder.edge(stes[2], stes[2]);
    builder.edge(stes[3], stes[0]);
    Components components = Components.of(builder.build());
    assertThat(components.count()).isEqualTo(3);
    assertThat(components.elements(0)).containsExactly(0, 3, 5);
    assertThat(components.elements(1)).containsExactly(1);
    assertThat(components.elements(2)).containsExactly(2, 4);
    assertThat(components.element(2, 1)).isEqualTo(4);
    assertThat(components.size(0)).isEqualTo(3);
    assertThat(components.count(0, ElementKind.STE)).isEqualTo(2);
    assertThat(components.count(0, ElementKind.COUNTER)).isOne();
    assertThat(components.count(2, ElementKind.COUNTER)).isZero();
    assertThat(components.componentOf(3)).isZero();
  }

  @Test
  void aLongChainIsOneComponent() {
    NetworkBuilder builder = new NetworkBuilder("");
    int size = 100_000;
    for (int i = 0; i < size; i++) {
      builder.ste(Integer.toString(i), SymbolSet.ALL);
    }
    for (int i = size - 1; i > 0; i--) {
      builder.edge(i, i - 1);
    }
    Components components = Components.of(builder.build());
    assertThat(components.count()).isOne();
    assertThat(components.size(0)).isEqualTo(size);
  }

  @Provide
  Arbitrary<NetworkCase> networks() {
    return NetworkCase.cases(30, 0, Family.MIXED, Family.ISOMORPHIC, Family.CHAINS);
  }

  @Property(tries = 300)
  void anElementsComponentIsWhatCanBeReachedAlongEdgesEitherWay(
      @ForAll("networks") NetworkCase drawn) {
    AutomataNetwork network = drawn.network();
    Components components = Components.of(network);
    int seen = 0;
    for (int element = 0; element < network.size(); element++) {
      Set<Integer> reached = reached(network, element);
      int component = components.componentOf(element);
      assertThat(components.elements(component))
          .containsExactly(reached.stream().mapToInt(Integer::intValue).toArray());
      seen = Math.max(seen, component + 1);
    }
    assertThat(components.count()).isEqualTo(seen);
  }

  private static Set<Integer> reached(AutomataNetwork network, int start) {
    Set<Integer> reached = new TreeSet<>(Set.of(start));
    Deque<Integer> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      int element = open.pop();
      for (int other = 0; other < network.size(); other++) {
        if ((drives(network, element, other) || drives(network, other, element))
            && reached.add(other)) {
          open.push(other);
        }
      }
    }
    return reached;
  }

  private static boolean drives(AutomataNetwork network, int from, int to) {
    for (int i = 0; i < network.successorCount(from); i++) {
      if (network.successor(from, i) == to) {
        return true;
      }
    }
    return false;
  }
}
