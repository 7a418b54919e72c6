package io.fsmrun.gpu.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.device.Arguments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Arguments as the driver reads them: through the address of each. */
final class ArgumentBlockTest {

  private final ArgumentBlock block = new ArgumentBlock();

  private void check(Arguments arguments) {
    block.write(arguments);
    MemorySegment memory = block.memory();
    for (int i = 0; i < arguments.values().size(); i++) {
      Arguments.Value value = arguments.values().get(i);
      long at = memory.getAtIndex(ValueLayout.JAVA_LONG, i) - memory.address();
      long read =
          value.bytes() == Integer.BYTES
              ? memory.get(ValueLayout.JAVA_INT, at)
              : memory.get(ValueLayout.JAVA_LONG, at);
      assertThat(read).as("argument %d", i).isEqualTo(value.value());
    }
  }

  @Test
  void valuesAreWhereTheirAddressesSay() {
    check(new Arguments().int32(-7).int64(0x123456789abcdL).int32(42).int64(-1));
    check(new Arguments().int64(3).int32(Integer.MIN_VALUE));
    check(new Arguments());
  }

  @Test
  void thereIsRoomForMany() {
    Arguments many = new Arguments();
    for (int i = 0; i < 200; i++) {
      many.int64(i * 1_000_000_007L);
    }
    check(many);
    check(new Arguments().int32(1));
  }
}
