package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.Grid;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lanes that go different ways: {@code divergence.cu}. */
class DivergenceKernelsTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 4"})
  void nestedBranchesAndLoops(long seed, int threads) {
    int count = 512;
    int[] in = new Random(seed).ints(count).toArray();
    int[] before = new Random(seed + 100).ints(count).toArray();
    SimtDevice device = new SimtDevice(SimtDevice.Options.DEFAULT.withThreads(threads));
    device.shuffleBlocks(seed);
    try (Bench bench = new Bench(device)) {
      DeviceBuffer out = bench.buffer(before);
      bench.queue.launch(
          bench.load("divergence.ptx").kernel("nested"),
          new Grid(count / 64, 64, 0),
          new Arguments().buffer(bench.buffer(in)).buffer(out));
      int[] expected = before.clone();
      for (int i = 0; i < count; i++) {
        nested(in, expected, i);
      }
      assertThat(bench.ints(out)).containsExactly(expected);
      SimtCounters counters = bench.device.counters("nested");
      assertThat(counters.divergentBranches()).isPositive().isLessThan(counters.branches());
      assertThat(counters.warpEfficiency()).isBetween(0.1, 0.9);
    }
  }

  private static void nested(int[] in, int[] out, int id) {
    int x = in[id];
    int sum = 0;
    for (int i = 0; i < (x & 31); i++) {
      if ((x >> i & 1) != 0) {
        if ((i & 1) == 0) {
          sum ^= i * x;
          continue;
        }
        sum += in[id + i & 63];
      } else {
        for (int k = i; k != 1 && k != 0; ) {
          k = (k & 1) != 0 ? 3 * k + 1 : k / 2;
          sum += k;
        }
      }
      if (Integer.compareUnsigned(sum, 0xF0000000) > 0) {
        break;
      }
    }
    switch (x & 7) {
      case 0 -> sum += 5;
      case 1 -> sum = sum * 7 ^ out[id];
      case 2 -> sum ^= out[id];
      case 3 -> sum = (sum & 1) != 0 ? out[id] : sum;
      case 5 -> sum = ~sum;
      case 6 -> sum += in[sum & 63];
      default -> {}
    }
    out[id] = sum;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void lanesThatLeaveAreNotWaitedFor(long seed) {
    Random random = new Random(seed);
    int[] in = random.ints(128, 0, 8).toArray();
    int n = random.nextInt(128);
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[128]);
      bench.queue.launch(
          bench.load("divergence.ptx").kernel("leave"),
          new Grid(1, 128, 0),
          new Arguments().buffer(bench.buffer(in)).int32(n).buffer(out));
      assertThat(bench.ints(out)).containsExactly(leave(in, n));
    }
  }

  private static int[] leave(int[] in, int n) {
    int[] out = new int[128];
    int[] mates = new int[4];
    int sum = 0;
    for (int t = 0; t < 128; t++) {
      boolean leaves = in[t] == 0 || t >= n && (in[t] & 1) != 0;
      if (!leaves) {
        sum += t >= n ? 3 : in[t];
        mates[t / 32] += in[t] >> 1 & 1;
      }
    }
    for (int t = 0; t < 128; t++) {
      if (in[t] != 0) {
        boolean early = t >= n && (in[t] & 1) != 0;
        out[t] = early ? 77 : (in[t] & 4) != 0 ? 0 : sum + mates[t / 32];
      }
    }
    return out;
  }

  @Test
  void efficiencyAndBranchesAreCounted() {
    // A loop of as many turns as the lane has number, plus one: 3 instructions each.
    String ptx =
        Bench.kernel(
            "",
            """
            mov.u32 %r0, %laneid;
            A: setp.eq.u32 %p0, %r0, 0;
            sub.s32 %r0, %r0, 1;
            @!%p0 bra A;
            """);
    try (Bench bench = new Bench()) {
      bench.run(ptx, 2, 64, 0, bench.buffer(0));
      SimtCounters counters = bench.device.lastLaunch();
      // ld.param, mov and ret, which nvcc's text has too.
      assertThat(counters.warpInstructions()).isEqualTo(4 * (3 + 3 * 32));
      assertThat(counters.laneInstructions()).isEqualTo(4 * (3 * 32 + 3 * 528 - 32));
      assertThat(counters.branches()).isEqualTo(4 * 32);
      assertThat(counters.divergentBranches()).isEqualTo(4 * 31);
      assertThat(counters.launches()).isEqualTo(1);
      assertThat(bench.device.counters("k")).isEqualTo(counters);
      bench.device.resetCounters();
      assertThat(bench.device.counters("k")).isEqualTo(SimtCounters.NONE);
    }
  }

  @Test
  void lanesMayWaitForOthersOfTheirWarp() {
    // Lane 0 is in the first loop until lane 31 has come to the end, and then all exchange numbers.
    String ptx =
        Bench.kernel(
            "",
            """
            mov.u32 %r0, %laneid;
            setp.eq.u32 %p0, %r0, 0;
            setp.eq.u32 %p1, %r0, 31;
            @!%p0 bra B;
            A: ld.volatile.global.u32 %r1, [%out];
            setp.eq.u32 %p2, %r1, 0;
            @%p2 bra A;
            mov.u32 %r0, 55;
            bra C;
            B: @%p1 st.volatile.global.u32 [%out], 1;
            C: shfl.sync.idx.b32 %r3, %r0, 0, 31, -1;
            st.global.u32 [%out+4], %r3;
            """);
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(0, 0);
      bench.run(ptx, 1, 32, 0, out);
      assertThat(bench.ints(out)).containsExactly(1, 55);
      assertThat(bench.device.lastLaunch().globalStores()).isEqualTo(2);
    }
  }

  @Test
  void warpsMayWaitForOthersOfTheirBlock() {
    String ptx =
        Bench.kernel(
            "",
            """
            mov.u32 %r0, %tid.x;
            setp.lt.u32 %p0, %r0, 32;
            @!%p0 bra B;
            A: ld.volatile.global.u32 %r1, [%out];
            setp.eq.u32 %p2, %r1, 0;
            @%p2 bra A;
            ret;
            B: st.volatile.global.u32 [%out], 1;
            """);
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(0);
      bench.run(ptx, 1, 64, 0, out);
      assertThat(bench.ints(out)).containsExactly(1);
    }
  }

  @Test
  void tablesOfTargets() {
    String ptx =
        Bench.kernel(
            "",
            """
            mov.u32 %r0, %laneid;
            and.b32 %r1, %r0, 3;
            mul.wide.u32 %q0, %r0, 4;
            add.s64 %q0, %q0, %out;
            brx.idx %r1, T;
            T: .branchtargets A, B, A, C;
            A: mov.u32 %r2, 10; bra.uni D;
            B: mov.u32 %r2, 20; bra.uni D;
            C: add.u32 %r2, %r0, 100;
            D: st.global.u32 [%q0], %r2;
            """);
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[32]);
      bench.run(ptx, 1, 32, 0, out);
      int[] results = bench.ints(out);
      for (int i = 0; i < 32; i++) {
        assertThat(results[i]).isEqualTo(i % 4 == 3 ? 100 + i : i % 4 == 1 ? 20 : 10);
      }
      assertThat(bench.device.lastLaunch().globalStores()).isEqualTo(1);
    }
  }
}
