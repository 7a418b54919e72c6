package io.fsmrun.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorNameTest {

  @Test
  void generationsOfOneNameAreToldApart() {
    List<String> lines =
        List.of(
            "processor\t: 0",
            "vendor_id\t: AuthenticAMD",
            "cpu family\t: 25",
            "model\t\t: 17",
            "model name\t: AMD EPYC",
            "",
            "processor\t: 1",
            "cpu family\t: 26");
    assertThat(ProcessorName.of(lines, "amd64")).isEqualTo("AMD EPYC (family 25, model 17)");
  }

  @Test
  void whereNothingIsToldTheArchitectureIs() {
    assertThat(ProcessorName.of(List.of("Hardware\t: some", "nothing"), "aarch64"))
        .isEqualTo("aarch64");
    assertThat(ProcessorName.of(List.of("Model Name : one"), "amd64")).isEqualTo("one");
    assertThat(ProcessorName.here()).isNotBlank();
  }
}
