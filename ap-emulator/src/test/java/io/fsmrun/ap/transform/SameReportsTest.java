package io.fsmrun.ap.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import io.fsmrun.core.engine.LimitExceededException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Every transformation, alone and in turn, against the reference on networks of all families. */
class SameReportsTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(40, 80, Family.values());
  }

  private static void assertSame(AutomataNetwork after, NetworkCase drawn) {
    AutomataNetwork before = drawn.network();
    byte[] input = drawn.input();
    assertThat(NetworkReference.named(after, input))
        .isEqualTo(NetworkReference.named(before, input));
  }

  @Property(tries = 1000)
  void deadRemoval(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork before = drawn.network();
    AutomataNetwork after = new DeadRemoval().apply(before);
    assertSame(after, drawn);
    assertThat(Hand.ids(before)).containsAll(Hand.ids(after));
    AutomataNetwork again = new DeadRemoval().apply(after);
    assertThat(again.size()).isEqualTo(after.size());
    assertThat(again.edgeCount()).isEqualTo(after.edgeCount());
  }

  @Property(tries = 1000)
  void prefixMerging(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork after = new PrefixMerging().apply(drawn.network());
    assertSame(after, drawn);
    assertThat(new PrefixMerging().apply(after).size()).isEqualTo(after.size());
  }

  @Property(tries = 1000)
  void suffixMerging(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork after = new SuffixMerging().apply(drawn.network());
    assertSame(after, drawn);
    assertThat(new SuffixMerging().apply(after).size()).isEqualTo(after.size());
  }

  @Property(tries = 700)
  void allThatShrink(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork before = drawn.network();
    AutomataNetwork after = Optimizer.optimize(before, Optimizer.Options.ALL).network();
    assertSame(after, drawn);
    assertThat(after.size()).isLessThanOrEqualTo(before.size());
    assertThat(after.edgeCount()).isLessThanOrEqualTo(before.edgeCount());
  }

  @Property(tries = 700)
  void allThatShrinkByElement(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork before = drawn.network();
    Optimizer.Options all = Optimizer.Options.ALL;
    Optimizer.Options byElement =
        new Optimizer.Options(all.steps(), all.rounds(), all.fanLimits(), ReportIdentity.ELEMENT);
    AutomataNetwork after = Optimizer.optimize(before, byElement).network();
    assertThat(byId(after, drawn.input())).isEqualTo(byId(before, drawn.input()));
  }

  private static Set<String> byId(AutomataNetwork network, byte[] input) {
    return NetworkReference.run(network, input).stream()
        .map(
            report ->
                network.id(report.element())
                    + "/"
                    + network.reportCode(report.element())
                    + "@"
                    + report.symbol())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Property(tries = 1000)
  void fanLimits(
      @ForAll("cases") NetworkCase drawn,
      @ForAll @IntRange(min = 2, max = 6) int fanIn,
      @ForAll @IntRange(min = 2, max = 6) int fanOut) {
    AutomataNetwork after = split(drawn.network(), new FanLimits(fanIn, fanOut, 400));
    assertSame(after, drawn);
    FanLimitsTest.assertWithin(after, fanIn, fanOut);
  }

  private static AutomataNetwork split(AutomataNetwork network, FanLimits limits) {
    try {
      return limits.apply(network);
    } catch (LimitExceededException circles) {
      // A dense circle cannot be split by copying; what is refused is tested elsewhere.
      Assume.that(false);
      throw circles;
    }
  }

  @Property(tries = 700)
  void unlatching(@ForAll("cases") NetworkCase drawn) {
    AutomataNetwork after = Unlatching.apply(drawn.network());
    assertSame(after, drawn);
    for (int element = 0; element < after.size(); element++) {
      assertThat(after.isLatched(element)).isFalse();
    }
  }
}
