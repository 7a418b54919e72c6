package io.fsmrun.ap.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import org.junit.jupiter.api.Test;

/** What the builder refuses, and with which words. */
class NetworkBuilderTest {

  private static final SymbolSet A = SymbolSet.of('a');

  private final NetworkBuilder builder = new NetworkBuilder("net");

  private MalformedNetworkException refused(Runnable step) {
    MalformedNetworkException[] caught = new MalformedNetworkException[1];
    assertThatExceptionOfType(MalformedNetworkException.class)
        .isThrownBy(step::run)
        .satisfies(error -> caught[0] = error);
    return caught[0];
  }

  @Test
  void anIdIsGivenOnce() {
    builder.at(3, 7);
    builder.ste("x", A);
    builder.at(9, 2);
    MalformedNetworkException error = refused(() -> builder.gate("x", GateFunction.OR));
    assertThat(error).hasMessage("the id 'x' is taken already, by the element at line 3, column 7");
    assertThat(error.line()).isEqualTo(9);
    assertThat(error.column()).isEqualTo(2);
  }

  @Test
  void anIdIsGivenOnceWithoutPlacesToo() {
    builder.ste("x", A);
    MalformedNetworkException error = refused(() -> builder.ste("x", A));
    assertThat(error).hasMessage("the id 'x' is taken already");
    assertThat(error.line()).isZero();
  }

  @Test
  void anIdIsNotEmpty() {
    assertThat(refused(() -> builder.ste("", A))).hasMessageContaining("empty id");
    assertThat(refused(() -> builder.handle(""))).hasMessageContaining("empty id");
  }

  @Test
  void anErrorNamesItsSource() {
    builder.at(4, 5);
    MalformedNetworkException error = refused(() -> builder.handle("")).in("net.anml");
    assertThat(error)
        .hasMessage("net.anml:4:5: an element has an empty id")
        .hasCauseInstanceOf(MalformedNetworkException.class);
    assertThat(error.line()).isEqualTo(4);
    assertThat(new MalformedNetworkException("bad").in("f")).hasMessage("f: bad");
  }

  @Test
  void anEdgeToNowhereIsRefusedWhereItWasMet() {
    builder.at(1, 1);
    int x = builder.ste("x", A);
    builder.at(2, 8);
    builder.edge(x, builder.handle("nowhere"));
    builder.at(30, 1);
    MalformedNetworkException error = refused(builder::build);
    assertThat(error).hasMessageContaining("no element has the id 'nowhere'");
    assertThat(error.line()).isEqualTo(2);
    assertThat(error.column()).isEqualTo(8);
  }

  @Test
  void anElementMayBeNamedBeforeItIsDefined() {
    int later = builder.handle("later");
    int first = builder.ste("first", A);
    builder.edge(first, later);
    builder.edge(later, later);
    assertThat(builder.size()).isOne();
    assertThat(builder.ste("later", SymbolSet.ALL)).isEqualTo(later);
    AutomataNetwork network = builder.build();
    assertThat(network.id(0)).isEqualTo("first");
    assertThat(network.id(1)).isEqualTo("later");
    assertThat(network.successor(0, 0)).isEqualTo(1);
    assertThat(network.successor(1, 0)).isEqualTo(1);
    assertThat(network.symbols(1)).isEqualTo(SymbolSet.ALL);
  }

