package io.fsmrun.ap.reference;

import io.fsmrun.ap.network.AutomataNetwork;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/**
 * A random network and a random input, by what they are drawn from. It can be replayed from what a
 * failing test prints, and shrinks to few elements and a short input.
 *
 * @param family what kind of network
 * @param mostElements about how many elements it may have, at least 1
 * @param mostSymbols how long the input may be
 * @param seed any number
 */
public record NetworkCase(
    RandomNetworks.Family family, int mostElements, int mostSymbols, long seed) {

  /**
   * Cases for properties.
   *
   * @param mostElements about how many elements networks may have
   * @param mostSymbols how long inputs may be
   * @param families what kinds of networks
   * @return cases of all sizes up to these
   */
  public static Arbitrary<NetworkCase> cases(
      int mostElements, int mostSymbols, RandomNetworks.Family... families) {
    return Combinators.combine(
            Arbitraries.of(families),
            Arbitraries.integers().between(1, mostElements).withDistribution(uniform()),
            Arbitraries.integers().between(0, mostSymbols).withDistribution(uniform()),
            Arbitraries.longs().withDistribution(uniform()))
        .as(NetworkCase::new)
        .withoutEdgeCases();
  }

  private static RandomDistribution uniform() {
    return RandomDistribution.uniform();
  }

  /**
   * The network.
   *
   * @return the same one on every call
   */
  public AutomataNetwork network() {
    return RandomNetworks.seeded(seed).network(family, mostElements);
  }

  /**
   * The input.
   *
   * @return the same one on every call
   */
  public byte[] input() {
    return RandomNetworks.seeded(~seed).input(mostSymbols);
  }
}
