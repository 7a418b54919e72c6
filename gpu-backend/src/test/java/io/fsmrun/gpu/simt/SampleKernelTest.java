package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kernel with a bit of everything: {@code sample.cu}. */
class SampleKernelTest {

  private static final int THREADS = 128;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void givesWhatJavaComputes(long seed) {
    byte[] input = new byte[16 * THREADS];
    new Random(seed).nextBytes(input);
    try (Bench bench = new Bench()) {
      DeviceBuffer in = bench.buffer(input);
      DeviceBuffer out = bench.buffer(new int[256]);
      DeviceBuffer count = bench.buffer(0, 0);
      bench.queue.launch(
          bench.load("sample.ptx").kernel("sample"),
          new Grid(1, THREADS, input.length),
          new Arguments().buffer(in).int32(input.length).buffer(out).buffer(count));

      Expected expected = new Expected(input);
      assertThat(bench.ints(count)).containsExactly(expected.count, expected.total);
      int sum = 0;
      for (int value : bench.ints(out)) {
        sum += value;
      }
      // Which threads write last is left to the device, but each value is one of those expected.
      assertThat(expected.values).contains(bench.ints(out));
      assertThat(sum).isNotZero();
    }
  }

  /** The kernel in Java. */
  private static final class Expected {

    int count;
    int total;
    final int[] values = new int[32 * THREADS];

    Expected(byte[] input) {
      ByteBuffer in = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
      for (int warp = 0; warp < THREADS; warp += 32) {
        boolean any = false;
        int odd = 0;
        for (int lane = 0; lane < 32; lane++) {
          int at = 16 * (warp + lane);
          int before = in.getInt(16 * (warp + (lane + 31) % 32) + 12);
          int x = in.getInt(at) << 1 | before >>> 31;
          long low = (x & 0xFFFFFFFFL) + (in.getInt(at + 4) & 0xFFFFFFFFL);
          int s0 = (int) low;
          int s1 = in.getInt(at + 8) + in.getInt(at + 12) + (int) (low >>> 32);
          any |= (s0 & 1) != 0;
          odd += s1 & 1;
          for (int w = s0; w != 0; w &= w - 1) {
            values[count++] =
                Integer.numberOfTrailingZeros(w)
                    + 1
                    + Integer.numberOfLeadingZeros(w)
                    + Integer.remainderUnsigned(w, 7)
                    + Integer.reverse(w)
                    + w;
          }
        }
        total += any ? odd : 0;
      }
    }
  }
}
