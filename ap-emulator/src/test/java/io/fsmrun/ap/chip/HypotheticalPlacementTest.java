package io.fsmrun.ap.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.ap.network.AutomataNetwork;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Components that only a device with edges between half-cores can hold. */
class HypotheticalPlacementTest {

  private static final DeviceModel SMALL = Networks.small(DeviceModel.Boundary.HYPOTHETICAL);

  /** A row of 250 STEs in half-cores of 100 is cut at two edges, the fewest that are possible. */
  @Test
  void aRowIsCutAsRarelyAsCanBe() {
    Placement placement =
        Placement.of(Networks.ofComponents(List.of(new Resources(250, 0, 0))), SMALL);
    PlacementTest.check(placement);
    assertThat(placement.halfCores()).isEqualTo(3);
    assertThat(placement.hypotheticalBoundaryEdges()).isEqualTo(2);
    assertThat(placement.summary().hypotheticalCutComponents()).isEqualTo(1);
  }

  /** Three rows of 122 STEs are six pieces of 61, no two of which go together; 366 need four. */
  @Test
  void theBoundIsNotThatOfThePieces() {
    Resources row = new Resources(122, 0, 0);
    Placement placement = Placement.of(Networks.ofComponents(List.of(row, row, row)), SMALL);
    assertThat(placement.lowerBound()).isEqualTo(4);
    assertThat(placement.halfCores()).isGreaterThanOrEqualTo(4);
  }

  /** Two rings of 80 with many chords, joined by one edge, and numbered in turn. */
  @Test
  void twoClustersAreToldApart() {
    Random random = new Random(5);
    int[][] edges =
        Stream.concat(
                IntStream.range(0, 160).mapToObj(i -> new int[] {i, (i + 2) % 160}),
                Stream.concat(
                    IntStream.range(0, 600)
                        .mapToObj(
                            i -> {
                              int side = i % 2;
                              return new int[] {
                                2 * random.nextInt(80) + side, 2 * random.nextInt(80) + side
                              };
                            }),
                    Stream.of(new int[] {0, 1})))
            .toArray(int[][]::new);
    Placement placement = Placement.of(Networks.ofEdges(160, edges), SMALL);
    PlacementTest.check(placement);
    assertThat(placement.halfCores()).isEqualTo(2);
    assertThat(placement.hypotheticalBoundaryEdges()).isEqualTo(1);
  }

  /** A shuffled grid of 20 by 30 in half-cores of 100: straight cuts would take 5 * 20 edges. */
  @Test
  void aGridIsCutNearlyStraight() {
    AutomataNetwork grid = Networks.shuffledGrid(20, 30, 11);
    DeviceModel roomy =
        new DeviceModel(
            "roomy", new Resources(110, 1, 1), 2, 8, 1, 4095, DeviceModel.Boundary.HYPOTHETICAL);
    Placement placement = Placement.of(grid, roomy);
    PlacementTest.check(placement);
    assertThat(placement.halfCores()).isEqualTo(6);
    assertThat(placement.hypotheticalBoundaryEdges()).isLessThan(150);
  }

  /** What moving nodes saves over filling pieces in breadth-first order. */
  @Test
  void refinementSavesEdges() {
    AutomataNetwork grid = Networks.shuffledGrid(20, 30, 12);
    int[] members = IntStream.range(0, grid.size()).toArray();
    ComponentGraph graph = new ComponentGraph(grid, SMALL, members);
    int[] pieceOf = Arrays.stream(members).map(node -> node % 6).toArray();
    long before = graph.cutEdges(pieceOf);
    new CutRefinement(graph, new Resources(110, 0, 0), pieceOf).run();
    assertThat(graph.cutEdges(pieceOf)).isLessThan(before / 2);
    int[] sizes = new int[6];
    Arrays.stream(pieceOf).forEach(piece -> sizes[piece]++);
    assertThat(Arrays.stream(sizes).max().orElseThrow()).isLessThanOrEqualTo(110);
  }

