package io.fsmrun.cpu.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Vectors are used where they are fast. */
final class ProcessorTest {

  @Test
  void shufflesNeedByteInstructionsOfAvx512() {
    assertThat(Processor.shufflesBytes(List.of("flags\t\t: sse2 avx512f avx512bw"))).isFalse();
    assertThat(Processor.shufflesBytes(List.of("flags\t\t: avx512f avx512bw avx512vbmi"))).isTrue();
    assertThat(
            Processor.shufflesBytes(
                List.of("flags\t\t: avx512f avx512vbmi", "", "flags\t\t: avx512f avx512_vbmi2")))
        .isFalse();
  }

  @Test
  void shufflesAreLeftToTheVirtualMachineElsewhere() {
    assertThat(Processor.shufflesBytes(List.of())).isTrue();
    assertThat(Processor.shufflesBytes(List.of("Features\t: asimd sve"))).isTrue();
  }

  @Test
  void gathersAreFastOnIntelsThatDoNotLeak() {
    String intel = "vendor_id\t: GenuineIntel";
    assertThat(Processor.gathersFast(List.of(intel, "bugs\t\t: spectre_v1 taa"))).isTrue();
    assertThat(Processor.gathersFast(List.of(intel, "bugs\t\t: spectre_v1 gds"))).isFalse();
    assertThat(Processor.gathersFast(List.of("vendor_id\t: AuthenticAMD"))).isFalse();
    assertThat(Processor.gathersFast(List.of())).isFalse();
  }
}
