package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.DeviceBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Patterns of access whose cost is known. */
class CountersTest {

  /** Has lane i access at {@code stride * i + offset}. */
  private static SimtCounters run(String space, String type, int stride, int offset) {
    String target =
        switch (type) {
          case "u8" -> "%h0";
          case "u32" -> "%r1";
          case "u64" -> "%q1";
          default -> "{%r1, %r2, %r3, %r4}";
        };
    String base = space.equals("shared") ? "tile" : "%out";
    String body =
        """
        mov.u32 %r0, %laneid;
        mov.u64 %q0, BASE;
        mad.wide.s32 %q0, %r0, STRIDE, %q0;
        ld.SPACE.TYPE TARGET, [%q0+OFFSET];
        st.SPACE.TYPE [%q0+OFFSET], TARGET;
        """
            .replace("BASE", base)
            .replace("STRIDE", "" + stride)
            .replace("SPACE", space)
            .replace("TYPE", type)
            .replace("TARGET", target)
            .replace("OFFSET", "" + offset);
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[4096]);
      bench.run(Bench.kernel(".shared .align 16 .b8 tile[16384];", body), 2, 64, 0, out);
      return bench.device.lastLaunch();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "u32, 4, 0, 4",
    "u32, 4, 4, 5",
    "u32, -4, 124, 4",
    "u32, 0, 8, 1",
    "u32, 8, 0, 8",
    "u32, 32, 0, 32",
    "u32, 128, 0, 32",
    "u32, -32, 992, 32",
    "u8, 1, 0, 1",
    "u8, 1, 31, 2",
    "u64, 8, 0, 8",
    "v4.u32, 16, 0, 16",
    "v4.u32, 32, 0, 32"
  })
  void sectorsOfGlobalMemory(String type, int stride, int offset, int sectors) {
    SimtCounters counters = run("global", type, stride, offset);
    assertThat(counters.globalLoads()).isEqualTo(4);
    assertThat(counters.globalStores()).isEqualTo(4);
    assertThat(counters.globalLoadSectors()).isEqualTo(4L * sectors);
    assertThat(counters.globalStoreSectors()).isEqualTo(4L * sectors);
    assertThat(counters.sharedLoads() + counters.sharedStores()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "u32, 4, 0, 1",
    "u32, -4, 124, 1",
    "u32, 0, 0, 1",
    "u32, 8, 0, 2",
    "u32, 12, 0, 1",
    "u32, 16, 0, 4",
    "u32, 128, 0, 32",
    "u32, 132, 0, 1",
    "u8, 1, 0, 1",
    "u8, 128, 0, 32",
    "u64, 8, 0, 2",
    "u64, 16, 0, 4",
    "u64, 0, 0, 2",
    "v4.u32, 16, 0, 4",
    "v4.u32, 32, 0, 8",
    "v4.u32, 128, 0, 32"
  })
  void wavefrontsOfSharedMemory(String type, int stride, int offset, int wavefronts) {
    SimtCounters counters = run("shared", type, stride, offset);
    assertThat(counters.sharedLoads()).isEqualTo(4);
    assertThat(counters.sharedStores()).isEqualTo(4);
    assertThat(counters.sharedLoadWavefronts()).isEqualTo(4L * wavefronts);
    assertThat(counters.sharedStoreWavefronts()).isEqualTo(4L * wavefronts);
    assertThat(counters.globalLoads() + counters.globalStores()).isZero();
  }

  @Test
  void atomicsAndBarriers() {
    String body =
        """
        mov.u32 %r0, %laneid;
        setp.lt.u32 %p0, %r0, 5;
        @%p0 red.global.add.u32 [%out], 1;
        bar.sync 0;
        atom.global.add.u32 %r1, [%out], 1;
        """;
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(0);
      bench.run(Bench.kernel("", body), 3, 64, 0, out);
      SimtCounters counters = bench.device.lastLaunch();
      assertThat(bench.ints(out)).containsExactly(6 * 37);
      assertThat(counters.atomics()).isEqualTo(12);
      assertThat(counters.atomicLanes()).isEqualTo(6 * 37);
      assertThat(counters.barriers()).isEqualTo(6);
      assertThat(counters.warpEfficiency()).isLessThan(1);
      assertThat(counters.plus(counters).atomics()).isEqualTo(24);
    }
  }
}
