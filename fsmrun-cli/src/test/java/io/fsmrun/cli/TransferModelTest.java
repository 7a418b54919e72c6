package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The choice between CPU and GPU, with rates and clocks of our own. */
class TransferModelTest {

  private static final long GB = 1_000_000_000;

  @Test
  void theGpuPaysFromTheLengthOnThatTheStartIsWorth() {
    TransferModel model = new TransferModel(1e9, 5e9, 0.4);
    // 0.4 s * 1 GB/s / (1 - 1/5)
    assertThat(model.gpuPays(499_000_000)).isFalse();
    assertThat(model.gpuPays(501_000_000)).isTrue();
    assertThat(model.text(GB))
        .isEqualTo(
            "gpu for 1,000,000,000 bytes: cpu 1.000 GB/s, gpu at most 5.000 GB/s after 0.40 s, which"
                + " pays from 500,000,000 bytes on");
  }

  @Test
  void whatTheGpuDoesAgainCosts() {
    TransferModel model = new TransferModel(1e9, 5e9, 0.4);
    // 1 s against 0.4 s + (1 GB + again) / 5 GB/s
    assertThat(model.gpuPays(GB, 1_900_000_000)).isTrue();
    assertThat(model.gpuPays(GB, 2_100_000_000)).isFalse();
    assertThat(model.startingIn(0).gpuPays(GB, 3_900_000_000L)).isTrue();
    assertThat(model.startingIn(0).gpuPays(GB, 4_100_000_000L)).isFalse();
  }

  @Test
  void aSlowerGpuNeverPays() {
    TransferModel model = new TransferModel(1e9, 1e9, 0.4);
    assertThat(model.gpuPays(Long.MAX_VALUE)).isFalse();
    assertThat(model.text(GB)).startsWith("cpu for ").endsWith("which does not pay");
  }

  @Test
  void nothingIsFasterThanTheLinkAndChunksCost() {
    TransferModel bound = TransferModel.bound(1e9, 32 << 20);
    assertThat(bound.gpuRate()).isBetween(0.8 * TransferModel.LINK_RATE, TransferModel.LINK_RATE);
    assertThat(bound.withKernels(1e15)).isEqualTo(bound);
    assertThat(bound.withKernels(2e9).gpuRate()).isEqualTo(2e9);
    assertThat(TransferModel.bound(1e9, 1 << 10).gpuPays(100 * GB)).isFalse();
  }

  @Test
  void anInputOfNoLengthIsForTheCpu() {
    TransferModel model = TransferModel.bound(Double.POSITIVE_INFINITY, 1 << 20);
    assertThat(model.gpuPays(0)).isFalse();
    assertThat(model.text(0)).startsWith("cpu for 0 bytes");
  }

  /** A clock that goes on by a microsecond a byte. */
  private static final class Scans implements Calibration.Trial {
    private final List<Integer> lengths = new ArrayList<>();
    private final long nanosOfByte;
    private long now;

    Scans(long nanosOfByte) {
      this.nanosOfByte = nanosOfByte;
    }

    @Override
    public void scan(int bytes) {
      lengths.add(bytes);
      now += bytes * nanosOfByte;
    }

    double rate(int sample) throws InterruptedException {
      return new Calibration(() -> now).rate(sample, this);
    }
  }

  @Test
  void ratesAreThoseOfScansThatTakeLongEnough() throws InterruptedException {
    Scans slow = new Scans(1000);
    assertThat(slow.rate(1 << 20)).isEqualTo(1e6);
    assertThat(slow.lengths).containsExactly(1 << 12, 1 << 14, 1 << 16);
    Scans fast = new Scans(1);
    assertThat(fast.rate(1 << 14)).isEqualTo(1e9);
    assertThat(fast.lengths).containsExactly(1 << 12, 1 << 14, 1 << 14);
    assertThat(new Scans(1).rate(0)).isInfinite();
  }
}
