package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Mark;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The device but for its kernels. */
class SimtDeviceTest {

  private static final SimtDevice.Options SMALL = new SimtDevice.Options(2, 48 << 10, 1000, 1);

  @Test
  void memoryIsLimitedAndComesBack() {
    try (SimtDevice device = new SimtDevice(SMALL)) {
      DeviceBuffer buffer = device.allocate(600);
      assertThat(device.freeBytes()).isEqualTo(400);
      assertThat(buffer.address() % 256).isZero();
      assertThatThrownBy(() -> device.allocate(401))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("400 bytes free");
      buffer.close();
      buffer.close();
      assertThat(device.freeBytes()).isEqualTo(1000);
      assertThat(device.allocate(1000).sizeBytes()).isEqualTo(1000);
    }
  }

  @Test
  void memoryIsNotZeroAtFirst() {
    try (Bench bench = new Bench()) {
      DeviceBuffer buffer = bench.device.allocate(40);
      assertThat(bench.bytes(buffer)).containsOnly(0xA5);
      bench.queue.fill(buffer, 8, 4, (byte) 7);
      assertThat(Arrays.copyOfRange(bench.ints(buffer), 1, 4))
          .containsExactly(0xA5A5A5A5, 0x07070707, 0xA5A5A5A5);
      String ptx =
          Bench.kernel(
              ".shared .align 4 .u32 s; .local .align 4 .u32 l;",
              """
              ld.shared.u32 %r0, [s];
              st.global.u32 [%out], %r0;
              ld.local.u32 %r0, [l];
              st.global.u32 [%out+4], %r0;
              st.global.u32 [%out+8], %r9;
              """);
      bench.run(ptx, 1, 32, 0, buffer);
      assertThat(Arrays.copyOf(bench.ints(buffer), 3))
          .containsExactly(0xA5A5A5A5, 0xA5A5A5A5, 0xDEADBEEF);
    }
  }

