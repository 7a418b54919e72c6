package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.Ports;
import io.fsmrun.ap.network.StartKind;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What merges and what does not, by hand. */
class MergingTest {

  private static Set<String> merged(Transformation merging, Hand hand) {
    AutomataNetwork network = hand.build();
    AutomataNetwork after = merging.apply(network);
    Hand.assertSameReports(network, after);
    return Hand.ids(after);
  }

  private static Set<String> prefixes(Hand hand) {
    return merged(new PrefixMerging(), hand);
  }

  private static Set<String> suffixes(Hand hand) {
    return merged(new SuffixMerging(), hand);
  }

  @Test
  void anEmptyNetworkStaysEmpty() {
    AutomataNetwork empty = new NetworkBuilder("").build();
    assertThat(new PrefixMerging().apply(empty).size()).isZero();
    assertThat(new SuffixMerging().apply(empty).size()).isZero();
  }

  @Test
  void wordsShareTheirBeginning() {
    Hand hand = new Hand().stes("^a=a b=b c=c! ^p=a q=b r=a!").edges("a>b b>c p>q q>r");
    assertThat(prefixes(hand)).containsExactly("a", "b", "c", "r");
  }

  @Test
  void loopsAndCirclesMerge() {
    Hand hand =
        new Hand()
            .stes("^s=a x=b y=c u=b v=c end=a! fin=b!")
            .edges("s>x x>y y>x x>x s>u u>v v>u u>u y>end v>fin");
    assertThat(prefixes(hand)).containsExactly("end", "fin", "s", "x", "y");
  }

  @Test
  void aLoopIsNotAnEdgeFromOutside() {
    Hand hand = new Hand().stes("^s=a x=b! u=b!").edges("s>x x>x s>u");
    assertThat(prefixes(hand)).containsExactly("s", "u", "x");
  }

  @Test
  void whatReportsWithoutACodeIsKnownByItsId() {
    Hand hand = new Hand().stes("^s=a x=b y=b").edges("s>x s>y");
    hand.builder.report(hand.at("x"), "");
    hand.builder.report(hand.at("y"), "");
    assertThat(prefixes(hand)).containsExactly("s", "x", "y");
    assertThat(suffixes(hand)).containsExactly("s", "x", "y");
  }

  @Test
  void otherCodesAndReportsAtTheEndStayApart() {
    Hand hand = new Hand().stes("^s=a x=b! y=b! z=b! w=b").edges("s>x s>y s>z s>w");
    hand.builder.report(hand.at("y"), "other");
    hand.builder.atEndOnly(hand.at("z"));
    assertThat(prefixes(hand)).containsExactly("s", "w", "x", "y", "z");
    assertThat(suffixes(hand)).containsExactly("s", "w", "x", "y", "z");
  }

  @Test
  void startsAndLatchesStayApartInPrefixes() {
    Hand hand = new Hand().stes("^x=a! y=a! z=a!");
    hand.builder.start(hand.at("y"), StartKind.START_OF_DATA);
    hand.builder.start(hand.at("z"), StartKind.START_OF_DATA);
    hand.builder.latch(hand.at("z"));
    assertThat(prefixes(hand)).containsExactly("x", "y", "z");
  }

  @Test
  void countersAndGatesMergeWithTheirDrivers() {
    Hand hand = new Hand().stes("^s=a ^t=a ^r=b ^q=b");
    for (String name : new String[] {"1", "2"}) {
      int counter = hand.builder.counter("n" + name, 2, CounterMode.ROLL);
      hand.builder.edge(hand.at(name.equals("1") ? "s" : "t"), counter, Ports.COUNT);
      hand.builder.edge(hand.at(name.equals("1") ? "r" : "q"), counter, Ports.RESET);
      int not = hand.builder.gate("not" + name, GateFunction.NOT);
      hand.builder.edge(counter, not);
      hand.builder.report(not, "r");
    }
    assertThat(prefixes(hand)).containsExactly("n1", "not1", "r", "s");
  }

  @Test
  void countAndResetAreNotTheSame() {
    Hand hand = new Hand().stes("^s=a ^t=b");
    int one = hand.builder.counter("one", 1, CounterMode.ROLL);
    int two = hand.builder.counter("two", 1, CounterMode.ROLL);
    hand.builder.edge(hand.at("s"), one, Ports.COUNT);
    hand.builder.edge(hand.at("t"), one, Ports.RESET);
    hand.builder.edge(hand.at("t"), two, Ports.COUNT);
    hand.builder.edge(hand.at("s"), two, Ports.RESET);
    hand.builder.report(one, "r");
    hand.builder.report(two, "r");
    assertThat(prefixes(hand)).containsExactly("one", "s", "t", "two");
  }

  @Test
  void wordsShareTheirEnd() {
    Hand hand = new Hand().stes("^a=a b=b c=c! ^p=c q=b r=c!").edges("a>b b>c p>q q>r");
    assertThat(suffixes(hand)).containsExactly("a", "b", "c", "p");
  }

  @Test
  void startsAreUnited() {
    Hand hand = new Hand().stes("^s=b x=a ^y=a z=c!").edges("s>x x>z y>z");
    AutomataNetwork network = hand.build();
    AutomataNetwork after = new SuffixMerging().apply(network);
    assertThat(Hand.ids(after)).containsExactly("s", "x", "z");
    assertThat(after.start(1)).isEqualTo(StartKind.ALL_INPUT);
    Hand.assertSameReports(network, after);
  }

  @Test
  void circlesWithEqualEndsMerge() {
    Hand hand =
        new Hand().stes("^s=b ^t=c x=a y=b u=a v=b z=c!").edges("s>x t>u x>y y>x u>v v>u y>z v>z");
    assertThat(suffixes(hand)).containsExactly("s", "t", "x", "y", "z");
  }

  @Test
  void inputsOfAnAndStayApartAndThoseOfAnOrMerge() {
    for (GateFunction function : GateFunction.values()) {
      if (function == GateFunction.NOT) {
        continue;
      }
      Hand hand = new Hand().stes("^s=a ^t=b x=ab y=ab").edges("s>x t>y");
      int gate = hand.builder.gate("gate", function);
      hand.edges("x>gate y>gate");
      hand.builder.report(gate, "");
      boolean merges =
          switch (function) {
            case OR, NOR, PRODUCT_OF_SUMS, NEGATED_PRODUCT_OF_SUMS -> true;
            case AND, NAND, NOT, SUM_OF_PRODUCTS, NEGATED_SUM_OF_PRODUCTS -> false;
          };
      assertThat(suffixes(hand)).as(function.name()).hasSize(merges ? 4 : 5);
    }
  }

  @Test
  void inputsOfOtherTermsStayApart() {
    Hand hand = new Hand().stes("^s=a ^t=b x=ab y=ab").edges("s>x t>y");
    int gate = hand.builder.gate("gate", GateFunction.PRODUCT_OF_SUMS);
    hand.builder.edge(hand.at("x"), gate, 0);
    hand.builder.edge(hand.at("y"), gate, 1);
    hand.builder.report(gate, "");
    assertThat(suffixes(hand)).hasSize(5);
  }
}
