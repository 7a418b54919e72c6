package io.fsmrun.ap.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of several rows of wide masks, each kind of row, with and without the vector unit. */
class NetworkEngineRowsTest {

  private static final SymbolSet SOME = SymbolSet.ofChars("abc");

  /** What edges a component has beside those of a chain. */
  enum Shape {
    CHAINS,
    LOOPS,
    RUNS,
    BACK_AND_FAR,
    MIXED
  }

  private static AutomataNetwork network(Shape shape, int components, Random random) {
    NetworkBuilder builder = new NetworkBuilder("rows");
    for (int c = 0; c < components; c++) {
      int length = 8 + random.nextInt(9);
      int[] stes = new int[length];
      for (int i = 0; i < length; i++) {
        stes[i] = builder.ste(c + "_" + i, i % 3 == 1 ? SOME : SymbolSet.of('a' + c % 4));
      }
      builder.start(stes[0], c % 5 == 0 ? StartKind.START_OF_DATA : StartKind.ALL_INPUT);
      for (int i = 1; i < length; i++) {
        builder.edge(stes[i - 1], stes[i]);
      }
      addEdges(builder, shape == Shape.MIXED ? Shape.values()[c % 4] : shape, stes, random);
      builder.report(stes[length - 1], c % 2 == 0 ? "" : "code" + c);
      builder.report(stes[random.nextInt(length)], "");
    }
    return builder.build();
  }

  private static void addEdges(NetworkBuilder builder, Shape shape, int[] stes, Random random) {
    int from = 1 + random.nextInt(3);
    switch (shape) {
      case LOOPS -> builder.edge(stes[from], stes[from]);
      case RUNS -> {
        for (int i = from; i < from + 3; i++) {
          builder.edge(stes[i], stes[from + 4]);
        }
      }
      case BACK_AND_FAR -> {
        for (int i = 0; i < 5; i++) {
          builder.edge(stes[random.nextInt(stes.length)], stes[random.nextInt(stes.length)]);
        }
      }
      case CHAINS, MIXED -> builder.edge(stes[0], stes[1]);
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void everyShape(Shape shape) {
    for (int seed = 0; seed < 2; seed++) {
      Random random = new Random(seed);
      AutomataNetwork network = network(shape, 150 + 60 * seed, random);
      byte[] input = input(random, 250);
      var expected = NetworkReference.run(network, input);
      for (boolean vectors : new boolean[] {true, false}) {
        EngineOptions packed = EngineOptions.DEFAULT.withMemo(false).withVectors(vectors);
        NetworkSession session = Runs.session(network, packed, PlanTuning.MEASURED);
        assertThat(session.statistics().packedRows()).isGreaterThan(2);
        assertThat(Runs.whole(session, input)).as("vectors %s", vectors).isEqualTo(expected);
      }
    }
  }

  @Test
  void theVectorUnitIsUsedWhereItIsWideEnough() {
    assertThat(DenseKernels.vectorsPresent()).isTrue();
    assertThat(DenseKernels.choose(EngineOptions.DEFAULT))
        .isInstanceOf(VectorKernel.isFast() ? VectorKernel.class : ScalarKernel.class);
    assertThat(DenseKernels.choose(EngineOptions.DEFAULT.withVectors(false)))
        .isInstanceOf(ScalarKernel.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void unitsAreSplitPackedAndPutTogether(int threads) {
    AutomataNetwork network = network(Shape.MIXED, 120, new Random(1));
    byte[] input = input(new Random(2), 300);
    EngineOptions options = EngineOptions.DEFAULT.withThreads(threads);
    NetworkSession split = Runs.session(network, options, Runs.UNSETTLED);
    NetworkSession settled = Runs.session(network, options, Runs.EAGER);
    var expected = NetworkReference.run(network, input);
    int before = split.statistics().units();
    assertThat(Runs.whole(split, input)).isEqualTo(expected);
    assertThat(split.statistics().packedComponents() + split.statistics().units())
        .as("changed")
        .isNotEqualTo(before);
    assertThat(Runs.whole(settled, input)).isEqualTo(expected);
  }

  /** Every input of the last symbols gives another set of active states. */
  private static AutomataNetwork delays() {
    NetworkBuilder builder = new NetworkBuilder("delays");
    for (int c = 0; c < 4; c++) {
      int before = builder.ste("head" + c, SymbolSet.of('a' + c));
      builder.start(before, StartKind.ALL_INPUT);
      for (int i = 0; i < 20; i++) {
        int next = builder.ste("delay" + c + "_" + i, SymbolSet.ALL);
        builder.edge(before, next);
        before = next;
      }
      builder.report(before, "");
    }
    return builder.build();
  }

  /** What is remembered stays within its bound, or little over: every unit may keep one set. */
  @Test
  void memoryIsBounded() {
    AutomataNetwork network = delays();
    byte[] input = input(new Random(4), 12_000);
    long bound = 64 << 10;
    EngineOptions options = EngineOptions.DEFAULT.withDense(false).withMemoBytes(bound);
    NetworkSession session = Runs.session(network, options, PlanTuning.MEASURED);
    NetworkSession free =
        Runs.session(network, EngineOptions.DEFAULT.withDense(false), PlanTuning.MEASURED);
    assertThat(Runs.whole(session, input)).isEqualTo(Runs.whole(free, input));
    assertThat(free.statistics().memoryBytes()).as("without a bound").isGreaterThan(4 * bound);
    assertThat(session.statistics().memoryBytes()).isLessThan(4 * bound);
    assertThat(session.statistics().misses()).isGreaterThan(free.statistics().misses());
  }

  /** One component too large to be packed or split, each of whose sets is new and large. */
  @Test
  void setsThatNeverRepeatAreNotKept() {
    NetworkBuilder builder = new NetworkBuilder("grows");
    int before = builder.ste("0", SymbolSet.of('a'));
    builder.start(before, StartKind.ALL_INPUT);
    for (int i = 1; i < 6000; i++) {
      int next = builder.ste(Integer.toString(i), SOME);
      builder.edge(before, next);
      before = next;
    }
    builder.report(before, "");
    AutomataNetwork network = builder.build();
    byte[] input = new byte[7000];
    Arrays.fill(input, (byte) 'a');
    NetworkSession session = Runs.session(network, EngineOptions.DEFAULT, PlanTuning.MEASURED);
    NetworkSession forgetful =
        Runs.session(network, EngineOptions.DEFAULT.withMemo(false), PlanTuning.MEASURED);
    var reports = Runs.whole(session, input);
    assertThat(reports).hasSize(1001).isEqualTo(Runs.whole(forgetful, input));
    assertThat(session.statistics().memoryBytes()).isLessThan(40 << 20);
  }

  private static byte[] input(Random random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) "abcdz".charAt(random.nextInt(i % 7 == 0 ? 5 : 3));
    }
    return input;
  }
}
