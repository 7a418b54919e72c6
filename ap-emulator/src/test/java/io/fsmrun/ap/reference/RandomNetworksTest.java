package io.fsmrun.ap.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.reference.RandomNetworks.Family;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random networks hold what their families promise, and are busy enough to test with. */
class RandomNetworksTest {

  private static final int SEEDS = 120;

  @Test
  void equalSeedsGiveEqualNetworksAndInputs() {
    NetworkCase once = new NetworkCase(Family.TWINS, 20, 30, 17);
    NetworkCase again = new NetworkCase(Family.TWINS, 20, 30, 17);
    assertThat(again.input()).isEqualTo(once.input());
    assertThat(NetworkReference.run(again.network(), again.input()))
        .isEqualTo(NetworkReference.run(once.network(), once.input()));
    assertThat(again.network().toString()).isEqualTo(once.network().toString());
  }

  @Test
  void inputsOfNoAndOfOneByteOccur() {
    Set<Integer> lengths = new TreeSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      lengths.add(RandomNetworks.seeded(seed).input(1000).length);
    }
    assertThat(lengths).contains(0, 1).hasSizeGreaterThan(60);
  }

  @Test
  void everyFamilyReports() {
    Map<Family, Integer> reporting = new EnumMap<>(Family.class);
    for (Family family : Family.values()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        NetworkCase drawn = new NetworkCase(family, 20, 40, seed);
        boolean reports = !NetworkReference.run(drawn.network(), drawn.input()).isEmpty();
        reporting.merge(family, reports ? 1 : 0, Integer::sum);
      }
    }
    assertThat(reporting.values()).allMatch(count -> count > SEEDS / 4);
  }

  @Test
  void mixedNetworksHaveAllKindsAndTheOthersOnlyStes() {
    Set<ElementKind> kinds = EnumSet.noneOf(ElementKind.class);
    int latched = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      AutomataNetwork mixed = RandomNetworks.seeded(seed).network(Family.MIXED, 20);
      for (int element = 0; element < mixed.size(); element++) {
        kinds.add(mixed.kind(element));
      }
      AutomataNetwork stes = RandomNetworks.seeded(seed).network(Family.STES_ONLY, 20);
      assertThat(stes.count(ElementKind.STE)).isEqualTo(stes.size());
      AutomataNetwork plain = RandomNetworks.seeded(seed).network(Family.PLAIN_STES, 20);
      assertThat(plain.count(ElementKind.STE)).isEqualTo(plain.size());
      for (int element = 0; element < plain.size(); element++) {
        assertThat(plain.isLatched(element)).isFalse();
      }
      for (int element = 0; element < stes.size(); element++) {
        latched += stes.isLatched(element) ? 1 : 0;
      }
    }
    assertThat(kinds).containsExactlyInAnyOrder(ElementKind.values());
    assertThat(latched).isPositive();
  }

  @Test
  void copiesHaveEqualShapes() {
    AutomataNetwork network = RandomNetworks.seeded(5).isomorphic(7, 12);
    assertThat(network.size()).isEqualTo(84);
    assertThat(network.edgeCount() % 7).isZero();
    assertThat(RandomNetworks.seeded(5).chain(3, 50).size()).isEqualTo(150);
  }
}
