package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

/** What a GPU would not say, or not say clearly. */
class FaultsTest {

  private static final String LANE = "mov.u32 %r0, %laneid; setp.lt.u32 %p0, %r0, 16;\n";

  private static AbstractThrowableAssert<?, ? extends Throwable> fault(
      String body, int blocks, int threads) {
    return fault("", body, blocks, threads);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> fault(
      String declarations, String body, int blocks, int threads) {
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(new int[100]);
      return assertThatThrownBy(
              () -> bench.run(Bench.kernel(declarations, body), blocks, threads, 0, out))
          .isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void accessPastTheEndNamesTheThread() {
    fault(
            """
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %q1, %r1, 4;
            add.s64 %q2, %out, %q1;
            mov.u32 %r2, %ctaid.x;
            setp.eq.u32 %p1, %r2, 2;
            @%p1 ld.global.u32 %r3, [%q2];
            """,
            3, 128)
        .hasMessageContaining("kernel k, PTX line 18 (ld.global.u32), block 2, thread 100:")
        .hasMessageContaining("access of 4 bytes outside of device memory at 0x")
        .hasMessageContaining("has 400 bytes, this is at 400");
  }

  @Test
  void accessBeforeTheStart() {
    fault("ld.global.u8 %r0, [%out+-1];", 1, 32).hasMessageContaining("this is at -1");
    fault("mov.u64 %q0, 16; st.global.u8 [%q0], %r0;", 1, 32)
        .hasMessageContaining("no buffer is near");
  }

  @Test
  void accessAcrossTheEnd() {
    fault("ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%out+400];", 1, 32)
        .hasMessageContaining("access of 16 bytes outside")
        .hasMessageContaining("this is at 400");
  }

  @Test
  void misalignedAccess() {
    fault("ld.global.u32 %r0, [%out+2];", 1, 32).hasMessageContaining("misaligned");
    fault("ld.global.v2.u32 {%r0, %r1}, [%out+4];", 1, 32).hasMessageContaining("misaligned");
  }

  @Test
  void accessToMemoryGivenBack() {
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(1, 2);
      out.close();
      assertThatThrownBy(
              () -> bench.run(Bench.kernel("", "st.global.u32 [%out], 1;"), 1, 32, 0, out))
          .hasMessageContaining("was given back");
    }
  }

  @Test
  void accessOutsideOfSharedAndLocalMemory() {
    String shared = ".shared .align 4 .b8 tile[64];";
    fault(shared, "mov.u32 %r0, tile; st.shared.u32 [%r0+64], %r0;", 1, 32)
        .hasMessageContaining("outside of shared memory at 0x40, which has 64 bytes");
    fault(shared, "st.shared.u32 [tile+-4], %r0;", 1, 32).hasMessageContaining("shared memory");
    fault(shared, "st.shared.u32 [tile+2], %r0;", 1, 32).hasMessageContaining("misaligned");
    fault(".local .align 4 .b8 depot[16];", "st.local.u32 [depot+16], %r0;", 1, 32)
        .hasMessageContaining("local memory");
  }

  @Test
  void constantMemoryIsNotWritten() {
    String ptx =
        Bench.kernel("", "mov.u64 %q0, c; st.global.u32 [%q0], 1;")
            .replace(".visible", ".const .align 4 .u32 c = 5;\n.visible");
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(0);
      assertThatThrownBy(() -> bench.run(ptx, 1, 32, 0, out))
          .hasMessageContaining("to constant memory");
    }
  }

  @Test
  void unknownInstructionsAreRefusedWhenLoaded() {
    try (Bench bench = new Bench()) {
      for (String instruction :
          new String[] {
            "frobnicate.b32 %r0, %r1", "add.f32 %r0, %r1, %r2", "vote.any.pred %p0, %p1",
            "ld.global.b128 %q0, [%out]", "shl.foo.b32 %r0, %r1, %r2", "add.cc.s16 %h0, %h1, %h2"
          }) {
        String ptx = Bench.kernel("", instruction + ";");
        String opcode = instruction.substring(0, instruction.indexOf(' '));
        assertThatThrownBy(() -> bench.device.load(ptx))
            .isInstanceOf(DeviceException.class)
            .hasMessage("PTX line 13: unknown instruction: " + opcode);
      }
      assertThatThrownBy(() -> bench.device.load(Bench.kernel("", "call.uni f, ();")))
          .hasMessageContaining("PTX line 13");
    }
  }

