package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class StrideTest {

  private static final int PLACES = 48;

  @ParameterizedTest
  @CsvSource({
    "EVERY, '{0, 1, 2, 3, 4, 5, 6, 7}'",
    "SECOND, '{0, 2, 4, 6}'",
    "THIRD, '{0, 3, 6}'",
    "TWO_OF_FOUR, '{0, 1, 4, 5}'",
    "FOURTH, '{0, 4}'"
  })
  void looksAtThesePlaces(Stride stride, String places) {
    assertThat(places(stride, 8)).hasToString(places);
  }

  /** Wherever a string is, one of its windows lies at a place that is looked at, and only one. */
  @ParameterizedTest
  @EnumSource
  void oneWindowLiesAtAPlace(Stride stride) {
    BitSet places = places(stride, PLACES);
    for (int start = 0; start + stride.reach() < PLACES; start++) {
      int found = 0;
      for (int window = 0; window < stride.windows; window++) {
        found += places.get(start + stride.offset(window)) ? 1 : 0;
      }
      assertThat(found).as("from %d on", start).isOne();
    }
    assertThat(stride.offset(stride.windows - 1)).isEqualTo(stride.reach());
  }

  /** A word has a bit for each place that is looked at, in each word the same ones. */
  @ParameterizedTest
  @EnumSource
  void wordsHaveAllPlaces(Stride stride) {
    places(stride, 2 * stride.wordBytes()).stream()
        .forEach(
            place -> {
              assertThat(place % stride.step()).isZero();
              assertThat(places(stride, 3 * stride.wordBytes()).get(place + stride.wordBytes()))
                  .isTrue();
            });
  }

  @ParameterizedTest
  @EnumSource
  void isStoredByANumber(Stride stride) {
    assertThat(stride.code()).isBetween(1, Stride.values().length);
    assertThat(Stride.ofCode(stride.code())).isEqualTo(stride);
  }

  private static BitSet places(Stride stride, int count) {
    BitSet places = new BitSet();
    for (int p = 0; p < count; p += stride.toNext(p)) {
      places.set(p);
    }
    return places;
  }
}
