package io.fsmrun.ap.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every kind and mode of element, with reports worked out by hand. */
class NetworkReferenceTest {

  private final NetworkBuilder builder = new NetworkBuilder("hand");

  /** An STE that is active on every symbol of the set, wherever it comes. */
  private int on(String symbols) {
    int ste = builder.ste("on-" + symbols, SymbolSet.ofChars(symbols));
    builder.start(ste, StartKind.ALL_INPUT);
    return ste;
  }

  private int ste(String id, String symbols) {
    return builder.ste(id, SymbolSet.ofChars(symbols));
  }

  private int gate(GateFunction function, int... drivers) {
    int gate = builder.gate("gate-" + builder.size(), function);
    for (int driver : drivers) {
      builder.edge(driver, gate);
    }
    return gate;
  }

  private int counter(int target, CounterMode mode) {
    int counter = builder.counter("counter", target, mode);
    builder.edge(on("c"), counter, Ports.COUNT);
    builder.edge(on("r"), counter, Ports.RESET);
    int both = on("B");
    builder.edge(both, counter, Ports.COUNT);
    builder.edge(both, counter, Ports.RESET);
    return counter;
  }

  /** The symbols on which an element reports. */
  private List<Long> ends(int element, String input) {
    builder.report(element, "it");
    return NetworkReference.run(builder.build(), input.getBytes(StandardCharsets.ISO_8859_1))
        .stream()
        .map(NetworkReport::symbol)
        .collect(Collectors.toList());
  }

  @Test
  void anSteThatStartsOnAllInputIsActiveOnItsSymbols() {
    assertThat(ends(on("ab"), "abxa")).containsExactly(0L, 1L, 3L);
  }

  @Test
  void anSteThatStartsWithTheDataIsActiveOnTheFirstSymbolOnly() {
    int first = ste("first", "a");
    builder.start(first, StartKind.START_OF_DATA);
    assertThat(ends(first, "aaa")).containsExactly(0L);
  }

  @Test
  void anSteThatNothingDrivesIsNeverActive() {
    assertThat(ends(ste("alone", "a"), "aaa")).isEmpty();
  }

  @Test
  void anEdgeCostsOneSymbol() {
    int second = ste("second", "b");
    builder.edge(on("a"), second);
    assertThat(ends(second, "ababbb")).containsExactly(1L, 3L);
  }