  @Test
  void brokenTextIsRefused() {
    try (Bench bench = new Bench()) {
      for (String body :
          new String[] {
            "add.s32 %r0, %r1;", "add.s32 %r0, %r1, %r99;", "bra nowhere;",
                "add.s32 %q0, %r1, %r2;",
            "mov.u32 %r0, %nothing;", "x: x: ret;", "add.s32 %r0 %r1;", "mov.u32 %r0, 1.5;",
            "@%r0 ret;", "ld.global.u32 %r0, %q0;", "ld.global.v2.u32 %r0, [%q0];"
          }) {
        assertThatThrownBy(() -> bench.device.load(Bench.kernel("", body)))
            .as(body)
            .isInstanceOf(DeviceException.class)
            .hasMessageStartingWith("PTX line ");
      }
      assertThatThrownBy(() -> bench.device.load(".version 9.0\n.target sm_75\n.visible .entry k("))
          .isInstanceOf(DeviceException.class);
      assertThatThrownBy(() -> bench.device.load(".target sm_120\n"))
          .hasMessageContaining("compute capability 120");
    }
  }

  @Test
  void trapNamesTheThread() {
    fault("mov.u32 %r0, %tid.x; setp.eq.u32 %p0, %r0, 37; @%p0 trap;", 1, 64)
        .hasMessageContaining("thread 37: trap");
  }

  @Test
  void warpsAtDifferentBarriersAreADeadlock() {
    fault(
            """
            mov.u32 %r0, %tid.x;
            setp.lt.u32 %p0, %r0, 32;
            @%p0 bra A;
            bar.sync 1;
            bra B;
            A: bar.sync 0;
            B:
            """,
            1, 64)
        .hasMessageContaining(
            "deadlock at barriers: warp 0 waits at line 18; warp 1 waits at line 16");
  }

  @Test
  void lanesAtDifferentBarriersAreRefused() {
    fault(LANE + "@%p0 bra A;\nbar.sync 0;\nbra B;\nA: bar.sync 0;\nB:", 1, 32)
        .hasMessageContaining("line 15 lanes 0xffff0000")
        .hasMessageContaining("line 17 lanes 0xffff");
    fault(LANE + "@%p0 bar.sync 0;", 1, 32).hasMessageContaining("guard does not hold");
  }

  @Test
  void lanesNamedButElsewhereAreRefused() {
    fault(LANE + "@%p0 bra A;\nvote.sync.any.pred %p1, %p0, -1;\nA:", 1, 32)
        .hasMessageContaining("thread 0: exits, but line 15 waits for it (vote.sync.any.pred)");
    fault(LANE + "@%p0 shfl.sync.idx.b32 %r1, %r0, 0, 31, -1;", 1, 32)
        .hasMessageContaining("guard does not hold");
    fault(LANE + "bar.warp.sync 0xFFFF;", 1, 32).hasMessageContaining("lacks the lane itself");
    fault(LANE + "selp.u32 %r1, -1, 0xFFFF0000, %p0;\nbar.warp.sync %r1;", 1, 32)
        .hasMessageContaining("are different");
    // Each side of the branch ends by itself, and none meets the other.
    fault(LANE + "@%p0 bra A;\nbar.warp.sync -1;\nret;\nA: bar.warp.sync -1;\nret;", 1, 32)
        .hasMessageContaining(
            "lanes wait for each other at different places: line 15 lanes 0xffff0000");
  }

  @Test
  void endlessKernelsAreGivenUp() {
    try (Bench bench = new Bench()) {
      bench.device.limitInstructions(1_000_000);
      DeviceBuffer out = bench.buffer(0);
      assertThatThrownBy(() -> bench.run(Bench.kernel("", "A: bra A;"), 1, 32, 0, out))
          .hasMessageContaining("has not ended");
    }
  }

  @Test
  void failuresLoseTheDevice() {
    try (Bench bench = new Bench()) {
      DeviceBuffer out = bench.buffer(0);
      assertThatThrownBy(() -> bench.run(Bench.kernel("", "trap;"), 1, 32, 0, out))
          .isInstanceOf(DeviceException.class);
      assertThatThrownBy(() -> bench.queue.synchronize()).hasMessageContaining("is lost");
      assertThatThrownBy(() -> bench.device.allocate(1)).hasMessageContaining("trap");
    }
  }

  @Test
  void aTestMayLoseTheDevice() {
    try (Bench bench = new Bench();
        HostBuffer host = bench.device.allocateHost(4)) {
      DeviceBuffer out = bench.buffer(0);
      Kernel kernel = bench.device.load(Bench.kernel("", "st.global.u32 [%out], 1;")).kernel("k");
      Arguments arguments = new Arguments().buffer(out);
      bench.device.failAfterLaunches(3);
      bench.queue.launch(kernel, new Grid(1, 32, 0), arguments);
      bench.queue.launch(kernel, new Grid(1, 32, 0), arguments);
      assertThatThrownBy(() -> bench.queue.launch(kernel, new Grid(1, 32, 0), arguments))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("lost");
      assertThatThrownBy(() -> bench.queue.copyOut(host, 0, out, 0, 4))
          .isInstanceOf(DeviceException.class);
      assertThatThrownBy(() -> bench.queue.launch(kernel, new Grid(1, 32, 0), arguments))
          .isInstanceOf(DeviceException.class);
      assertThat(bench.device.counters("k").launches()).isEqualTo(2);
    }
  }
}
