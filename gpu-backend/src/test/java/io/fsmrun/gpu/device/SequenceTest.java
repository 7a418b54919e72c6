package io.fsmrun.gpu.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.gpu.simt.SimtDevice;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps that are noted and run as one, on the reference executor. */
final class SequenceTest {

  private static final int COUNT = 8;

  private static final String ADD_ONE =
      """
      .version 7.0
      .target sm_75
      .address_size 64
      .visible .entry addOne(.param .u64 to)
      {
        .reg .b32 %r<4>;
        .reg .b64 %rd<5>;
        ld.param.u64 %rd1, [to];
        cvta.to.global.u64 %rd2, %rd1;
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd3, %r1, 4;
        add.s64 %rd4, %rd2, %rd3;
        ld.global.u32 %r2, [%rd4];
        add.s32 %r3, %r2, 1;
        st.global.u32 [%rd4], %r3;
        ret;
      }
      """;

  private final SimtDevice device = new SimtDevice(new SimtDevice.Options(1, 48 << 10, 1 << 20, 1));
  private final Queue queue = device.newQueue();
  private final Kernel kernel = device.load(ADD_ONE).kernel("addOne");
  private final DeviceBuffer numbers = device.allocate(32 * Integer.BYTES);
  private final HostBuffer host = device.allocateHost(32 * Integer.BYTES);

  @AfterEach
  void close() {
    device.close();
  }

  private void addOne(Steps steps) {
    steps.launch(kernel, new Grid(1, 32, 0), new Arguments().buffer(numbers));
  }

  private int first() {
    return host.segment().getAtIndex(ValueLayout.JAVA_INT, 0);
  }

  @Test
  void stepsAreDoneInOrderWhenTheSequenceRuns() {
    queue.fill(numbers, 0, numbers.sizeBytes(), (byte) 0);
    Sequence sequence = new Sequence();
    addOne(sequence);
    addOne(sequence);
    sequence.copyOut(host, 0, numbers, 0, Integer.BYTES);
    addOne(sequence);
    sequence.copyOut(host, COUNT, numbers, 0, Integer.BYTES);
    assertThat(first()).isZero();
    assertThat(queue.run(sequence)).isEqualTo(1);
    assertThat(first()).isEqualTo(2);
    assertThat(host.segment().get(ValueLayout.JAVA_INT, COUNT)).isEqualTo(3);
    assertThat(sequence.launches()).isEqualTo(3);
    assertThat(sequence.copies()).isEqualTo(2);
    queue.run(sequence);
    assertThat(first()).isEqualTo(5);
    sequence.clear();
    queue.run(sequence);
    assertThat(first()).isEqualTo(5);
    assertThat(sequence.launches() + sequence.copies()).isZero();
  }

  @Test
  void aLaunchThatFailsStopsTheSequence() {
    Sequence sequence = new Sequence();
    addOne(sequence);
    addOne(sequence);
    sequence.copyOut(host, 0, numbers, 0, Integer.BYTES);
    device.failAfterLaunches(2);
    assertThatThrownBy(() -> queue.run(sequence)).isInstanceOf(DeviceException.class);
    assertThat(first()).isZero();
    assertThatThrownBy(queue::synchronize).isInstanceOf(DeviceException.class);
  }

  @Test
  void copiesAreCheckedAndEmptyOnesLeftOut() {
    Sequence sequence = new Sequence();
    sequence.copyOut(host, 0, numbers, 0, 0);
    assertThat(sequence.steps()).isEmpty();
    long size = numbers.sizeBytes();
    assertThatThrownBy(() -> sequence.copyOut(host, 0, numbers, 1, size))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> sequence.copyOut(host, size, numbers, 0, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void equalStepsDoTheSame() {
    Sequence one = new Sequence();
    addOne(one);
    one.copyOut(host, 0, numbers, 0, 4);
    Sequence same = new Sequence();
    addOne(same);
    same.copyOut(host, 0, numbers, 0, 4);
    assertThat(one.steps()).isEqualTo(same.steps());
    Sequence other = new Sequence();
    other.launch(kernel, new Grid(1, 32, 0), new Arguments().buffer(numbers, 4));
    other.copyOut(host, 0, numbers, 0, 8);
    for (int i = 0; i < 2; i++) {
      assertThat(other.steps().get(i)).isNotEqualTo(one.steps().get(i));
      assertThat(other.steps().get(i).isAlike(one.steps().get(i))).isTrue();
      assertThat(other.steps().get(i).isAlike(one.steps().get(1 - i))).isFalse();
    }
    assertThat(new Arguments().int32(1)).isNotEqualTo(new Arguments().int64(1));
  }
}
