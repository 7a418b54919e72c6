package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.core.engine.LimitExceededException;
import org.junit.jupiter.api.Test;

/** Splitting by hand: loops, reports, gates, and circles that cannot be split. */
class FanLimitsTest {

  static void assertWithin(AutomataNetwork network, int fanIn, int fanOut) {
    Adjacency drivers = Adjacency.into(network);
    for (int element = 0; element < network.size(); element++) {
      assertThat(network.successorCount(element)).isLessThanOrEqualTo(fanOut);
      if (network.kind(element) == ElementKind.STE) {
        assertThat(drivers.end(element) - drivers.first(element)).isLessThanOrEqualTo(fanIn);
      }
    }
  }

  @Test
  void whatIsWithinTheLimitsStays() {
    AutomataNetwork network = new Hand().stes("^a=a b=b! ^c=c").edges("a>b c>b b>b").build();
    AutomataNetwork after = new FanLimits(3, 2, 9).apply(network);
    assertThat(Hand.ids(after)).containsExactly("a", "b", "c");
    assertThat(after.edgeCount()).isEqualTo(3);
  }

  @Test
  void driversAreSharedByCopies() {
    AutomataNetwork network =
        new Hand()
            .stes("^a=a ^b=b ^c=c ^d=ab ^e=ac x=abc! y=a!")
            .edges("a>x b>x c>x d>x e>x x>y")
            .build();
    AutomataNetwork after = new FanLimits(2, FanLimits.NO_LIMIT, 99).apply(network);
    assertWithin(after, 2, 99);
    assertThat(Hand.ids(after)).contains("x", "x~2", "x~3", "y", "y~2");
    Hand.assertSameReports(network, after);
  }

  @Test
  void aLoopTakesAPlaceInEachCopy() {
    AutomataNetwork network =
        new Hand().stes("^a=a ^b=b ^c=c x=abc!").edges("a>x b>x c>x x>x").build();
    AutomataNetwork after = new FanLimits(2, FanLimits.NO_LIMIT, 99).apply(network);
    assertThat(Hand.ids(after)).hasSize(6);
    Hand.assertSameReports(network, after);
  }

  @Test
  void copiesReportUnderTheOldId() {
    Hand hand = new Hand().stes("^a=a ^b=b ^c=c x=abc").edges("a>x b>x c>x");
    hand.builder.report(hand.at("x"), "");
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new FanLimits(2, FanLimits.NO_LIMIT, 99).apply(network);
    assertThat(after.size()).isEqualTo(5);
    for (int element = 0; element < after.size(); element++) {
      if (after.isReporting(element)) {
        assertThat(after.reportCode(element)).isEqualTo("x");
      }
    }
    Hand.assertSameReports(network, after);
  }

  @Test
  void copiesDoNotTakeAnIdThatIsTaken() {
    AutomataNetwork network =
        new Hand().stes("^x~2=a ^b=b ^c=c x=abc!").edges("x~2>x b>x c>x").build();
    AutomataNetwork after = new FanLimits(2, FanLimits.NO_LIMIT, 99).apply(network);
    assertThat(Hand.ids(after)).containsExactly("b", "c", "x", "x~2", "x~2~2");
    Hand.assertSameReports(network, after);
  }

  @Test
  void anOrJoinsCopiesBeforeAnAnd() {
    Hand hand = new Hand().stes("^a=a ^b=b ^c=c x=abc ^y=ab").edges("a>x b>x c>x");
    int and = hand.builder.gate("and", GateFunction.AND);
    int not = hand.builder.gate("not", GateFunction.NOT);
    hand.edges("x>and y>and x>not");
    hand.builder.report(and, "both");
    hand.builder.report(not, "none");
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new FanLimits(2, FanLimits.NO_LIMIT, 99).apply(network);
    assertThat(Hand.ids(after)).contains("x~any");
    assertThat(after.count(ElementKind.GATE)).isEqualTo(3);
    Hand.assertSameReports(network, after);
  }

  @Test
  void targetsAreSharedByCopies() {
    Hand hand = new Hand().stes("^s=ab x=ab p=a! q=b! t=ab! u=a!").edges("s>x x>x x>p x>q x>t x>u");
    hand.builder.report(hand.at("x"), "");
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new FanLimits(FanLimits.NO_LIMIT, 2, 99).apply(network);
    assertWithin(after, 99, 2);
    assertThat(Hand.ids(after)).contains("x", "x~2", "x~3", "x~4", "s", "s~2");
    Hand.assertSameReports(network, after);
  }

  @Test
  void countersAndGatesAreCopiedForTheirTargets() {
    Hand hand = new Hand().stes("^s=ab p=a! q=b! t=ab!");
    int counter = hand.builder.counter("n", 2, CounterMode.ROLL);
    hand.edges("s>n n>p n>q n>t");
    hand.builder.report(counter, "");
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new FanLimits(FanLimits.NO_LIMIT, 2, 99).apply(network);
    assertThat(after.count(ElementKind.COUNTER)).isEqualTo(2);
    Hand.assertSameReports(network, after);
  }

  @Test
  void aDenseCircleIsRefusedAtTheLimitOfElements() {
    AutomataNetwork network =
        new Hand()
            .stes("^a=a b=a c=a! d=a")
            .edges("a>b a>c a>d b>a b>c b>d c>a c>b c>d d>a d>b d>c")
            .build();
    assertThat(new FanLimits(3, 3, 4).apply(network).size()).isEqualTo(4);
    assertThatThrownBy(() -> new FanLimits(2, FanLimits.NO_LIMIT, 1000).apply(network))
        .isInstanceOf(LimitExceededException.class)
        .hasMessageContaining("elements of a split network");
    assertThatThrownBy(() -> new FanLimits(FanLimits.NO_LIMIT, 2, 1000).apply(network))
        .isInstanceOf(LimitExceededException.class);
  }

  @Test
  void limitsBelowTwoAreRefused() {
    assertThatThrownBy(() -> new FanLimits(1, 9, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FanLimits(9, 1, 9)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FanLimits(9, 9, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
