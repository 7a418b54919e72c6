package io.fsmrun.cpu.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Vectors are used where they are fast. */
final class ByteShufflesTest {

  @Test
  void needByteInstructionsOfAvx512() {
    assertThat(ByteShuffles.areThere(List.of("flags\t\t: sse2 avx512f avx512bw"))).isFalse();
    assertThat(ByteShuffles.areThere(List.of("flags\t\t: avx512f avx512bw avx512vbmi"))).isTrue();
    assertThat(
            ByteShuffles.areThere(
                List.of("flags\t\t: avx512f avx512vbmi", "", "flags\t\t: avx512f avx512_vbmi2")))
        .isFalse();
  }

  @Test
  void areLeftToTheVirtualMachineElsewhere() {
    assertThat(ByteShuffles.areThere(List.of())).isTrue();
    assertThat(ByteShuffles.areThere(List.of("Features\t: asimd sve"))).isTrue();
  }
}
