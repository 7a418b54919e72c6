package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Hashes that were met, until there are too many. */
final class MetOnceTest {

  @Test
  void eachHashIsMetForTheFirstTimeOnce() {
    MetOnce metOnce = new MetOnce();
    SplittableRandom random = new SplittableRandom(1);
    Set<Integer> met = new HashSet<>();
    while (met.size() < MetOnce.MOST - 1) {
      // Many that differ in the upper bits only, and some again.
      int hash = random.nextInt() & (random.nextBoolean() ? 0xffff_f000 : 0x7fff);
      if (hash != 1) {
        assertThat(metOnce.isFirst(hash)).isEqualTo(met.add(hash));
      }
    }
  }

  @Test
  void nothingIsTheFirstWhereTooManyWereMet() {
    MetOnce metOnce = new MetOnce();
    for (int hash = 0; hash < MetOnce.MOST; hash++) {
      assertThat(metOnce.isFirst(hash + 2)).isTrue();
    }
    assertThat(metOnce.isFirst(-1)).isFalse();
    assertThat(metOnce.isFirst(0)).isFalse();
  }
}
