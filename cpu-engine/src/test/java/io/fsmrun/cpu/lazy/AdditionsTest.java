package io.fsmrun.cpu.lazy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Numbers of lists. */
class AdditionsTest {

  private final Additions additions = new Additions();

  @Test
  void equalListsHaveOneNumber() {
    int first = additions.numberOf(new int[] {3, 4, 5}, 3);
    assertThat(additions.numberOf(new int[] {3, 4, 5, 9}, 3)).isEqualTo(first);
    assertThat(additions.numberOf(new int[] {3, 4, 5, 9}, 4)).isNotEqualTo(first);
    assertThat(additions.numberOf(new int[] {3, 4, 6}, 3)).isNotEqualTo(first);
  }

  /** More lists than slots: a number that was given to one is never given to another. */
  @Test
  void noTwoListsHaveOneNumber() {
    Random random = new Random(5);
    int[] owner = new int[100_000];
    for (int i = 0; i < 20_000; i++) {
      int list = 1 + random.nextInt(500);
      int number = additions.numberOf(new int[] {list / 7, list}, 2);
      assertThat(owner[number]).isIn(0, list);
      owner[number] = list;
    }
  }

  @Test
  void theCallersArrayMayChange() {
    int[] list = {1, 2};
    int first = additions.numberOf(list, 2);
    list[1] = 3;
    assertThat(additions.numberOf(list, 2)).isNotEqualTo(first);
  }

  @Test
  void numbersBeginAnewWithWhatWasForgotten() {
    int first = additions.numberOf(new int[] {1, 2}, 2);
    assertThat(additions.numberOf(new int[] {7}, 1)).isNotEqualTo(first);
    additions.forget();
    assertThat(additions.numberOf(new int[] {7}, 1)).isEqualTo(first);
  }
}