  @Test
  void aSelfLoopStaysActiveWhileItsSymbolsCome() {
    int loop = ste("loop", "b");
    builder.edge(on("a"), loop);
    builder.edge(loop, loop);
    assertThat(ends(loop, "abbbxb")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aLatchedSteStaysActiveWhateverTheSymbol() {
    int latched = ste("latched", "b");
    builder.edge(on("a"), latched);
    builder.latch(latched);
    assertThat(ends(latched, "baxabxx")).containsExactly(4L, 5L, 6L);
  }

  @Test
  void aReportAtTheEndOnlyNeedsTheLastSymbol() {
    int ste = on("a");
    builder.atEndOnly(ste);
    assertThat(ends(ste, "aaxa")).containsExactly(3L);
    assertThat(ends(ste, "aax")).isEmpty();
  }

  @Test
  void anSteAtTheEndOnlyStillDrivesBeforeTheEnd() {
    int ste = on("a");
    builder.atEndOnly(ste);
    int next = ste("next", "b");
    builder.edge(ste, next);
    assertThat(ends(next, "abx")).containsExactly(1L);
  }

  @Test
  void anEmptyInputReportsNothing() {
    int ste = on("a");
    builder.atEndOnly(ste);
    assertThat(ends(ste, "")).isEmpty();
    assertThat(ends(gate(GateFunction.NOR), "")).isEmpty();
  }

  @Test
  void bytesAboveAsciiAreSymbolsToo() {
    assertThat(ends(on("\u00ff"), "a\u00ff")).containsExactly(1L);
  }

  @Test
  void aPulseCounterIsActiveOnceUntilItIsReset() {
    assertThat(ends(counter(2, CounterMode.PULSE), "ccccxrccc")).containsExactly(1L, 7L);
  }

  @Test
  void aLatchCounterStaysActiveUntilItIsReset() {
    assertThat(ends(counter(2, CounterMode.LATCH), "cxcxxcrxcc"))
        .containsExactly(2L, 3L, 4L, 5L, 9L);
  }

  @Test
  void aRollCounterStartsAgainFromZero() {
    assertThat(ends(counter(2, CounterMode.ROLL), "cccccrcc")).containsExactly(1L, 3L, 7L);
  }

  @Test
  void resetGoesBeforeCount() {
    assertThat(ends(counter(2, CounterMode.PULSE), "cBcc")).containsExactly(3L);
  }

  @Test
  void aLatchedCounterIsNotActiveOnTheSymbolOfItsReset() {
    assertThat(ends(counter(2, CounterMode.LATCH), "ccBxcc")).containsExactly(1L, 5L);
  }

  @Test
  void aCounterCountsSymbolsNotInputs() {
    int counter = counter(2, CounterMode.ROLL);
    builder.edge(on("cd"), counter, Ports.COUNT);
    assertThat(ends(counter, "cdcx")).containsExactly(1L);
  }

  @Test
  void aTargetOfOneIsReachedAtOnce() {
    assertThat(ends(counter(1, CounterMode.ROLL), "cxcc")).containsExactly(0L, 2L, 3L);
  }

  @Test
  void aCounterAtTheEndOnlyReportsThereAlone() {
    int counter = counter(2, CounterMode.LATCH);
    builder.atEndOnly(counter);
    assertThat(ends(counter, "ccxx")).containsExactly(3L);
  }

  @Test
  void aCounterEnablesAnSteOnTheNextSymbol() {
    int next = ste("next", "n");
    builder.edge(counter(2, CounterMode.PULSE), next);
    assertThat(ends(next, "ncncnn")).containsExactly(4L);
  }

  @Test
  void gatesWithoutTermsAreFunctionsOfTheSameSymbol() {
    int a = on("a3");
    int b = on("b3");
    assertThat(ends(gate(GateFunction.AND, a, b), "ab3x")).containsExactly(2L);
    assertThat(last(GateFunction.OR, a, b)).containsExactly(0L, 1L, 2L);
    assertThat(last(GateFunction.NOR, a, b)).containsExactly(3L);
    assertThat(last(GateFunction.NAND, a, b)).containsExactly(0L, 1L, 3L);
    assertThat(last(GateFunction.NOT, a)).containsExactly(1L, 3L);
  }

  /** When a new gate reports on ab3x; the gates before it report under other numbers. */
  private List<Long> last(GateFunction function, int... drivers) {
    int gate = gate(function, drivers);
    int number = builder.size() - 1;
    builder.report(gate, "it");
    return NetworkReference.run(builder.build(), "ab3x".getBytes(StandardCharsets.US_ASCII))
        .stream()
        .filter(report -> report.element() == number)
        .map(NetworkReport::symbol)
        .collect(Collectors.toList());
  }

  @Test
  void gatesThatNothingDrives() {
    for (GateFunction function : GateFunction.values()) {
      if (function.isNegated()) {
        assertThat(last(function)).as(function.name()).containsExactly(0L, 1L, 2L, 3L);
      } else {
        assertThat(last(function)).as(function.name()).isEmpty();
      }
    }
  }

  /** Terms {a, b} and {c}, on a, b, c, a+b, a+c and nothing. */
  private List<Long> terms(GateFunction function) {
    int gate = builder.gate("terms", function);
    builder.edge(on("a45"), gate, 3);
    builder.edge(on("b4"), gate, 3);
    builder.edge(on("c5"), gate, 7);
    return ends(gate, "abc45x");
  }

  @Test
  void aSumOfProductsNeedsOneFullTerm() {
    assertThat(terms(GateFunction.SUM_OF_PRODUCTS)).containsExactly(2L, 3L, 4L);
  }

  @Test
  void aNegatedSumOfProductsIsItsOpposite() {
    assertThat(terms(GateFunction.NEGATED_SUM_OF_PRODUCTS)).containsExactly(0L, 1L, 5L);
  }

  @Test
  void aProductOfSumsNeedsSomethingOfEveryTerm() {
    assertThat(terms(GateFunction.PRODUCT_OF_SUMS)).containsExactly(4L);
  }

  @Test
  void aNegatedProductOfSumsIsItsOpposite() {
    assertThat(terms(GateFunction.NEGATED_PRODUCT_OF_SUMS)).containsExactly(0L, 1L, 2L, 3L, 5L);
  }

  /** not(a and b) and c, defined from the last to the first. */
  @Test
  void gatesFedByGatesSettleOnTheSameSymbol() {
    int outer = gate(GateFunction.AND, builder.handle("inner"), on("cd"));
    int inner = builder.gate("inner", GateFunction.NAND);
    builder.edge(on("ad"), inner);
    builder.edge(on("bd"), inner);
    assertThat(ends(outer, "cda")).containsExactly(0L);
  }

  @Test
  void gatesAndCountersFeedEachOtherWithinASymbol() {
    int both = gate(GateFunction.AND, on("a2"), on("b2"));
    int counter = builder.counter("pairs", 2, CounterMode.ROLL);
    builder.edge(both, counter, Ports.COUNT);
    int not = gate(GateFunction.NOT, counter);
    assertThat(ends(not, "2a2")).containsExactly(0L, 1L);
    assertThat(named("2a2")).containsExactly("it@0", "it@1");
  }

  private List<String> named(String input) {
    return NetworkReference.named(builder.build(), input.getBytes(StandardCharsets.US_ASCII))
        .stream()
        .map(report -> report.name() + "@" + report.symbol())
        .collect(Collectors.toList());
  }

  @Test
  void aGateThatIsHighAtTheEndOnlyCountsNowhereElse() {
    int end = gate(GateFunction.OR, on("a"));
    builder.atEndOnly(end);
    int inverse = gate(GateFunction.NOT, end);
    assertThat(ends(inverse, "aba")).containsExactly(0L, 1L);
  }

  @Test
  void reportsOfOneNameOnOneSymbolAreOne() {
    builder.report(on("a"), "same");
    builder.report(on("ab"), "same");
    builder.report(on("b"), "");
    assertThat(named("ab")).containsExactly("same@0", "on-b@1", "same@1");
    assertThat(NetworkReference.run(builder.build(), new byte[] {'a', 'b'})).hasSize(4);
  }
}
