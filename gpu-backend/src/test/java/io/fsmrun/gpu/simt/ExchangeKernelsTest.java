package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes and warps that learn of each other: {@code lanes.cu} and {@code barriers.cu}. */
class ExchangeKernelsTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void lanes(long seed) {
    Random random = new Random(seed);
    // Small numbers in one warp, any in the other; a third where all are alike.
    int[] in = random.ints(96).toArray();
    long[] wide = new long[96];
    for (int i = 0; i < 96; i++) {
      in[i] = i < 32 ? in[i] & 7 : i < 64 ? in[i] : 3;
      wide[i] = (long) random.nextInt(3) << 33 | random.nextInt(2);
    }
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[96 * 16]);
      bench.queue.launch(
          bench.load("lanes.ptx").kernel("exchange"),
          new Grid(1, 96, 0),
          new Arguments().buffer(bench.buffer(in)).buffer(bench.buffer(wide)).buffer(out));
      int[] results = bench.ints(out);
      for (int t = 0; t < 96; t++) {
        int[] expected = exchange(in, wide, t);
        for (int k = 0; k < 16; k++) {
          assertThat(results[16 * t + k]).as("result %d of thread %d", k, t).isEqualTo(expected[k]);
        }
      }
    }
  }

  private static int[] exchange(int[] in, long[] wide, int t) {
    int w = t & ~31;
    int lane = t & 31;
    int x = in[t];
    int any = 0;
    int all = 1;
    int odd = 0;
    int alike = 0;
    int signs = 0;
    int wides = 0;
    int fours = 0;
    int odds2 = 0;
    int alikeEven = 0;
    for (int k = 0; k < 32; k++) {
      int y = in[w + k];
      any |= y == 3 ? 1 : 0;
      all &= y == 3 ? 0 : 1;
      odd |= (y & 1) << k;
      alike |= (y & 3) == (x & 3) ? 1 << k : 0;
      signs |= y >>> 31 == x >>> 31 ? 1 << k : 0;
      wides |= wide[w + k] == wide[t] ? 1 << k : 0;
      fours |= (y >> 2 & 1) << k;
      odds2 |= (y & 1) != 0 && (y & 2) != 0 ? 1 << k : 0;
      alikeEven += (y & 1) == 0 && (y & 6) == (x & 6) ? 1 : 0;
    }
    long other = wide[t ^ 1];
    int group = lane < 16 ? 0xFFFF : 0xFFFF0000;
    return new int[] {
      in[w + (x & 31)],
      lane < 3 ? x : in[t - 3],
      lane > 26 ? x : in[t + 5],
      in[t ^ 9],
      in[t & ~7 | 3],
      (lane & 3) < 2 ? x : in[t - 2],
      (lane & 15) > 9 ? x : in[t + 6],
      in[t ^ 5],
      any | all << 1,
      odd,
      alike,
      (signs == -1 ? -1 : 0) + (signs == -1 ? 1 : 0),
      wides,
      (int) (other >> 32) ^ (int) other,
      (x & 1) != 0 ? odd ^ odds2 : alikeEven,
      (fours & group) + 32
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 512, 1024})
  void sumsOverABlock(int threads) {
    int blocks = 3;
    int[] in = new Random(threads).ints((long) blocks * threads, 0, 1 << 20).toArray();
    in[threads + 1] = 5;
    in[2 * threads + 7] = 4;
    for (int i = 0; i < threads; i++) {
      in[i] |= 1;
    }
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[in.length]);
      DeviceBuffer counts = bench.buffer(new int[3 * blocks]);
      bench.queue.launch(
          bench.load("barriers.ptx").kernel("scan"),
          new Grid(blocks, threads, 0),
          new Arguments().buffer(bench.buffer(in)).buffer(out).buffer(counts));
      int[] expected = new int[in.length];
      int[] expectedCounts = new int[3 * blocks];
      for (int i = 0; i < in.length; i++) {
        expected[i] = in[i] + (i % threads == 0 ? 0 : expected[i - 1]);
        int at = 3 * (i / threads);
        expectedCounts[at] += in[i] & 1;
        expectedCounts[at + 1] |= (in[i] & 3) == 0 ? 1 : 0;
        expectedCounts[at + 2] |= in[i] == 5 ? 1 : 0;
      }
      for (int block = 0; block < blocks; block++) {
        expectedCounts[3 * block + 1] ^= 1;
      }
      assertThat(bench.ints(out)).containsExactly(expected);
      assertThat(bench.ints(counts)).containsExactly(expectedCounts);
      assertThat(bench.device.lastLaunch().barriers()).isEqualTo(5L * blocks * threads / 32);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void namedBarriers(int threads) {
    int half = threads / 2;
    int[] in = new Random(threads).ints(half).toArray();
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[half]);
      bench.queue.launch(
          bench.load("barriers.ptx").kernel("named"),
          new Grid(1, threads, 4 * half),
          new Arguments().buffer(bench.buffer(in)).buffer(out));
      int[] expected = new int[half];
      for (int i = 0; i < half; i++) {
        expected[i] = 6 * in[half - 1 - i];
      }
      assertThat(bench.ints(out)).containsExactly(expected);
    }
  }
}
