package io.fsmrun.ap.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Components into half-cores. */
class PlacementTest {

  private static final DeviceModel SMALL = Networks.small(DeviceModel.Boundary.CLOSED);

  /** 60 + 40, 50 + 50: the tightest half-core is taken, and both are full. */
  @Test
  void theTightestHalfCoreIsTaken() {
    Placement placement =
        Placement.of(
            Networks.ofComponents(
                Stream.of(40, 50, 60, 50).map(stes -> new Resources(stes, 0, 0)).toList()),
            SMALL);
    assertThat(placement.halfCores()).isEqualTo(2);
    assertThat(placement.halfCore(0)).isEqualTo(placement.halfCore(90));
    assertThat(placement.halfCore(40)).isEqualTo(placement.halfCore(150));
    assertThat(placement.used(0)).isEqualTo(new Resources(100, 0, 0));
    assertThat(placement.used(1)).isEqualTo(new Resources(100, 0, 0));
  }

  /** One STE and 8 counters a component: counters alone decide. */
  @Test
  void theScarcestResourceDecides() {
    List<Resources> demands =
        IntStream.range(0, 5).mapToObj(i -> new Resources(1, i < 3 ? 8 : 0, 12)).toList();
    Placement placement = Placement.of(Networks.ofComponents(demands), SMALL);
    assertThat(placement.halfCores()).isEqualTo(5);
    assertThat(placement.lowerBound()).isEqualTo(5);
    PlacementSummary summary = placement.summary();
    assertThat(summary.steUtilisation()).isCloseTo(0.01, within(1e-12));
    assertThat(summary.counterUtilisation()).isCloseTo(24 / 40.0, within(1e-12));
    assertThat(summary.gateUtilisation()).isEqualTo(1);
    assertThat(summary.chips()).isEqualTo(3);
    assertThat(summary.components()).isEqualTo(5);
  }

  @Property(tries = 60)
  void nothingIsOverfullSplitOrFarFromTheBound(@ForAll long seed) {
    Random random = new Random(seed);
    int components = 1 + random.nextInt(60);
    List<Resources> demands =
        random
            .ints(components, 1, 45)
            .mapToObj(stes -> new Resources(stes, random.nextInt(3), random.nextInt(4)))
            .toList();
    AutomataNetwork network = Networks.ofComponents(demands);
    Placement placement = Placement.of(network, SMALL);
    check(placement);
    assertThat(placement.hypotheticalBoundaryEdges()).isZero();
    assertThat(placement.halfCores())
        .isBetween(placement.lowerBound(), placement.lowerBound() * 5 / 4 + 1);
    Placement again = Placement.of(network, SMALL);
    for (int element = 0; element < network.size(); element++) {
      assertThat(again.halfCore(element)).isEqualTo(placement.halfCore(element));
    }
  }

  /** Counts anew what each half-core holds. */
  static void check(Placement placement) {
    AutomataNetwork network = placement.network();
    int[][] held = new int[placement.halfCores()][3];
    for (int element = 0; element < network.size(); element++) {
      int[] here = held[placement.halfCore(element)];
      switch (network.kind(element)) {
        case STE -> here[0]++;
        case COUNTER -> here[1] += placement.device().countersFor(network.target(element));
        case GATE -> here[2]++;
      }
    }
    for (int h = 0; h < held.length; h++) {
      Resources counted = new Resources(held[h][0], held[h][1], held[h][2]);
      assertThat(placement.used(h)).isEqualTo(counted);
      assertThat(counted.fitsIn(placement.device().halfCore())).isTrue();
      assertThat(counted).isNotEqualTo(Resources.NONE);
    }
  }

  /** 300 components of 90 STEs on a real half-core: 273 fit into one. */
  @Test
  void aRealHalfCoreHolds24576Stes() {
    List<Resources> demands =
        IntStream.range(0, 300).mapToObj(i -> new Resources(90, 0, 0)).toList();
    Placement placement = Placement.of(Networks.ofComponents(demands), DeviceModel.d480());
    assertThat(placement.used(0)).isEqualTo(new Resources(273 * 90, 0, 0));
    assertThat(placement.used(1)).isEqualTo(new Resources(27 * 90, 0, 0));
    assertThat(placement.passes()).isEqualTo(1);
  }