  @Property(tries = 30)
  void onlyWhatDoesNotFitIsCut(@ForAll long seed) {
    Random random = new Random(seed);
    List<Resources> demands =
        random
            .ints(1 + random.nextInt(12), 1, 300)
            .mapToObj(stes -> new Resources(stes, random.nextInt(10), random.nextInt(20)))
            .toList();
    AutomataNetwork network = Networks.ofComponents(demands);
    Placement placement = Placement.of(network, SMALL);
    PlacementTest.check(placement);
    int first = 0;
    int cut = 0;
    for (Resources demand : demands) {
      int end = first + demand.stes() + demand.counters() + demand.gates();
      boolean apart = IntStream.range(first, end).map(placement::halfCore).distinct().count() > 1;
      if (demand.fitsIn(SMALL.halfCore())) {
        assertThat(apart).as("a component that fits is not cut").isFalse();
      } else {
        assertThat(apart).isTrue();
        cut++;
      }
      first = end;
    }
    assertThat(placement.summary().hypotheticalCutComponents()).isEqualTo(cut);
    Placement again = Placement.of(network, SMALL);
    assertThat(IntStream.range(0, network.size()).map(again::halfCore).toArray())
        .isEqualTo(IntStream.range(0, network.size()).map(placement::halfCore).toArray());
  }

  @Test
  void whatADeviceHasNoneOfCannotBeCut() {
    DeviceModel bare =
        new DeviceModel(
            "bare", new Resources(10, 0, 0), 2, 8, 1, 4095, DeviceModel.Boundary.HYPOTHETICAL);
    AutomataNetwork network = Networks.ofComponents(List.of(new Resources(3, 1, 0)));
    assertThatThrownBy(() -> Placement.of(network, bare))
        .isInstanceOf(ComponentTooLargeException.class)
        .hasMessageContaining("counters are");
  }

  /**
   * Six STEs in half-cores of two, s0 to s5 in a row, and s0 also drives s5. Cut as defined: 01 23
   * 45. s0 drives the third half-core, s1 the second, s3 the third.
   */
  @Test
  void bitsAreCountedPerPairAndSymbol() {
    DeviceModel tiny =
        new DeviceModel(
            "tiny", new Resources(2, 0, 0), 2, 8, 1, 4095, DeviceModel.Boundary.HYPOTHETICAL);
    AutomataNetwork network =
        Networks.ofEdges(6, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}, {0, 4}});
    Placement placement = Placement.of(network, tiny);
    assertThat(placement.halfCores()).isEqualTo(3);
    assertThat(IntStream.range(0, 6).map(placement::halfCore).toArray())
        .isEqualTo(new int[] {0, 0, 1, 1, 2, 2});
    assertThat(placement.hypotheticalBoundaryEdges()).isEqualTo(4);
    BoundaryCounter counter = new BoundaryCounter(placement);
    assertThat(counter.symbol(new int[] {0, 1, 3}, 3)).isEqualTo(3);
    assertThat(counter.symbol(new int[] {0, 2, 4, 5}, 1)).isEqualTo(1);
    assertThat(counter.symbol(new int[] {2, 4, 5}, 3)).isZero();
    assertThat(counter.symbol(new int[] {}, 0)).isZero();
    HypotheticalTraffic traffic = counter.traffic();
    assertThat(traffic.hypotheticalSymbols()).isEqualTo(4);
    assertThat(traffic.hypotheticalBits()).isEqualTo(4);
    assertThat(traffic.hypotheticalBitsPerSymbol()).isEqualTo(1);
    assertThat(traffic.hypotheticalMostBitsOnASymbol()).isEqualTo(3);
    assertThat(traffic.hypotheticalPairs()).isEqualTo(3);
    assertThat(traffic.hypotheticalBitsPerSymbolOfMeanPair()).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(traffic.hypotheticalWorstPair()).isEqualTo("0 -> 2");
    assertThat(traffic.hypotheticalBitsPerSymbolOfWorstPair()).isEqualTo(0.5);
    assertThat(traffic.hypotheticalMostBitsOfAPair()).isEqualTo(1);
  }

  @Test
  void everyFigureSaysThatItIsHypothetical() {
    for (RecordComponent component : HypotheticalTraffic.class.getRecordComponents()) {
      assertThat(component.getName()).startsWith("hypothetical");
    }
    Placement placement = Placement.of(Networks.ofEdges(1, new int[0][]), SMALL);
    HypotheticalTraffic nothing = new BoundaryCounter(placement).traffic();
    assertThat(nothing.hypotheticalWorstPair()).isEqualTo("none");
    assertThat(nothing.toString().split("hypothetical", -1)).hasSizeGreaterThan(5);
  }
}
