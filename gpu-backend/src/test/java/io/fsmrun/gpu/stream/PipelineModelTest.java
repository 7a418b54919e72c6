package io.fsmrun.gpu.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PipelineModelTest {

  @Test
  void onePieceTakesTheSumAndManyTheLongest() {
    PipelineModel model = new PipelineModel(10, 6, 2, 1e-6);
    assertThat(model.millis(1)).isCloseTo(18, within(1e-3));
    assertThat(model.millis(1000)).isCloseTo(10, within(0.02));
  }

  @Test
  void theBestNumberOfPiecesIsTheBestOfAll() {
    for (double overhead : new double[] {0.001, 0.06, 0.7, 30}) {
      PipelineModel model = new PipelineModel(10, 6, 2, overhead);
      double least = IntStream.rangeClosed(1, 1000).mapToDouble(model::millis).min().orElseThrow();
      assertThat(model.millis(model.bestPieces())).isEqualTo(least);
    }
  }

  @Test
  void timesAreChecked() {
    assertThatThrownBy(() -> new PipelineModel(1, -1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PipelineModel(1, 1, 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
