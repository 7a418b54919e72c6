package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Kernel;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Atomic functions, wide and narrow numbers, kinds of memory: {@code atomics.cu}, {@code wide.cu}.
 */
class MemoryKernelsTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 4"})
  void atomics(long seed, int threads) {
    int count = 1024;
    int[] in = new Random(seed).ints(count).toArray();
    int[] a = new int[24];
    a[2] = -1;
    a[4] = Integer.MAX_VALUE;
    a[5] = Integer.MIN_VALUE;
    a[6] = -1;
    long[] b = new long[12];
    b[1] = -1;
    b[2] = Long.MIN_VALUE;
    SimtDevice device = new SimtDevice(SimtDevice.Options.DEFAULT.withThreads(threads));
    device.shuffleBlocks(seed);
    try (Bench bench = new Bench(device)) {
      DeviceBuffer bufferA = bench.buffer(a);
      DeviceBuffer bufferB = bench.buffer(b);
      bench.queue.launch(
          bench.load("atomics.ptx").kernel("all"),
          new Grid(8, count / 8, 0),
          new Arguments().buffer(bench.buffer(in)).buffer(bufferA).buffer(bufferB));
      int[] gotA = bench.ints(bufferA);
      long[] gotB = bench.longs(bufferB);
      for (int x : in) {
        atomically(x, a, b);
      }
      // One thread's number stays, all others come back.
      a[11] = gotA[11];
      a[12] ^= gotA[11];
      assertThat(in).contains(gotA[11]);
      assertThat(gotA[13]).isBetween(1, count);
      a[13] = gotA[13];
      assertThat(gotA).containsExactly(a);
      assertThat(gotB).containsExactly(b);
      assertThat(bench.device.lastLaunch().atomicLanes()).isGreaterThan(20L * count);
    }
  }

  private static void atomically(int x, int[] a, long[] b) {
    a[0] += x;
    a[1] -= x;
    a[2] = Integer.compareUnsigned(x, a[2]) < 0 ? x : a[2];
    a[3] = Integer.compareUnsigned(x, a[3]) > 0 ? x : a[3];
    a[4] = Math.min(a[4], x);
    a[5] = Math.max(a[5], x);
    a[6] &= x | 0xFFFF0000;
    a[7] |= x & 0xFF00FF;
    a[8] ^= x;
    a[9] = a[9] >= 99 ? 0 : a[9] + 1;
    a[10] = a[10] == 0 || a[10] > 99 ? 99 : a[10] - 1;
    a[12] ^= x;
    a[14] = 1;
    a[16 + (x & 7)]++;
    long y = x & 0xFFFFFFFFL;
    b[0] += y << 20;
    b[1] = Long.compareUnsigned(y << 20, b[1]) < 0 ? y << 20 : b[1];
    b[2] = Math.max(b[2], (long) x << 20);
    b[3] ^= y * y;
    b[4] = 3 * b[4] + 1;
    b[8 + (x & 3)] += y;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void numbers(long seed) {
    int threads = 128;
    Random random = new Random(seed);
    long[] a = random.longs(4L * threads).toArray();
    byte[] pairs = new byte[8 * threads];
    random.nextBytes(pairs);
    int by = random.nextInt(255);
    try (Bench bench = new Bench()) {
      Kernel kernel = bench.load("wide.ptx").kernel("numbers");
      DeviceBuffer in = bench.buffer(a);
      DeviceBuffer out = bench.buffer(new long[16 * threads]);
      DeviceBuffer bytes = bench.buffer(pairs);
      for (int launch = 0; launch < 2; launch++) {
        bench.queue.launch(
            kernel,
            new Grid(1, threads, 0),
            new Arguments().buffer(in).buffer(out).buffer(bytes).int32(by));
        long[] results = bench.longs(out);
        for (int t = 0; t < threads; t++) {
          long[] expected = numbers(a, ByteBuffer.wrap(pairs), by, t);
          expected[15] = (1L << 40) + 5L * launch;
          for (int k = 0; k < 16; k++) {
            assertThat(results[16 * t + k])
                .as("result %d of thread %d", k, t)
                .isEqualTo(expected[k]);
          }
        }
      }
    }
  }

  private static BigInteger wide(long low, long high) {
    return new BigInteger(Long.toUnsignedString(high))
        .shiftLeft(64)
        .add(new BigInteger(Long.toUnsignedString(low)));
  }

  private static long[] numbers(long[] a, ByteBuffer pairs, int by, int t) {
    long low = a[4 * t];
    BigInteger x = wide(low, a[4 * t + 1]);
    BigInteger y = wide(a[4 * t + 2], a[4 * t + 3]);
    BigInteger[] wides = {
      x.multiply(y), x.add(y), x.subtract(y), x.shiftLeft(t & 127), x.shiftRight(t & 127)
    };
    long[] o = new long[16];
    for (int k = 0; k < wides.length; k++) {
      o[2 * k] = wides[k].longValue();
      o[2 * k + 1] = wides[k].shiftRight(64).longValue();
    }
    o[10] = low / (a[4 * t + 2] | 1);
    o[11] = low % (a[4 * t + 2] | 1);
    int[] weights = {3, 1, 4, 1, 5, 9, 2, 6};
    int[] local = new int[16];
    for (int k = 0; k < 16; k++) {
      local[k] = k * by + t;
    }
    local[t & 15] ^= weights[t & 7];
    int at = t >> 2 & 7;
    int picked = (t & 1) != 0 ? local[at] : (t & 2) != 0 ? tile(at) : weights[at];
    o[12] = picked + local[t >> 1 & 15] + new int[] {2, 7, 1, 8, 0}[t % 5] & 0xFFFFFFFFL;
    ByteBuffer pair = pairs.slice(8 * t, 8).order(ByteOrder.LITTLE_ENDIAN);
    short z = pair.getShort(6);
    o[13] = (short) (z * pair.get(4)) + Integer.toUnsignedLong(pair.getInt(0)) % (by + 1);
    int b = pair.get(4) + by & 0xFF;
    o[14] = (byte) (b << 1) >> 2 ^ (b > (z & 0xFF) ? 1 : 2);
    return o;
  }

  /** The last thread that wrote to a place; all wrote alike but for multiples of 64. */
  private static int tile(int at) {
    return 3 * (64 + at);
  }
}