  @Test
  void aTargetIsAtLeastOneAndAnInt() {
    for (long target : new long[] {0, -1, Long.MIN_VALUE, 1L << 31, Long.MAX_VALUE}) {
      assertThat(refused(() -> builder.counter("c", target, CounterMode.LATCH)))
          .hasMessageContaining("counter 'c' has the target " + target);
    }
    builder.counter("least", 1, CounterMode.ROLL);
    builder.counter("most", Integer.MAX_VALUE, CounterMode.ROLL);
    assertThat(builder.build().target(1)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void noPortIsNegativeOrAboveTheLastTerm() {
    int gate = builder.gate("g", GateFunction.SUM_OF_PRODUCTS);
    int x = builder.ste("x", A);
    assertThat(refused(() -> builder.edge(x, gate, -1))).hasMessage("'g' has no port -1");
    assertThat(refused(() -> builder.edge(x, gate, Ports.MAX_TERMS + 1)))
        .hasMessage("'g' has no port 128");
    builder.edge(x, gate, Ports.MAX_TERMS);
    assertThat(builder.build().port(1, 0)).isEqualTo(Ports.MAX_TERMS);
  }

  @Test
  void anSteHasOnePort() {
    int x = builder.ste("x", A);
    builder.edge(x, x, 1);
    assertThat(refused(builder::build)).hasMessageContaining("enters 'x' by port 1");
  }

  @Test
  void aCounterHasTwoPorts() {
    builder.at(1, 2);
    int x = builder.ste("x", A);
    builder.at(3, 4);
    int counter = builder.counter("c", 1, CounterMode.PULSE);
    builder.edge(x, counter, Ports.RESET);
    assertThat(builder.build().port(0, 0)).isEqualTo(Ports.RESET);
    builder.edge(x, counter, 2);
    MalformedNetworkException error = refused(builder::build);
    assertThat(error).hasMessageContaining("from 'x' enters 'c' by port 2");
    assertThat(error.line()).isOne();
  }

  @Test
  void aGateWithoutTermsHasOnePort() {
    for (GateFunction function : GateFunction.values()) {
      NetworkBuilder each = new NetworkBuilder("");
      each.edge(each.ste("x", A), each.gate("g", function), 1);
      if (function.hasTerms()) {
        assertThat(each.build().port(0, 0)).isOne();
      } else {
        assertThat(refused(each::build)).hasMessageContaining("enters 'g' by port 1");
      }
    }
  }

  @Test
  void anInverterHasOneInput() {
    int not = builder.gate("not", GateFunction.NOT);
    int x = builder.ste("x", A);
    builder.edge(x, not);
    builder.edge(x, not);
    assertThat(builder.build().edgeCount()).isOne();
    builder.edge(builder.ste("y", A), not);
    assertThat(refused(builder::build)).hasMessageContaining("'not' has more than one input");
  }

  @Test
  void gatesAndCountersFormNoCircle() {
    int or = builder.gate("or", GateFunction.OR);
    int counter = builder.counter("counter", 2, CounterMode.ROLL);
    int behind = builder.gate("behind", GateFunction.OR);
    builder.edge(or, counter);
    builder.edge(counter, behind);
    builder.edge(counter, or);
    assertThat(refused(builder::build)).hasMessageContaining("'or' is in, or behind, a circle");
  }

  @Test
  void aGateDoesNotDriveItself() {
    int or = builder.gate("or", GateFunction.OR);
    builder.edge(or, or);
    assertThat(refused(builder::build)).hasMessageContaining("'or' is in, or behind, a circle");
  }

  @Test
  void aCircleThroughAnSteIsAllowed() {
    int or = builder.gate("or", GateFunction.OR);
    int x = builder.ste("x", A);
    builder.edge(or, x);
    builder.edge(x, or);
    assertThat(builder.build().settlingOrder()).containsExactly(0);
  }

  @Test
  void elementsAreLimited() {
    NetworkBuilder small = new NetworkBuilder("", new NetworkLimits(2, 9, 9));
    small.ste("x", A);
    small.handle("y");
    small.handle("x");
    assertThatThrownBy(() -> small.ste("z", A))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage("elements: 3, over the limit of 2");
  }

  @Test
  void edgesAreLimitedWithTheirRepetitions() {
    NetworkBuilder small = new NetworkBuilder("", new NetworkLimits(2, 2, 9));
    int x = small.ste("x", A);
    small.edge(x, x);
    small.edge(x, x);
    assertThatThrownBy(() -> small.edge(x, x))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage("edges: 3, over the limit of 2");
  }

  @Test
  void idsAndCodesAreLimitedInBytes() {
    NetworkBuilder small = new NetworkBuilder("", new NetworkLimits(9, 9, 4));
    int longest = small.ste("\u00e4\u00e4", A);
    small.report(longest, "code");
    assertThat(small.build().id(0)).isEqualTo("\u00e4\u00e4");
    assertThatThrownBy(() -> small.ste("\u00e4\u00e4\u00e4", A))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage("bytes of the id: 6, over the limit of 4");
    assertThatThrownBy(() -> small.report(longest, "codes"))
        .isInstanceOf(LimitExceededException.class)
        .hasMessage("bytes of the report code: 5, over the limit of 4");
  }
}
