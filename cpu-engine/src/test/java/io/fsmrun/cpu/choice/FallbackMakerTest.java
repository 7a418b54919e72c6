package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When an automaton is made, and what all sessions learn. */
final class FallbackMakerTest {

  private static final long BEFORE = 5_000_000;

  private final CodeAge age = new CodeAge();
  private int made;

  private FallbackMaker<String> maker(Optional<String> automaton) {
    return new FallbackMaker<>(
        () -> {
          made++;
          return automaton;
        },
        BEFORE,
        age);
  }

  private FallbackMaker<String> maker() {
    return maker(Optional.of("automaton"));
  }

  @Test
  void itIsMadeAfterSoMuchSlowSearching() {
    FallbackMaker<String> maker = maker();
    maker.addSearch(BEFORE, 20);
    assertThat(maker.isBegun()).isFalse();
    maker.addSearch(1, 20);
    maker.addSearch(1, 20);
    assertThat(maker.isBegun()).isTrue();
    maker.prepare(); // Waits only.
    assertThat(maker.ready()).contains("automaton");
    assertThat(made).isEqualTo(1);
  }

  @Test
  void searchingThatIsFastDoesNotCount() {
    FallbackMaker<String> maker = maker();
    maker.addSearch(10 * BEFORE, 1);
    assertThat(maker.isBegun()).isFalse();
  }

  @Test
  void searchingByCodeThatIsCompiledCountsMoreIfItIsVerySlow() {
    FallbackMaker<String> cold = maker();
    cold.addSearch(BEFORE / 9, 1_000);
    assertThat(cold.isBegun()).isFalse();
    age.add(1_000_000_000);
    FallbackMaker<String> normal = maker();
    normal.addSearch(BEFORE / 9, 50);
    assertThat(normal.isBegun()).isFalse();
    FallbackMaker<String> attacked = maker();
    attacked.addSearch(BEFORE / 9, 1_000);
    assertThat(attacked.isBegun()).isTrue();
  }

  @Test
  void itCanBeMadeAtOnce() {
    FallbackMaker<String> maker = maker();
    assertThat(maker.ready()).isEmpty();
    maker.prepare();
    maker.prepare();
    assertThat(maker.ready()).contains("automaton");
    assertThat(maker.isHopeless()).isFalse();
    assertThat(made).isEqualTo(1);
  }

  @Test
  void whatWouldBeTooLargeIsHopeless() {
    FallbackMaker<String> maker = maker(Optional.empty());
    assertThat(maker.isHopeless()).isFalse();
    maker.prepare();
    assertThat(maker.isHopeless()).isTrue();
    assertThat(maker.ready()).isEmpty();
  }

  @Test
  void searchingIsTriedAgainAfterATurnWhereItGotFaster() {
    FallbackMaker<String> maker = maker();
    for (int i = 0; i < 10; i++) {
      maker.probedInVain(false);
    }
    // Code that has hardly run may still be compiled.
    assertThat(maker.isSearchNew()).isTrue();
    assertThat(maker.probesPart()).isEqualTo(1);
    age.add(2_000_000_000);
    for (int i = 0; i < 10; i++) {
      maker.probedInVain(false);
    }
    assertThat(maker.isSearchNew()).isFalse();
    assertThat(maker.probesPart()).isEqualTo(32);
    maker.probedInVain(true);
    assertThat(maker.probesPart()).isEqualTo(1);
  }
}
