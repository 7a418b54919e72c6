package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.Backends;
import io.fsmrun.scan.RuleMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Strategies on a GPU that is the reference executor, is lost half-way, or is not there. */
class GpuFailoverTest {

  private static final List<String> MODES =
      List.of("sequential", "enumerative", "lbe", "pap", "cse");

  @TempDir Path directory;
  private Path rules;
  private Path input;
  private Path json;
  private String expected;

  @BeforeEach
  void write() throws IOException {
    rules = Files.writeString(directory.resolve("r"), "abc\n/x.*y/s\n/^start/\nend$\n");
    // Segments so long that they are not run by the calling thread.
    input =
        Files.writeString(
            directory.resolve("i"),
            "start abcx\nqqr abcd aBcCd y abbd yy\nstart qr abcabc qqr end\n".repeat(240) + "end");
    json = directory.resolve("summary.json");
    expected = run("--mode=sequential", "--backend=cpu").done().out();
    assertThat(expected.lines()).hasSizeGreaterThan(100);
  }

  @AfterEach
  void realDevices() {
    System.clearProperty(Devices.PROPERTY);
  }

  private static void device(String instead) {
    System.setProperty(Devices.PROPERTY, instead);
  }

  private Cli run(String... options) {
    Object[] all = new Object[options.length + 4];
    System.arraycopy(options, 0, all, 0, options.length);
    all[options.length] = "--rules=" + rules;
    all[options.length + 1] = "--input=" + input;
    all[options.length + 2] = "--reports=tsv";
    all[options.length + 3] = "--summary-json=" + json;
    return Cli.run(all);
  }

  private JsonNode summary() throws IOException {
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  @Test
  void backEndsAreListedWithoutOpeningADevice() {
    device("nonsense");
    assertThat(Backends.names()).containsExactly("ap", "cpu", "gpu");
    assertThat(Backends.named("gpu")).get().extracting(Backend::name).isEqualTo("gpu");
    assertThatThrownBy(() -> RuleMachine.of(oneRule(), Backends.named("gpu").orElseThrow()))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining(Devices.PROPERTY);
  }

  private static CompiledRules oneRule() throws InterruptedException {
    return RuleCompiler.withDefaults().compile(Rules.of("a"), done -> {});
  }

  @Test
  void everyStrategyRunsOnADevice() throws IOException {
    device("reference");
    for (String mode : MODES) {
      Cli cli = run("--mode=" + mode, "--backend=gpu", "--segments=4").done();
      assertThat(cli.out()).as(mode).isEqualTo(expected);
      assertThat(cli.err()).contains(" on gpu, ", "SIMT reference executor");
      assertThat(summary().get("backend").asString()).isEqualTo("gpu");
      assertThat(summary().get("device").asString()).contains("SIMT reference executor");
      assertThat(summary().has("backendChange")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({"cse,1", "cse,2", "enumerative,1", "enumerative,3", "pap,2", "lbe,2", "sequential,1"})
  void aDeviceThatIsLostHalfWay(String mode, int launches) throws IOException {
    device("reference:" + launches);
    Cli cli = run("--mode=" + mode, "--backend=gpu", "--segments=4").done();
    assertThat(cli.out()).isEqualTo(expected);
    if (summary().has("backendChange")) {
      assertThat(cli.err()).contains("fsmrun: gpu: ", "going on with cpu from byte 0");
      assertThat(summary().get("backend").asString()).isEqualTo("cpu");
      assertThat(summary().get("backendChange").get("from").asString()).isEqualTo("gpu");
      assertThat(summary().get("backendChange").get("offset").asLong()).isZero();
      assertThat(summary().get("backendChange").get("reason").asString()).isNotBlank();
    } else {
      assertThat(launches).as("a run that needs fewer launches").isGreaterThan(1);
    }
  }

  @Test
  void noDeviceIsSaidAndTheRunGoesOn() throws IOException {
    device("none");
    Cli cli = run("--mode=cse", "--backend=gpu", "--quiet").done();
    assertThat(cli.out()).isEqualTo(expected);
    assertThat(cli.err())
        .containsOnlyOnce("\n")
        .contains("no GPU", "going on with cpu from byte 0 of the input");
    assertThat(summary().get("backendChange").get("reason").asString()).contains("no GPU");
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "reference:1", "nonsense"})
  void strictRunsStop(String instead) {
    device(instead);
    Cli cli = run("--mode=cse", "--backend=gpu", "--strict", "--segments=4");
    assertThat(cli.status()).isEqualTo(Main.UNUSABLE);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err()).contains("fsmrun: gpu: ", "because of --strict").containsOnlyOnce("\n");
  }

  @Test
  void autoKeepsShortInputsOnTheCpuAndSaysWhy() throws IOException {
    device("none");
    Cli cli = run("--mode=cse", "--backend=auto", "--strict").done();
    assertThat(cli.out()).isEqualTo(expected);
    assertThat(cli.err()).contains(" on cpu, ", "cpu for ", "GB/s");
    assertThat(summary().get("backend").asString()).isEqualTo("cpu");
    assertThat(summary().get("backendChoice").asString()).startsWith("cpu for ");
    assertThat(summary().has("backendChange")).isFalse();
  }

  @Test
  void whateverIsOnThisMachineTheReportsAreTheSame() {
    assertThat(run("--mode=cse", "--backend=gpu").done().out()).isEqualTo(expected);
  }
}
