package io.fsmrun.gpu.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The shipped kernels belong to their source. */
class FlowsPtxTest {

  @Test
  void theFirstLineNamesTheSource() throws Exception {
    byte[] source = Files.readAllBytes(Path.of("src/main/cuda/flows.cu"));
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source));
    assertThat(Kernels.ptx().lines().findFirst()).hasValue("// flows.cu, SHA-256 " + hash);
  }

  @Test
  void kernelsRunOnComputeCapability75() {
    assertThat(Kernels.ptx()).contains(".target sm_75");
  }
}