  @Test
  void aComponentLargerThanAHalfCoreIsNamed() {
    AutomataNetwork network =
        Networks.ofComponents(List.of(new Resources(5, 0, 0), new Resources(101, 2, 0)));
    assertThatThrownBy(() -> Placement.of(network, SMALL))
        .isInstanceOfSatisfying(
            ComponentTooLargeException.class,
            e -> {
              assertThat(e.demand()).isEqualTo(new Resources(101, 2, 0));
              assertThat(e.capacity()).isEqualTo(SMALL.halfCore());
              assertThat(e.elementId()).isEqualTo("c1_s0");
            })
        .hasMessageContaining("'c1_s0'")
        .hasMessageContaining("101 STEs, 2 counters, 0 boolean elements")
        .hasMessageContaining("the STEs are 1.01 times")
        .hasMessageContaining("100 STEs, 8 counters, 12 boolean elements");
    assertThatThrownBy(
            () -> Placement.of(Networks.ofComponents(List.of(new Resources(1, 0, 13))), SMALL))
        .hasMessageContaining("the boolean elements are 1.08 times");
  }

  /** 4,096 is one more than 12 bits hold; 4,095 times 4,095 is 16,769,025. */
  @Test
  void aLargeTargetTakesSeveralCounters() {
    DeviceModel device = DeviceModel.d480();
    assertThat(device.countersFor(1)).isEqualTo(1);
    assertThat(device.countersFor(4_095)).isEqualTo(1);
    assertThat(device.countersFor(4_096)).isEqualTo(2);
    assertThat(device.countersFor(16_769_025)).isEqualTo(2);
    assertThat(device.countersFor(16_769_026)).isEqualTo(3);
    assertThat(device.countersFor(Integer.MAX_VALUE)).isEqualTo(3);
    NetworkBuilder builder = new NetworkBuilder("");
    int ste = builder.ste("s", SymbolSet.ALL);
    builder.edge(ste, builder.counter("small", 4_095, CounterMode.ROLL));
    builder.edge(ste, builder.counter("large", 5_000, CounterMode.ROLL));
    Placement placement = Placement.of(builder.build(), device);
    assertThat(placement.used(0)).isEqualTo(new Resources(1, 3, 0));
    assertThat(placement.chainedCounters()).containsExactly(2);
    assertThat(placement.network().kind(2)).isEqualTo(ElementKind.COUNTER);
    assertThat(placement.summary().chainedCounters()).isEqualTo(1);
  }

  @Test
  void morePassesThanOneWhenTheDeviceIsTooSmall() {
    List<Resources> demands =
        IntStream.range(0, 33).mapToObj(i -> new Resources(100, 0, 0)).toList();
    Placement placement = Placement.of(Networks.ofComponents(demands), SMALL);
    assertThat(placement.halfCores()).isEqualTo(33);
    assertThat(SMALL.halfCores()).isEqualTo(16);
    assertThat(placement.passes()).isEqualTo(3);
  }

  @Test
  void anEmptyNetworkTakesNothing() {
    Placement placement = Placement.of(Networks.ofComponents(List.of()), SMALL);
    assertThat(placement.halfCores()).isZero();
    assertThat(placement.lowerBound()).isZero();
    assertThat(placement.passes()).isEqualTo(1);
    assertThat(placement.summary().steUtilisation()).isZero();
  }

  /** Blocks of 256 STEs belong to the three regions in turn. */
  @Test
  void blocksShareRegionsInTurn() {
    Placement placement =
        Placement.of(
            Networks.ofComponents(List.of(new Resources(1_000, 0, 0))), DeviceModel.d480());
    assertThat(placement.reportRegion(0)).isEqualTo(0);
    assertThat(placement.reportRegion(255)).isEqualTo(0);
    assertThat(placement.reportRegion(256)).isEqualTo(1);
    assertThat(placement.reportRegion(512)).isEqualTo(2);
    assertThat(placement.reportRegion(768)).isEqualTo(0);
    assertThat(placement.mostReportingInARegion()).isZero();
  }

  /** Every constant once more, as the sources have it. */
  @Test
  void theBoardHasThePublishedSize() {
    DeviceModel device = DeviceModel.d480();
    assertThat(device.halfCore()).isEqualTo(new Resources(24_576, 384, 1_152));
    assertThat(device.halfCores()).isEqualTo(64);
    assertThat(device.withRanks(1).halfCores()).isEqualTo(16);
    assertThat(device.halfCoresPerChip() * device.halfCore().stes()).isEqualTo(49_152);
    assertThat(DeviceModel.STES_PER_BLOCK / DeviceModel.STES_PER_ROW).isEqualTo(16);
    assertThat(device.boundary()).isEqualTo(DeviceModel.Boundary.CLOSED);
    assertThat(DeviceModel.hypothetical().name()).contains("hypothetical");
    assertThat(DeviceModel.hypothetical().halfCore()).isEqualTo(device.halfCore());
  }
}
