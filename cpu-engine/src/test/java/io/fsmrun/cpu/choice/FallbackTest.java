package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When an automaton is made, and what all sessions learn. */
final class FallbackTest {

  private final CodeAge age = new CodeAge();
  private boolean loopsTried;
  private final AtomicInteger made = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);

  private final Fallback<String> fallback =
      new Fallback<>(
          () -> {
            begun.countDown();
            return Optional.of("automaton " + made.incrementAndGet());
          },
          age,
          () -> loopsTried);

  @Test
  void itIsMadeWhenItIsAskedForIfItWasNotBegun() {
    assertThat(fallback.get()).contains("automaton 1");
  }

  @Test
  void itIsMadeInTheBackgroundAndOnce() throws InterruptedException {
    fallback.begin();
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    fallback.begin();
    assertThat(fallback.get()).contains("automaton 1");
    assertThat(fallback.get()).contains("automaton 1");
    assertThat(made).hasValue(1);
  }

  @Test
  void searchingIsTriedMoreOftenAfterATurnWhereItGotFaster() {
    for (int i = 0; i < 10; i++) {
      fallback.probedInVain(false);
    }
    // Code that has hardly run may still be compiled.
    assertThat(fallback.isSearchNew()).isTrue();
    assertThat(fallback.probesPart()).isEqualTo(4);
    age.add(2_000_000_000);
    for (int i = 0; i < 10; i++) {
      fallback.probedInVain(false);
    }
    assertThat(fallback.isSearchNew()).isFalse();
    assertThat(fallback.probesPart()).isEqualTo(32);
    // Not anew from the start: it may be that only the text is an easier one here.
    fallback.probedInVain(true);
    assertThat(fallback.probesPart()).isEqualTo(16);
    for (int i = 0; i < 10; i++) {
      fallback.probedInVain(true);
    }
    assertThat(fallback.probesPart()).isEqualTo(4);
  }

  /**
   * If searching were tried seldom then, its loops would hardly ever be called, and so not be
   * compiled.
   */
  @Test
  void codeIsNewWhileItsLoopsAreTriedButNotForEver() {
    age.add(2_000_000_000);
    assertThat(fallback.isSearchNew()).isFalse();
    loopsTried = true;
    assertThat(fallback.isSearchNew()).isTrue();
    for (int i = 0; i < 10; i++) {
      fallback.probedInVain(false);
    }
    assertThat(fallback.probesPart()).isEqualTo(2);
    assertThat(fallback.isSearchTried()).isTrue();
    loopsTried = false;
    assertThat(fallback.probesPart()).isEqualTo(4);
    assertThat(fallback.isSearchNew()).isFalse();
    assertThat(fallback.isSearchTried()).isFalse();
    loopsTried = true;
    age.add(4_000_000_000L);
    assertThat(fallback.isSearchNew()).isFalse();
    assertThat(fallback.isSearchTried()).isFalse();
  }

  /** The virtual machine throws code away where an assumption of the compiler's was wrong. */
  @Test
  void codeThatBecameManyTimesSlowerIsNewAgainForAWhile() {
    age.add(2_000_000_000);
    fallback.searchCosts(3);
    fallback.probedSlowly(40);
    assertThat(fallback.isSearchNew()).isFalse();
    fallback.probedSlowly(60);
    assertThat(fallback.isSearchNew()).isTrue();
    assertThat(fallback.isSearchCompiled()).isTrue();
    age.add(100_000_000);
    assertThat(fallback.isSearchNew()).isFalse();
  }

  /** An input that is made to be slow looks like that for ever. */
  @Test
  void codeBecomesNewAFewTimesOnly() {
    age.add(2_000_000_000);
    fallback.searchCosts(0.1);
    int renewals = 0;
    for (int i = 0; i < 100; i++) {
      fallback.probedSlowly(1_000);
      renewals += fallback.isSearchNew() ? 1 : 0;
      age.add(100_000_000);
    }
    assertThat(renewals).isEqualTo(8);
  }

  /** Each scans little, and tries the automaton once or twice. */
  @Test
  void whatManySessionsTriedInVainIsKnownToAll() {
    for (int session = 0; session < 9; session++) {
      fallback.triedInVain(1_000_000, 20 + session / 10.0);
      fallback.triedInVain(1_000_000, 3);
      assertThat(fallback.wasTriedInVain(20)).isFalse();
      assertThat(fallback.wasTriedInVain(3)).isFalse();
    }
    fallback.triedInVain(1_000_000, 20);
    assertThat(fallback.wasTriedInVain(20)).isTrue();
    assertThat(fallback.wasTriedInVain(3)).isTrue();
    assertThat(fallback.wasTriedInVain(31)).isFalse();
  }
}