  /** Whatever the warps before left in the registers that are read here before they are written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // Written later only.
        "st.global.u32 [%q9], %r9; mov.u32 %r9, 7;",
        "mov.u32 %r8, %r9; st.global.u32 [%q9], %r8; mov.u32 %r9, 7;",
        // Of 64 bits.
        "cvt.u32.u64 %r1, %q1; mov.u64 %q1, 7; st.global.u32 [%q9], %r1;",
        // Written under a guard that no lane has.
        "setp.ne.u32 %p1, %r0, %r0; @%p1 mov.u32 %r9, 8; st.global.u32 [%q9], %r9; mov.u32 %r9, 7;",
        // Written on the way that is not taken.
        "setp.eq.u32 %p1, %r0, %r0; @%p1 bra TO; mov.u32 %r9, 8;"
            + " TO: st.global.u32 [%q9], %r9; mov.u32 %r9, 7;",
        // Written at the end of a loop that reads it first.
        "mov.u32 %r1, 0; ON: add.u32 %r1, %r1, 1; setp.gt.u32 %p1, %r1, 1; @%p1 bra OFF;"
            + " st.global.u32 [%q9], %r9; OFF: mov.u32 %r9, 7; setp.lt.u32 %p2, %r1, 5;"
            + " @%p2 bra ON;",
        // The second of two results, under a guard.
        "setp.ne.u32 %p1, %r0, %r0; @%p1 setp.eq.u32 %p2|%p3, %r0, %r0;"
            + " selp.u32 %r1, 0xDEADBEEF, 3, %p3; st.global.u32 [%q9], %r1;"
            + " setp.eq.u32 %p2|%p3, %r0, 5;",
        // A part of a vector, an operand of a store.
        "st.global.v2.u32 [%q9], {%r9, %r8}; mov.u32 %r9, 7;",
      })
  void registersAreUndefinedInEachWarp(String body) {
    int warps = 300;
    try (Bench bench = new Bench()) {
      DeviceBuffer buffer = bench.buffer(new int[2 * warps]);
      String place =
          """
          mov.u32 %r0, %ctaid.x;
          mul.wide.u32 %q8, %r0, 8;
          add.u64 %q9, %out, %q8;
          mov.u32 %r2, %laneid;
          setp.ne.u32 %p0, %r2, 0;
          @%p0 bra END;
          """;
      bench.run(Bench.kernel("", place + body + "\nEND:"), warps, 32, 0, buffer);
      int[] shown = bench.ints(buffer);
      for (int i = 0; i < warps; i++) {
        assertThat(shown[2 * i]).as("warp %d", i).isEqualTo(0xDEADBEEF);
      }
    }
  }

  @Test
  void copiesAreBounded() {
    try (Bench bench = new Bench();
        HostBuffer host = bench.device.allocateHost(10)) {
      DeviceBuffer buffer = bench.device.allocate(10);
      assertThat(host.segment().address() % 4096).isZero();
      assertThatThrownBy(() -> bench.queue.copyIn(buffer, 1, host, 0, 10))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> bench.queue.copyOut(host, 1, buffer, 0, 10))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> bench.queue.fill(buffer, -1, 5, (byte) 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void blocksOfAProcessor() {
    try (SimtDevice device = new SimtDevice()) {
      Kernel kernel =
          device
              .load(
                  Bench.kernel(".shared .b8 s[1024];", "mov.u32 %r0, s;")
                      .replace("k_param_0)\n{", "k_param_0)\n.maxntid 512, 1, 1\n{"))
              .kernel("k");
      assertThat(kernel.blocksPerProcessor(256, 0)).isEqualTo(8);
      assertThat(kernel.blocksPerProcessor(512, 0)).isEqualTo(4);
      assertThat(kernel.blocksPerProcessor(1024, 0)).isZero();
      assertThat(kernel.blocksPerProcessor(32, 0)).isEqualTo(32);
      // 228 KiB by 98 KiB of dynamic, 1 of static and 1 of reserved memory.
      assertThat(kernel.blocksPerProcessor(32, 98 << 10)).isEqualTo(2);
      assertThat(kernel.blocksPerProcessor(32, 226 << 10)).isEqualTo(1);
      assertThat(kernel.blocksPerProcessor(32, 227 << 10)).isZero();
    }
  }

  @Test
  void launchesThatDoNotFitAreRefused() {
    try (Bench bench = new Bench()) {
      Kernel kernel = bench.device.load(Bench.kernel("", "")).kernel("k");
      assertThatThrownBy(
              () -> bench.queue.launch(kernel, new Grid(1, 32, 1 << 20), new Arguments().int64(0)))
          .hasMessageContaining("does not fit");
      assertThatThrownBy(() -> bench.queue.launch(kernel, new Grid(1, 32, 0), new Arguments()))
          .hasMessageContaining("1 parameters, not 0");
      assertThatThrownBy(
              () -> bench.queue.launch(kernel, new Grid(1, 32, 0), new Arguments().int32(0)))
          .hasMessageContaining("parameter 0 has 8 bytes");
      assertThatThrownBy(() -> bench.device.load(Bench.kernel("", "")).kernel("x"))
          .hasMessageContaining("no kernel x");
      bench.queue.launch(kernel, new Grid(1, 32, 0), new Arguments().int64(0));
    }
  }

  @Test
  void blocksAreShuffled() {
    String ptx =
        Bench.kernel(
            "",
            """
            mov.u32 %r0, %ctaid.x;
            mov.u32 %r1, %laneid;
            setp.eq.u32 %p0, %r1, 0;
            @!%p0 ret;
            atom.global.add.u32 %r2, [%out], 1;
            mul.wide.u32 %q0, %r2, 4;
            add.s64 %q0, %q0, %out;
            st.global.u32 [%q0+4], %r0;
            """);
    int[][] orders = new int[3][];
    for (int i = 0; i < 3; i++) {
      try (Bench bench = new Bench()) {
        if (i > 0) {
          bench.device.shuffleBlocks(5);
        }
        DeviceBuffer out = bench.buffer(new int[65]);
        bench.run(ptx, 64, 32, 0, out);
        orders[i] = Arrays.copyOfRange(bench.ints(out), 1, 65);
      }
    }
    assertThat(orders[0]).isSorted();
    assertThat(orders[1]).isNotEqualTo(orders[0]).containsExactlyInAnyOrder(orders[0]);
    assertThat(orders[2]).isEqualTo(orders[1]);
  }

  @Test
  void marksTellTime() {
    try (Bench bench = new Bench();
        Mark one = bench.device.newMark();
        Mark two = bench.device.newMark()) {
      bench.queue.record(one);
      bench.queue.record(two);
      bench.queue.waitFor(two);
      two.await();
      assertThat(two.millisSince(one)).isNotNegative();
    }
  }

  @Test
  void nothingWorksAfterClose() {
    SimtDevice device = new SimtDevice();
    device.close();
    device.close();
    assertThatThrownBy(() -> device.allocate(1)).hasMessageContaining("closed");
  }
}
