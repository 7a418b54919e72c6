package io.fsmrun.ap.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A network gives back what the builder was told. */
class AutomataNetworkTest {

  private static final SymbolSet A = SymbolSet.of('a');

  private final NetworkBuilder builder = new NetworkBuilder("net");

  @Test
  void anEmptyNetwork() {
    AutomataNetwork network = builder.build();
    assertThat(network.size()).isZero();
    assertThat(network.edgeCount()).isZero();
    assertThat(network.settlingOrder()).isEmpty();
    assertThat(network.dependsOnEnd()).isFalse();
    assertThat(network.networkId()).isEqualTo("net");
    assertThat(network.symbolSetCount()).isZero();
  }

  @Test
  void elementsKeepWhatTheyWereGiven() {
    int ste = builder.ste("s", A);
    builder.start(ste, StartKind.START_OF_DATA);
    builder.start(ste, StartKind.ALL_INPUT);
    builder.latch(ste);
    builder.report(ste, "code");
    int counter = builder.counter("c", 12, CounterMode.LATCH);
    builder.atEndOnly(counter);
    int gate = builder.gate("g", GateFunction.NEGATED_PRODUCT_OF_SUMS);
    builder.report(gate, "");
    AutomataNetwork network = builder.build();

    assertThat(network.kind(0)).isEqualTo(ElementKind.STE);
    assertThat(network.symbols(0)).isEqualTo(A);
    assertThat(network.start(0)).isEqualTo(StartKind.ALL_INPUT);
    assertThat(network.isLatched(0)).isTrue();
    assertThat(network.isReporting(0)).isTrue();
    assertThat(network.reportCode(0)).isEqualTo("code");
    assertThat(network.isAtEndOnly(0)).isFalse();

    assertThat(network.kind(1)).isEqualTo(ElementKind.COUNTER);
    assertThat(network.target(1)).isEqualTo(12);
    assertThat(network.counterMode(1)).isEqualTo(CounterMode.LATCH);
    assertThat(network.isAtEndOnly(1)).isTrue();
    assertThat(network.isReporting(1)).isFalse();
    assertThat(network.start(1)).isEqualTo(StartKind.NONE);
    assertThat(network.dependsOnEnd()).isTrue();

    assertThat(network.kind(2)).isEqualTo(ElementKind.GATE);
    assertThat(network.gateFunction(2)).isEqualTo(GateFunction.NEGATED_PRODUCT_OF_SUMS);
    assertThat(network.isReporting(2)).isTrue();
    assertThat(network.reportCode(2)).isEmpty();
    assertThat(network.id(2)).isEqualTo("g");
    for (ElementKind kind : ElementKind.values()) {
      assertThat(network.count(kind)).isOne();
    }
  }

  @Test
  void equalSymbolSetsAreOneObject() {
    builder.ste("x", SymbolSet.range('a', 'c'));
    builder.ste("y", A);
    builder.ste("z", SymbolSet.ofChars("cba"));
    AutomataNetwork network = builder.build();
    assertThat(network.symbolSetCount()).isEqualTo(2);
    assertThat(network.symbols(0)).isSameAs(network.symbols(2));
    assertThat(network.symbolSetIndex(0)).isEqualTo(network.symbolSetIndex(2));
    assertThat(network.symbolSet(network.symbolSetIndex(1))).isEqualTo(A);
  }

  @Test
  void edgesAscendByTargetThenPortEachOnce() {
    int x = builder.ste("x", A);
    int sum = builder.gate("sum", GateFunction.SUM_OF_PRODUCTS);
    int y = builder.ste("y", A);
    builder.edge(x, y);
    builder.edge(x, sum, 127);
    builder.edge(x, sum, 2);
    builder.edge(x, x);
    builder.edge(x, sum, 2);
    builder.edge(x, y);
    AutomataNetwork network = builder.build();
    assertThat(edges(network, 0)).containsExactly("0.0", "1.2", "1.127", "2.0");
    assertThat(network.edgeCount()).isEqualTo(4);
    assertThat(network.successorCount(1)).isZero();
  }

  private static List<String> edges(AutomataNetwork network, int element) {
    List<String> edges = new ArrayList<>();
    for (int i = 0; i < network.successorCount(element); i++) {
      edges.add(network.successor(element, i) + "." + network.port(element, i));
    }
    return edges;
  }

  @Test
  void drivingSettlesBeforeDriven() {
    int last = builder.gate("last", GateFunction.AND);
    int middle = builder.counter("middle", 2, CounterMode.PULSE);
    int first = builder.gate("first", GateFunction.NOR);
    int ste = builder.ste("ste", A);
    builder.edge(ste, middle, Ports.RESET);
    builder.edge(first, middle);
    builder.edge(first, last);
    builder.edge(middle, last);
    builder.edge(last, ste);
    assertThat(builder.build().settlingOrder()).containsExactly(2, 1, 0);
  }

  @Test
  void memoryIsWhatTheDocumentationSays() {
    int count = 10_000;
    int before = builder.ste("000000", A);
    for (int i = 1; i < count; i++) {
      int next = builder.ste("%06d".formatted(i), A);
      builder.edge(before, next);
      before = next;
    }
    AutomataNetwork network = builder.build();
    long perElement = (network.memoryBytes() - 4L * network.edgeCount()) / count;
    assertThat(perElement).isBetween(20L, 36L);
  }

  @Test
  void aNetworkSaysWhatItHolds() {
    int x = builder.ste("x", A);
    builder.edge(x, builder.gate("g", GateFunction.OR));
    assertThat(builder.build())
        .hasToString("network net: 1 STEs, 0 counters, 1 boolean elements, 1 edges");
  }
}
