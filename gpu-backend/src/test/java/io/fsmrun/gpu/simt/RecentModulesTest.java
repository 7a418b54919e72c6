package io.fsmrun.gpu.simt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Kernel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentModulesTest {

  private static final int FIRST = 40;

  /** Counts in a variable of the module, all threads the same, and says how far it got. */
  private static final String COUNTER =
      Bench.kernel(
              "",
              """
              mov.u64 %q1, counter;
              ld.global.u32 %r1, [%q1];
              add.u32 %r1, %r1, 1;
              st.global.u32 [%q1], %r1;
              st.global.u32 [%out], %r1;
              """)
          .replace(
              ".visible .entry",
              ".global .align 4 .b8 counter[4] = {%d, 0, 0, 0};%n.visible .entry".formatted(FIRST));

  private static int count(Bench bench, Kernel kernel, DeviceBuffer out) {
    bench.queue.launch(kernel, new Grid(1, 32, 0), new Arguments().buffer(out));
    return bench.ints(out)[0];
  }

  @Test
  void devicesShareCodeAndNothingElse() {
    try (Bench one = new Bench();
        Bench other = new Bench();
        Bench third = new Bench()) {
      Kernel first = one.device.load(COUNTER).kernel("k");
      Kernel second = other.device.load(COUNTER).kernel("k");
      DeviceBuffer before = third.device.allocate(4);
      Kernel elsewhere = third.device.load(COUNTER).kernel("k");
      DeviceBuffer out = one.device.allocate(4);
      DeviceBuffer otherOut = other.device.allocate(4);
      assertThat(count(one, first, out)).isEqualTo(FIRST + 1);
      assertThat(count(one, first, out)).isEqualTo(FIRST + 2);
      assertThat(count(other, second, otherOut)).isEqualTo(FIRST + 1);
      assertThat(count(third, elsewhere, before)).isEqualTo(FIRST + 1);
      assertThat(count(one, one.device.load(COUNTER).kernel("k"), out)).isEqualTo(FIRST + 1);
      assertThat(count(one, first, out)).isEqualTo(FIRST + 3);
    }
  }

  @Test
  void whatWasAskedForLastIsKept() {
    RecentModules modules = new RecentModules(2, 2);
    List<String> texts = List.of("ret;", "mov.u32 %r1, 1;", "mov.u32 %r1, 2;");
    PtxModule[] read = new PtxModule[texts.size()];
    for (int i : new int[] {0, 1, 0, 2}) {
      read[i] = modules.read(Bench.kernel("", texts.get(i)));
    }
    assertThat(modules.read(Bench.kernel("", texts.get(0)))).isSameAs(read[0]);
    assertThat(modules.read(Bench.kernel("", texts.get(2)))).isSameAs(read[2]);
    assertThat(modules.read(Bench.kernel("", texts.get(1)))).isNotSameAs(read[1]);
  }

  @Test
  void codeIsKeptForThePlacesOfVariables() {
    RecentModules modules = new RecentModules(2, 2);
    PtxVariable counter = modules.read(COUNTER).variables().getFirst();
    List<Code> one = modules.decode(COUNTER, Map.of(counter, 1L << 36));
    List<Code> two = modules.decode(COUNTER, Map.of(counter, 2L << 36));
    assertThat(two).isNotSameAs(one);
    assertThat(modules.decode(COUNTER, Map.of(counter, 1L << 36))).isSameAs(one);
    modules.decode(COUNTER, Map.of(counter, 3L << 36));
    assertThat(modules.decode(COUNTER, Map.of(counter, 1L << 36))).isSameAs(one);
    assertThat(modules.decode(COUNTER, Map.of(counter, 2L << 36))).isNotSameAs(two);
  }

  @Test
  void whatIsRefusedIsRefusedAgain() {
    RecentModules modules = new RecentModules(2, 2);
    String noModule = Bench.kernel("", "surprise.u32 %r1;");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> modules.decode(noModule, Map.of()))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("surprise");
    }
  }
}
