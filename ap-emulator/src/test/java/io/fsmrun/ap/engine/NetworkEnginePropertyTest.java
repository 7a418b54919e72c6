package io.fsmrun.ap.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.reference.NetworkCase;
import io.fsmrun.ap.reference.NetworkReference;
import io.fsmrun.ap.reference.NetworkReport;
import io.fsmrun.ap.reference.RandomNetworks;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Every way to run a network gives the reports of the reference. */
class NetworkEnginePropertyTest {

  @Provide
  Arbitrary<NetworkCase> cases() {
    return NetworkCase.cases(40, 60, RandomNetworks.Family.values());
  }

  @Provide
  Arbitrary<EngineOptions> options() {
    return Arbitraries.of(
        EngineOptions.DEFAULT,
        EngineOptions.DEFAULT.withMemo(false),
        EngineOptions.DEFAULT.withDense(false),
        EngineOptions.DEFAULT.withMemo(false).withDense(false),
        EngineOptions.DEFAULT.withVectors(false),
        EngineOptions.DEFAULT.withMemo(false).withVectors(false),
        EngineOptions.DEFAULT.withMemoBytes(0),
        EngineOptions.DEFAULT.withThreads(3));
  }

  @Provide
  Arbitrary<PlanTuning> tunings() {
    return Arbitraries.of(PlanTuning.MEASURED, Runs.EAGER, Runs.UNSETTLED);
  }

  @Property(tries = 3000)
  void wholeInputs(
      @ForAll("cases") NetworkCase networkCase,
      @ForAll("options") EngineOptions options,
      @ForAll("tunings") PlanTuning tuning) {
    AutomataNetwork network = networkCase.network();
    byte[] input = networkCase.input();
    List<NetworkReport> expected = NetworkReference.run(network, input);
    NetworkSession session = Runs.session(network, options, tuning);
    assertThat(Runs.whole(session, input)).isEqualTo(expected);
    session.reset();
    assertThat(Runs.whole(session, input)).as("again").isEqualTo(expected);
  }

  @Property(tries = 1500)
  void piecesAndSwitches(
      @ForAll("cases") NetworkCase networkCase,
      @ForAll("options") EngineOptions options,
      @ForAll("tunings") PlanTuning tuning,
      @ForAll long seed) {
    AutomataNetwork network = networkCase.network();
    byte[] input = networkCase.input();
    List<NetworkReport> expected = NetworkReference.run(network, input);
    Random random = new Random(seed);
    NetworkSession session = Runs.session(network, options, tuning);
    assertThat(Runs.inPieces(session, input, random)).isEqualTo(expected);
    NetworkEngine engine = NetworkEngine.of(network, options, tuning);
    assertThat(Runs.withSwitches(engine, input, random)).as("switches").isEqualTo(expected);
  }

  @Property(tries = 20)
  void manyComponentsAndLongInputs(@ForAll long seed, @ForAll("options") EngineOptions options) {
    RandomNetworks random = RandomNetworks.seeded(seed);
    AutomataNetwork network = random.isomorphic(40, 12);
    byte[] input = new byte[3000];
    Random bytes = new Random(seed);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) "abcz".charAt(bytes.nextInt(4));
    }
    List<NetworkReport> expected = NetworkReference.run(network, input);
    assertThat(Runs.whole(Runs.session(network, options, Runs.EAGER), input)).isEqualTo(expected);
    assertThat(Runs.whole(Runs.session(network, options, Runs.UNSETTLED), input))
        .isEqualTo(expected);
  }
}
