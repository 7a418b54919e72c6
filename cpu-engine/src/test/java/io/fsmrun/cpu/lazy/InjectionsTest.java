package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What was remembered is the truth or forgotten, never anything else. */
class InjectionsTest {

  private final Injections injections = new Injections();

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(injections.get(0, 0)).isEqualTo(Injections.UNKNOWN);
    assertThat(injections.get(Integer.MAX_VALUE, 3)).isEqualTo(Injections.UNKNOWN);
  }

  /** From few to far more than there are slots. */
  @Test
  void whatIsRememberedIsWhatWasSaidLast() {
    Random random = new Random(5);
    for (int kinds = 2; kinds < 200_000; kinds *= 5) {
      injections.forget();
      Map<Integer, Integer> truth = new HashMap<>();
      int known = 0;
      for (int i = 0; i < 20_000; i++) {
        int kind = random.nextInt(kinds);
        int row = kind / 3 * 96;
        int group = kind % 3;
        int found = injections.get(row, group);
        if (found != Injections.UNKNOWN) {
          known++;
          assertThat(found).as("%d kinds, %d", kinds, kind).isEqualTo(truth.get(kind));
        }
        truth.put(kind, i);
        injections.put(row, group, i);
        assertThat(injections.get(row, group)).isEqualTo(i);
      }
      assertThat(known).as("%d kinds", kinds).isGreaterThan(kinds < 500 ? 18_000 : 0);
    }
  }

  @Test
  void whatIsForgottenIsNotKnown() {
    for (int row = 0; row < 100; row++) {
      injections.put(row, 1, row);
    }
    injections.forget();
    for (int row = 0; row < 100; row++) {
      assertThat(injections.get(row, 1)).isEqualTo(Injections.UNKNOWN);
    }
  }
}
