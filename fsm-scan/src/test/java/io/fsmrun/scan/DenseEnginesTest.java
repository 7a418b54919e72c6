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
}
