package io.fsmrun.ap.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.NetworkReport;
import io.fsmrun.ap.reference.RandomNetworks;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Segments that run at the same time give the reports of one run. */
class NetworkEngineSegmentsTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(30, 60, RandomNetworks.Family.values());
  }

  @Property(tries = 400)
  void anySegments(
      @ForAll("cases") NetworkCase networkCase,
      @ForAll @IntRange(min = 1, max = 5) int segments,
      @ForAll @IntRange(min = 0, max = 4) int lead,
      @ForAll @IntRange(min = 1, max = 7) int marks,
      @ForAll long seed)
      throws InterruptedException {
    AutomataNetwork network = networkCase.network();
    byte[] input = networkCase.input();
    NetworkEngine engine = NetworkEngine.of(network, EngineOptions.DEFAULT, Runs.EAGER);
    SegmentedScan scan = new SegmentedScan(engine, segments, lead, marks);
    Random random = new Random(seed);
    List<NetworkReport> reports = new ArrayList<>();
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + random.nextInt(40));
      scan.write(input, from, to, (e, symbol) -> reports.add(new NetworkReport(e, symbol)));
      from = to;
    }
    scan.finish((e, symbol) -> reports.add(new NetworkReport(e, symbol)));
    assertThat(reports).isEqualTo(NetworkReference.run(network, input));
    assertThat(scan.position()).isEqualTo(input.length);
  }

  /** 'a' switches a state on that is never left: every guess after it is wrong. */
  private static NetworkEngine sticky() {
    NetworkBuilder builder = new NetworkBuilder("sticky");
    int on = builder.ste("on", SymbolSet.of('a'));
    builder.start(on, StartKind.ALL_INPUT);
    int stays = builder.ste("stays", SymbolSet.ALL);
    builder.edge(on, stays);
    builder.edge(stays, stays);
    int end = builder.ste("end", SymbolSet.of('z'));
    builder.edge(stays, end);
    builder.report(end, "");
    return NetworkEngine.of(builder.build(), EngineOptions.DEFAULT);
  }

  @Test
  void aStateThatIsNeverLeftIsRunAgain() throws InterruptedException {
    byte[] input = "a....z....z....z....z".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    SegmentedScan scan = new SegmentedScan(sticky(), 3, 2, 2);
    List<Long> symbols = new ArrayList<>();
    scan.write(input, 0, input.length, (e, symbol) -> symbols.add(symbol));
    scan.finish((e, symbol) -> symbols.add(symbol));
    assertThat(symbols).containsExactly(5L, 10L, 15L, 20L);
    assertThat(scan.symbolsRunAgain()).isEqualTo(14);
  }

  @Test
  void aRightGuessIsNotRunAgain() throws InterruptedException {
    byte[] input = "z....z....z....z....z".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    SegmentedScan scan = new SegmentedScan(sticky(), 3, 2, 2);
    List<Long> symbols = new ArrayList<>();
    scan.write(input, 0, input.length, (e, symbol) -> symbols.add(symbol));
    assertThat(symbols).isEmpty();
    assertThat(scan.symbolsRunAgain()).isZero();
  }

  @Test
  void noSegments() {
    assertThatThrownBy(() -> new SegmentedScan(sticky(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }
}
