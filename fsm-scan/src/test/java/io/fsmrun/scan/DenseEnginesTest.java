package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which engines are said to find reports faster than they are recorded. */
class DenseEnginesTest {

  private final DenseEngines engines = new DenseEngines(2);

  private void scanWindow(double nanosPerReport, int reports) {
    int half = DenseEngines.WINDOW_BYTES / 2;
    long nanos = (long) (nanosPerReport * reports);
    engines.scanned(0, half, nanos / 2, reports / 2);
    engines.scanned(0, half, nanos - nanos / 2, reports - reports / 2);
  }

  @Test
  void nothingIsSaidBeforeAWindowIsOver() {
    engines.scanned(0, DenseEngines.WINDOW_BYTES - 1, 0, 1_000_000);
    assertThat(engines.has(0)).isFalse();
    engines.scanned(0, 1, 0, 0);
    assertThat(engines.has(0)).isTrue();
    assertThat(engines.has(1)).isFalse();
  }

  @Test
  void itTakesLessTimeThanRecordingDoes() {
    scanWindow(1.01 * DenseEngines.RECORD_NANOS, 50_000);
    assertThat(engines.has(0)).isFalse();
    scanWindow(0.99 * DenseEngines.RECORD_NANOS, 50_000);
    assertThat(engines.has(0)).isTrue();
  }

  @Test
  void oneSlowWindowDoesNotEndIt() {
    scanWindow(0.1, 50_000);
    scanWindow(90, 50_000);
    assertThat(engines.has(0)).isTrue();
    scanWindow(0.1, 50_000);
    scanWindow(90, 50_000);
    assertThat(engines.has(0)).isTrue();
    scanWindow(90, 50_000);
    assertThat(engines.has(0)).isFalse();
  }

  @Test
  void whatFindsNothingIsNotOneOfThem() {
    engines.scanned(0, DenseEngines.WINDOW_BYTES, 0, 0);
    assertThat(engines.has(0)).isFalse();
  }

  @Test
  void theLightestIsOneThatCostsLittleBesideAll() {
    DenseEngines three = new DenseEngines(3);
    int window = DenseEngines.WINDOW_BYTES;
    three.scanned(0, window, window, 0);
    three.scanned(1, window, 4L * window, 0);
    assertThat(three.lightest()).as("what the third costs is not known").isEqualTo(-1);
    three.scanned(2, window, window / 2, window);
    assertThat(three.has(2)).isTrue();
    assertThat(three.lightest()).as("it is run by the calling thread anyway").isZero();
    for (int i = 0; i < 20; i++) {
      three.scanned(0, window, 2L * window, 0);
    }
    assertThat(three.lightest()).as("two of six and a half nanoseconds").isEqualTo(-1);
  }

  @Test
  void aSingleEngineIsNotLeftOut() {
    DenseEngines two = new DenseEngines(2);
    int window = DenseEngines.WINDOW_BYTES;
    two.scanned(0, window, window / 10, 0);
    two.scanned(1, window, window / 2, window);
    assertThat(two.has(1)).isTrue();
    assertThat(two.lightest()).isEqualTo(-1);
  }
}
