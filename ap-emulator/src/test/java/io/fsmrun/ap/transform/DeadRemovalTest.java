package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import org.junit.jupiter.api.Test;

/** What goes and what stays, by hand. */
class DeadRemovalTest {

  private static AutomataNetwork cleaned(Hand hand) {
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new DeadRemoval().apply(network);
    Hand.assertSameReports(network, after);
    return after;
  }

  @Test
  void anEmptyNetworkStaysEmpty() {
    assertThat(new DeadRemoval().apply(new NetworkBuilder("x").build()).size()).isZero();
  }

  @Test
  void everythingDeadLeavesNothing() {
    Hand hand = new Hand().stes("a=a b=b! ^c=c d=").edges("a>b b>a c>d d>b b>b");
    AutomataNetwork after = cleaned(hand);
    assertThat(after.size()).isZero();
    assertThat(after.networkId()).isEqualTo("hand");
  }

  @Test
  void whatIsOnAPathFromAStartToAReportStays() {
    Hand hand = new Hand().stes("^s=a x=b r=c! lost=a blind=b").edges("s>x x>r x>x lost>x x>blind");
    AutomataNetwork after = cleaned(hand);
    assertThat(Hand.ids(after)).containsExactly("r", "s", "x");
    assertThat(after.edgeCount()).isEqualTo(3);
  }

  @Test
  void edgesIntoWhatAlwaysStartsGo() {
    Hand hand = new Hand().stes("^s=a ^r=b!").edges("s>r r>r");
    AutomataNetwork after = cleaned(hand);
    assertThat(Hand.ids(after)).containsExactly("r");
    assertThat(after.edgeCount()).isZero();
  }

  @Test
  void aCounterKeepsItsResetAndGoesWithoutCount() {
    Hand hand = new Hand().stes("^c=c ^r=a dead=b");
    int counter = hand.builder.counter("kept", 2, CounterMode.LATCH);
    int idle = hand.builder.counter("idle", 2, CounterMode.LATCH);
    hand.builder.edge(hand.at("c"), counter, Ports.COUNT);
    hand.builder.edge(hand.at("r"), counter, Ports.RESET);
    hand.builder.edge(hand.at("c"), idle, Ports.RESET);
    hand.builder.edge(hand.at("dead"), idle, Ports.COUNT);
    hand.builder.report(counter, "");
    hand.builder.report(idle, "");
    AutomataNetwork after = cleaned(hand);
    assertThat(Hand.ids(after)).containsExactly("c", "kept", "r");
    assertThat(after.edgeCount()).isEqualTo(2);
  }

  @Test
  void gatesThatAreTrueOfNothingStayAndTheirDeadInputsGo() {
    for (GateFunction function : GateFunction.values()) {
      Hand hand = new Hand().stes("dead=a");
      int gate = hand.builder.gate("gate", function);
      hand.edges("dead>gate");
      hand.builder.report(gate, "");
      AutomataNetwork after = cleaned(hand);
      if (function.isNegated()) {
        assertThat(Hand.ids(after)).as(function.name()).containsExactly("gate");
      } else {
        assertThat(after.size()).as(function.name()).isZero();
      }
    }
  }

  @Test
  void aDeadInputSettlesAnAndAndANand() {
    Hand hand = new Hand().stes("dead=a ^s=a ^t=b");
    hand.builder.report(hand.builder.gate("and", GateFunction.AND), "");
    hand.builder.report(hand.builder.gate("nand", GateFunction.NAND), "");
    hand.builder.report(hand.builder.gate("or", GateFunction.OR), "");
    hand.edges("dead>and s>and dead>nand t>nand dead>or s>or");
    AutomataNetwork after = cleaned(hand);
    assertThat(Hand.ids(after)).containsExactly("nand", "or", "s");
    assertThat(after.edgeCount()).isOne();
  }

  @Test
  void aDeadInputSettlesItsTermOnly() {
    Hand hand = new Hand().stes("dead=a ^s=a ^t=b ^u=c");
    int sum = hand.builder.gate("sum", GateFunction.NEGATED_SUM_OF_PRODUCTS);
    int product = hand.builder.gate("product", GateFunction.NEGATED_PRODUCT_OF_SUMS);
    for (int gate : new int[] {sum, product}) {
      hand.builder.edge(hand.at("dead"), gate, 0);
      hand.builder.edge(hand.at("s"), gate, gate == sum ? 0 : 1);
      hand.builder.edge(hand.at("t"), gate, 1);
      hand.builder.report(gate, "");
    }
    AutomataNetwork after = cleaned(hand);
    assertThat(Hand.ids(after)).containsExactly("product", "sum", "t");
    assertThat(after.edgeCount()).isOne();
  }

  @Test
  void nothingFollowsAGateThatIsHighAtTheEndOnly() {
    Hand hand = new Hand().stes("^s=a next=b!");
    int or = hand.builder.gate("or", GateFunction.OR);
    hand.builder.atEndOnly(or);
    hand.edges("s>or or>next");
    assertThat(cleaned(hand).size()).isZero();
  }

  @Test
  void aLatchedSteNeedsNoLoopButStays() {
    Hand hand = new Hand().stes("^s=a x=b r=c!").edges("s>x x>x x>r");
    hand.builder.latch(hand.at("x"));
    AutomataNetwork after = cleaned(hand);
    assertThat(after.size()).isEqualTo(3);
    assertThat(after.edgeCount()).isEqualTo(2);
  }
}
