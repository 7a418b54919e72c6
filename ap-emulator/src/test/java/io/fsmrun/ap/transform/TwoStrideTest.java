package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.MalformedNetworkException;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NamedReport;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Two bytes a symbol give the same reports, once they are read back. */
class TwoStrideTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(
        24, 61, Family.STES_ONLY, Family.PLAIN_STES, Family.STE_TWINS, Family.CHAINS);
  }

  private static SortedSet<NamedReport> readBack(
      StridedNetwork strided, AutomataNetwork run, byte[] input) {
    SortedSet<NamedReport> reports = new TreeSet<>();
    for (NamedReport report : NetworkReference.named(run, strided.encode(input))) {
      reports.add(
          new NamedReport(
              strided.originalName(report.name()),
              strided.originalSymbol(report.name(), report.symbol())));
    }
    return reports;
  }

  @Property(tries = 600)
  void reportsTheSame(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork network = drawn.network();
    StridedNetwork strided = TwoStride.apply(network);
    assertThat(readBack(strided, strided.network(), drawn.input()))
        .isEqualTo(NetworkReference.named(network, drawn.input()));
  }

  @Property(tries = 300)
  void reportsTheSameWhenOptimizedToo(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork network = drawn.network();
    StridedNetwork strided = TwoStride.apply(network);
    AutomataNetwork small = Optimizer.optimize(strided.network(), Optimizer.Options.ALL).network();
    assertThat(readBack(strided, small, drawn.input()))
        .isEqualTo(NetworkReference.named(network, drawn.input()));
  }

  private static void assertReads(AutomataNetwork network, String text, String... reports) {
    StridedNetwork strided = TwoStride.apply(network);
    byte[] input = text.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(readBack(strided, strided.network(), input))
        .extracting(report -> report.name() + "@" + report.symbol())
        .containsExactly(reports);
  }

  @Test
  void aWordIsFoundAtEvenAndOddSymbols() {
    AutomataNetwork network = new Hand().stes("^a=a b=b c=c!").edges("a>b b>c").build();
    assertReads(network, "abcabc", "r@2", "r@5");
    assertReads(network, "xabcabc", "r@3", "r@6");
    assertReads(network, "", new String[0]);
    assertReads(network, "a", new String[0]);
  }

  @Test
  void aReportAtTheEndKnowsOddAndEvenEnds() {
    Hand hand = new Hand().stes("^a=a!");
    hand.builder.atEndOnly(hand.at("a"));
    AutomataNetwork network = hand.build();
    assertReads(network, "aa", "r@1");
    assertReads(network, "aaa", "r@2");
    assertReads(network, "aab", new String[0]);
    assertReads(network, "ab", new String[0]);
  }

  @Test
  void aStartOfDataIsTheFirstByteOnly() {
    Hand hand = new Hand().stes("a=a!");
    hand.builder.start(hand.at("a"), StartKind.START_OF_DATA);
    assertReads(hand.build(), "aaaa", "r@0");
  }

  @Test
  void anEmptyNetwork() {
    StridedNetwork strided = TwoStride.apply(new NetworkBuilder("").build());
    assertThat(strided.network().size()).isZero();
    assertThat(strided.encode(new byte[5])).hasSize(3);
  }

  private static AutomataNetwork ofClasses(int classes) {
    NetworkBuilder builder = new NetworkBuilder("");
    for (int i = 0; i + 1 < classes; i++) {
      int ste = builder.ste("s" + i, SymbolSet.of(7 * i));
      builder.start(ste, StartKind.ALL_INPUT);
      builder.report(ste, "");
    }
    return builder.build();
  }

  @Test
  void fifteenClassesAreTheMost() {
    AutomataNetwork network = ofClasses(15);
    byte[] input = new byte[201];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) (i * 7 / 3);
    }
    StridedNetwork strided = TwoStride.apply(network);
    assertThat(readBack(strided, strided.network(), input))
        .isNotEmpty()
        .isEqualTo(NetworkReference.named(network, input));
    assertThatThrownBy(() -> TwoStride.apply(ofClasses(16)))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage("symbol classes of a network to be strided: 16, over the limit of 15");
  }

  @Test
  void countersAndGatesAreRefusedByName() {
    Hand counter = new Hand().stes("^a=a");
    counter.builder.counter("the-counter", 2, CounterMode.ROLL);
    assertThatThrownBy(() -> TwoStride.apply(counter.build()))
        .isInstanceOf(MalformedNetworkException.class)
        .hasMessageContaining("'the-counter'");
    Hand gate = new Hand().stes("^a=a");
    gate.builder.gate("the-gate", GateFunction.OR);
    assertThatThrownBy(() -> TwoStride.apply(gate.build()))
        .isInstanceOf(MalformedNetworkException.class)
        .hasMessageContaining("'the-gate'");
  }

  @Test
  void idsThatLookAlikeAreKeptApart() {
    AutomataNetwork network =
        new Hand().stes("^a|b=a c=b! ^a=a b|c=c!").edges("a|b>c a>b|c").build();
    assertReads(network, "abac", "r@1", "r@3");
  }
}
