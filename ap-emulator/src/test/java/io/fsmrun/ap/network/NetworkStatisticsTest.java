package io.fsmrun.ap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statistics of a network that can be counted by hand. */
class NetworkStatisticsTest {

  @Test
  void anEmptyNetwork() {
    NetworkStatistics statistics = NetworkStatistics.of(new NetworkBuilder("").build());
    assertThat(statistics.components()).isZero();
    assertThat(statistics.largestComponent()).isZero();
    assertThat(statistics.medianComponent()).isZero();
    assertThat(statistics.fanIn()).isEqualTo(statistics.fanOut());
    assertThat(statistics.fanIn().histogram()).isEmpty();
    assertThat(statistics.fanIn().mean()).isZero();
    assertThat(statistics.symbols()).isEqualTo(new NetworkStatistics.Symbols(0, 1, 0.0, 0, 0));
  }

  private static AutomataNetwork byHand() {
    NetworkBuilder builder = new NetworkBuilder("");
    int first = builder.ste("first", SymbolSet.ofChars("ace"));
    builder.start(first, StartKind.START_OF_DATA);
    int every = builder.ste("every", SymbolSet.range('a', 'z'));
    builder.start(every, StartKind.ALL_INPUT);
    builder.latch(every);
    int also = builder.ste("also", SymbolSet.range('a', 'z'));
    builder.start(also, StartKind.ALL_INPUT);
    int counter = builder.counter("counter", 5, CounterMode.ROLL);
    builder.report(counter, "");
    builder.atEndOnly(counter);
    int sum = builder.gate("sum", GateFunction.SUM_OF_PRODUCTS);
    builder.report(sum, "x");
    int alone = builder.ste("alone", SymbolSet.EMPTY);
    builder.report(alone, "x");
    builder.edge(first, counter, Ports.RESET);
    builder.edge(first, counter, Ports.COUNT);
    builder.edge(every, sum, 0);
    builder.edge(also, sum, 0);
    builder.edge(also, sum, 1);
    builder.edge(also, also);
    return builder.build();
  }

  @Test
  void elementsAndComponents() {
    NetworkStatistics statistics = NetworkStatistics.of(byHand());
    assertThat(statistics.stes()).isEqualTo(4);
    assertThat(statistics.counters()).isEqualTo(1);
    assertThat(statistics.gates()).isEqualTo(1);
    assertThat(statistics.startsOfData()).isEqualTo(1);
    assertThat(statistics.allInputStarts()).isEqualTo(2);
    assertThat(statistics.latched()).isEqualTo(1);
    assertThat(statistics.reporting()).isEqualTo(3);
    assertThat(statistics.atEndOnly()).isEqualTo(1);
    assertThat(statistics.edges()).isEqualTo(6);
    assertThat(statistics.components()).isEqualTo(3);
    assertThat(statistics.largestComponent()).isEqualTo(3);
    assertThat(statistics.medianComponent()).isEqualTo(2);
  }

  @Test
  void degreesByPowersOfTwo() {
    NetworkStatistics statistics = NetworkStatistics.of(byHand());
    assertThat(statistics.fanIn())
        .isEqualTo(new NetworkStatistics.Degrees(3, 1.0, List.of(3, 1, 2)));
    assertThat(statistics.fanOut())
        .isEqualTo(new NetworkStatistics.Degrees(3, 1.0, List.of(3, 1, 2)));
  }

  @Test
  void symbolSets() {
    NetworkStatistics.Symbols symbols = NetworkStatistics.of(byHand()).symbols();
    assertThat(symbols.distinctSets()).isEqualTo(3);
    assertThat(symbols.classes()).isEqualTo(3);
    assertThat(symbols.meanSetSize()).isCloseTo((3 + 26 + 26) / 4.0, within(1e-9));
    assertThat(symbols.ranges()).isEqualTo(5);
    assertThat(symbols.mostRanges()).isEqualTo(3);
  }
}
